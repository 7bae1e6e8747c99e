import { createHash, randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const ID_BYTES = 16;
/** Random bytes for many ids: an order takes ten, and asking the system costs more than the rest of an id. */
const random = new Uint8Array(256 * ID_BYTES);
let used = random.length;
let moment = 0;
let sequence = 0;

function randomForOne(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += ID_BYTES;
  return random.subarray(used - ID_BYTES, used);
}

/**
 * Ids are UUIDs of version 7: they grow with time, so indexes stay compact and lists can be paged by them. Those of one
 * millisecond are counted up from a random number, as https://www.rfc-editor.org/rfc/rfc9562#section-6.2 (method 1).
 */
export function newId(): string {
  const bytes = randomForOne();
  const now = Date.now();
  if (now > moment) {
    moment = now;
    // half of the range is left to count up in
    sequence = new DataView(bytes.buffer, bytes.byteOffset).getUint32(6) >>> 1;
  } else {
    sequence = (sequence + 1) >>> 0;
    if (sequence === 0) moment += 1;
  }
  return v7({ random: bytes, msecs: moment, seq: sequence });
}

/** A secret for a link: 256 bits, safe in an address. Only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
