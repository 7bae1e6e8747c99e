/** Messages of PostgreSQL's protocol 3.0 (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
export interface Frame {
  /** One letter, or `startup` for the first message of a client. */
  readonly type: string;
  /** Without type and length. */
  readonly body: Buffer;
  /** As it goes over the wire. */
  readonly bytes: Buffer;
  /** Of `startup`. */
  readonly parameters?: Record<string, string>;
}

const LETTER = 1;
const LENGTH = 4;

export const cString = (text: string): Buffer => Buffer.from(`${text}\0`);

export function frame(type: string, ...parts: Buffer[]): Frame {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(LETTER + LENGTH);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + LENGTH, LETTER);
  return { type, body, bytes: Buffer.concat([head, body]) };
}

/** Cuts what comes in into messages. @param isClient the first message has no letter */
export function framesOf(take: (message: Frame) => void, isClient = false): (chunk: Buffer) => void {
  let left: Buffer = Buffer.alloc(0);
  let isStarted = !isClient;
  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    for (;;) {
      const head = (isStarted ? LETTER : 0) + LENGTH;
      if (left.length < head) return;
      const total = left.readInt32BE(head - LENGTH) + head - LENGTH;
      if (left.length < total) return;
      const bytes = left.subarray(0, total);
      left = left.subarray(total);
      const body = bytes.subarray(head);
      if (isStarted) take({ type: bytes.toString('latin1', 0, LETTER), body, bytes });
      else take({ type: 'startup', body, bytes, parameters: parametersOf(body) });
      isStarted = true;
    }
  };
}

/** After the version of the protocol: names and values, each ended by a zero. */
function parametersOf(body: Buffer): Record<string, string> {
  const texts = body.toString('utf8', LENGTH).split('\0');
  const found: Record<string, string> = {};
  for (let at = 0; texts[at]; at += 2) found[texts[at] as string] = texts[at + 1] ?? '';
  return found;
}

/** What a client without a password is told, up to the first «ready». */
export const welcome = (): Buffer =>
  Buffer.concat([
    frame('R', Buffer.alloc(LENGTH)).bytes,
    frame('S', cString('client_encoding'), cString('UTF8')).bytes,
    frame('K', Buffer.alloc(2 * LENGTH)).bytes,
    frame('Z', Buffer.from('I')).bytes,
  ]);

export const refusal = (message: string): Buffer =>
  frame('E', cString('SFATAL'), cString('VFATAL'), cString('C08P01'), cString(`M${message}`), Buffer.alloc(1)).bytes;
