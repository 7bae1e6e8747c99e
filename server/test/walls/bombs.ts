import { deflateRawSync } from 'node:zlib';

export interface PackedFile {
  readonly name: string;
  readonly content: Buffer;
  /** The size that the archive tells; the real one unless given. */
  readonly told?: number;
  /** Points at the bytes of the file before it instead of having its own. */
  readonly shared?: boolean;
}

/** A ZIP archive as an attacker would write it: any names, any sizes. */
export function zip(files: readonly PackedFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  let offset = 0;
  let packed: Buffer = Buffer.alloc(0);
  for (const { name, content, told = content.length, shared = false } of files) {
    const title = Buffer.from(name);
    if (!shared) {
      packed = deflateRawSync(content, { level: 9 });
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(8, 8);
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt32LE(told, 22);
      local.writeUInt16LE(title.length, 26);
      locals.push(local, title, packed);
      offset = at;
      at += 30 + title.length + packed.length;
    }
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(told, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, title);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

const SHEET = `<?xml version="1.0"?><worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>Назва</t></is></c></row></sheetData></worksheet>`;
const BOOK = `<?xml version="1.0"?><workbook><sheets><sheet name="Товари" sheetId="1"/></sheets></workbook>`;

/** A workbook whose parts are replaced or added to. */
export function workbook(parts: Readonly<Record<string, string>> = {}): Buffer {
  const all = { 'xl/workbook.xml': BOOK, 'xl/worksheets/sheet1.xml': SHEET, ...parts };
  return zip(Object.entries(all).map(([name, text]) => ({ name, content: Buffer.from(text) })));
}

const LAUGHS = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
/** A billion laughs: a few lines that stand for gigabytes. */
export const LAUGHING = `<!DOCTYPE x [<!ENTITY l0 "ха">${LAUGHS}]>`;
