import type { Bytes } from './bytes';

/** Encodings of Ukrainian shops that Node can read. A file says one thing and holds another often enough. */
const KNOWN = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1251', 'koi8-u', 'koi8-r', 'ibm866', 'iso-8859-5']);
const ALIASES: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  cp1251: 'windows-1251',
  'win-1251': 'windows-1251',
  windows1251: 'windows-1251',
  'windows-1252': 'windows-1251',
  'iso-8859-1': 'windows-1251',
  cp866: 'ibm866',
  'utf-16': 'utf-16le',
};

/** Valid sequences of two and more bytes, and bytes that no UTF-8 has, in one look at a block. */
function countUtf8(block: Uint8Array): { sequences: number; wrong: number } {
  let sequences = 0;
  let wrong = 0;
  for (let i = 0; i < block.length; i += 1) {
    const byte = block[i] ?? 0;
    if (byte < 0x80) continue;
    const length =
      byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0;
    let following = 0;
    while (following < length && ((block[i + following + 1] ?? 0) & 0xc0) === 0x80) following += 1;
    if (length > 0 && following === length) sequences += 1;
    else if (length > 0 && i + following + 1 >= block.length) return { sequences, wrong };
    else wrong += 1;
    i += following;
  }
  return { sequences, wrong };
}

export function byteOrderMark(head: Uint8Array): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0x3c && head[1] === 0 && head[2] !== 0) return 'utf-16le';
  if (head[0] === 0 && head[1] === 0x3c && head[2] === 0) return 'utf-16be';
  return null;
}

/** The encoding in `<?xml … encoding="…"?>`, normalised; null when there is none or it is not known. */
export function declaredEncoding(head: Uint8Array): string | null {
  const start = Buffer.from(head.subarray(0, 300)).toString('latin1');
  const name = /<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.-]{1,30})["']/i.exec(start)?.[1]?.toLowerCase();
  if (!name) return null;
  const known = ALIASES[name] ?? name;
  return KNOWN.has(known) ? known : null;
}

/**
 * Text of the bytes. The encoding is decided at the first block that has anything but ASCII; the content outweighs
 * the declaration: valid UTF-8 with Cyrillic is UTF-8, anything else is what is declared, or windows-1251.
 */
export async function* decode(
  blocks: Bytes,
  found: (encoding: string, note: 'encoding_mismatch' | null) => void,
): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let declared: string | null = null;
  let first = true;
  for await (const block of blocks) {
    if (first) {
      first = false;
      const mark = byteOrderMark(block);
      declared = declaredEncoding(block);
      if (mark) {
        decoder = new TextDecoder(mark);
        found(mark, null);
      }
    }
    if (!decoder) {
      if (isAscii(block)) {
        yield Buffer.from(block).toString('latin1');
        continue;
      }
      const encoding = chooseEncoding(block, declared);
      decoder = new TextDecoder(encoding);
      found(encoding, declared !== null && declared !== encoding ? 'encoding_mismatch' : null);
    }
    yield decoder.decode(block, { stream: true });
  }
  if (decoder) yield decoder.decode();
  else found(declared ?? 'utf-8', null);
}

export function chooseEncoding(block: Uint8Array, declared: string | null): string {
  const { sequences, wrong } = countUtf8(block);
  if (wrong * 10 <= sequences || (wrong === 0 && sequences === 0)) return 'utf-8';
  return declared && declared !== 'utf-8' && !declared.startsWith('utf-16') ? declared : 'windows-1251';
}

function isAscii(block: Uint8Array): boolean {
  for (let i = 0; i < block.length; i += 1) if ((block[i] ?? 0) >= 0x80) return false;
  return true;
}
