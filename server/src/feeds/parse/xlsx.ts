import { feedErrors } from '@lanka/domain/feeds/errors';
import { SaxesParser } from 'saxes';
import { type Bytes, inBlocks } from './bytes';
import { decode } from './encoding';
import type { FeedLimits } from './offer';
import { XmlRepair } from './repair';
import type { TableRow } from './table';
import type { Archive } from './zip';

/** Sheets are read row by row; only the packed file and the shared strings are held in memory. */
export interface Sheet {
  name: string;
  path: string;
}

export const isWorkbook = (archive: Archive): boolean => archive.has('xl/workbook.xml');

interface Events {
  open(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Called after each block: what was read may be handed out. */
  drain?(): TableRow[];
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** The same guards as for feeds: entities, depth and length are refused. */
async function* walk(bytes: Bytes, limits: FeedLimits, events: Events): AsyncGenerator<TableRow> {
  const parser = new SaxesParser();
  const repair = new XmlRepair(limits, () => undefined);
  let depth = 0;
  parser.on('error', () => undefined);
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > limits.maxDepth) throw feedErrors.too_deep({ line: parser.line, limit: limits.maxDepth });
    events.open(local(tag.name), tag.attributes);
  });
  parser.on('text', (text) => events.text?.(text));
  parser.on('closetag', (tag) => {
    depth -= 1;
    events.close?.(local(tag.name));
  });
  for await (const text of decode(inBlocks(bytes, limits.blockBytes), () => undefined)) {
    parser.write(repair.push(text));
    if (events.drain) yield* events.drain();
  }
  parser.write(repair.push('', true));
  if (events.drain) yield* events.drain();
}

async function run(bytes: Bytes, limits: FeedLimits, events: Events): Promise<void> {
  for await (const _row of walk(bytes, limits, events));
}

/** Visible sheets in their order. */
export async function readSheets(archive: Archive, limits: FeedLimits): Promise<Sheet[]> {
  const targets = new Map<string, string>();
  if (archive.has('xl/_rels/workbook.xml.rels')) {
    await run(archive.read('xl/_rels/workbook.xml.rels'), limits, {
      open(name, { Id, Target }) {
        if (name === 'Relationship' && Id && Target)
          targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
      },
    });
  }
  const sheets: Sheet[] = [];
  await run(archive.read('xl/workbook.xml'), limits, {
    open(name, attributes) {
      if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return;
      const path =
        targets.get(attributes['r:id'] ?? attributes.id ?? '') ?? `xl/worksheets/sheet${sheets.length + 1}.xml`;
      if (archive.has(path)) sheets.push({ name: attributes.name ?? '', path });
    },
  });
  return sheets;
}

/** Texts that cells refer to by number. */
export async function readSharedStrings(archive: Archive, limits: FeedLimits): Promise<string[]> {
  const strings: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return strings;
  let current: string | null = null;
  let inText = false;
  let phonetic = false;
  let total = 0;
  await run(archive.read('xl/sharedStrings.xml'), limits, {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') phonetic = true;
      inText = name === 't' && !phonetic;
    },
    text(text) {
      if (!inText || current === null) return;
      current += text;
      // a character outside of Latin takes two bytes
      total += 2 * text.length;
      if (total > limits.maxSharedBytes)
        throw feedErrors.texts_too_big({ limit_megabytes: Math.floor(limits.maxSharedBytes / 1024 / 1024) });
    },
    close(name) {
      if (name === 't') inText = false;
      if (name === 'rPh') phonetic = false;
      if (name !== 'si') return;
      if (strings.length >= limits.maxSharedStrings)
        throw feedErrors.too_many_texts({ limit: limits.maxSharedStrings });
      strings.push(current ?? '');
      current = null;
    },
  });
  return strings;
}

/** Column of `AB12`, from 0; undefined without a reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d*$/i.exec(reference ?? '')?.[1]?.toUpperCase();
  if (!letters) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** `799.0000000000001` is how Excel writes 799; 15 digits are all a number of Excel has. */
function numberText(text: string): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  const short = Number(value.toPrecision(15));
  return Math.abs(short) < 1e15 && Math.abs(short) >= 1e-6 ? String(short) : short === 0 ? '0' : text;
}

export async function* readSheet(
  archive: Archive,
  sheet: Sheet,
  strings: readonly string[],
  limits: FeedLimits,
): AsyncGenerator<TableRow> {
  let ready: TableRow[] = [];
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let type = '';
  let value = '';
  let reading = false;
  let phonetic = false;
  yield* walk(archive.read(sheet.path), limits, {
    open(name, attributes) {
      if (name === 'row') {
        const told = Number(attributes.r);
        row = Number.isInteger(told) && told > row ? told : row + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column + 1;
        type = attributes.t ?? 'n';
        value = '';
      } else if (name === 'rPh') phonetic = true;
      reading = (name === 'v' || name === 't') && !phonetic;
    },
    text(text) {
      if (!reading) return;
      value += text;
      if (value.length > limits.maxText) throw feedErrors.value_too_long({ line: row, limit: limits.maxText });
    },
    close(name) {
      if (name === 'v' || name === 't') reading = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && column < limits.maxFields) {
        while (cells.length < column) cells.push('');
        cells[column] =
          type === 's'
            ? (strings[Number(value)] ?? '')
            : type === 'n'
              ? numberText(value)
              : type === 'b'
                ? value === '1'
                  ? 'так'
                  : 'ні'
                : type === 'e'
                  ? ''
                  : value;
      } else if (name === 'row') {
        ready.push({ row, cells });
        cells = [];
      }
    },
    drain() {
      const out = ready;
      ready = [];
      return out;
    },
  });
}
