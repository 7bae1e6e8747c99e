import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { escaped } from '@lanka/domain/kit/markup';
import { Zip, ZipPassThrough } from 'fflate';

export type Cell = string | number | null;
/** Rows of a table as they are read, a page at a time. */
export type Pages = Iterable<readonly (readonly Cell[])[]> | AsyncIterable<readonly (readonly Cell[])[]>;

/** Of a cell in a spreadsheet; longer ones would make the file unreadable for it. */
const LONGEST_CELL = 32_000;

const pack = promisify(deflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer<ArrayBuffer>>;
const NOTHING = Buffer.alloc(0);

/** A file of the workbook: packed by zlib piece after piece, outside of the loop, so that none of it is held. */
class Part extends ZipPassThrough {
  override compression = 8;

  /** What goes in is packed by `add`: here it is only counted. */
  protected override process(): void {}

  async add(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.push(bytes);
    // each piece ends at a whole byte, so that the next one goes on behind it
    this.ondata(null, await pack(bytes, { finishFlush: constants.Z_SYNC_FLUSH }), false);
  }

  async end(): Promise<void> {
    this.push(NOTHING, true);
    this.ondata(null, await pack(NOTHING, {}), true);
  }
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** How a column of cells looks; days and times are numbers of days since the end of 1899. */
export type CellStyle = 'plain' | 'money' | 'count' | 'day' | 'time' | 'percent';

/** Excel counts days from the end of 1899. */
const EXCEL_EPOCH = 25_569;

/** As a sheet holds it: money comes in kopecks, a percent in hundredths, a day as `YYYY-MM-DD`, a time with ` HH:MM` behind it. */
export function sheetCell(value: Cell, style: CellStyle): Cell {
  if (value === null || value === '') return null;
  if (style === 'money' || style === 'percent') return Number(value) / 100;
  if (style !== 'day' && style !== 'time') return value;
  const moment = style === 'day' ? `${value} 00:00` : String(value);
  return Date.parse(`${moment.replace(' ', 'T')}Z`) / 86_400_000 + EXCEL_EPOCH;
}

/** The formats of numbers by their ids: those below 164 are known to every program. */
const FORMATS: Readonly<Record<CellStyle, number>> = { plain: 0, money: 4, count: 3, day: 164, time: 165, percent: 2 };
const STYLES = Object.keys(FORMATS) as readonly CellStyle[];
const styleOf = (style: CellStyle, bold = false): string => {
  const at = STYLES.indexOf(style) * 2 + (bold ? 1 : 0);
  return at === 0 ? '' : ` s="${at}"`;
};
const cellFormats = STYLES.flatMap((style) =>
  [0, 1].map(
    (font) =>
      `<xf numFmtId="${FORMATS[style]}" fontId="${font}" fillId="0" borderId="0" xfId="0"${font ? ' applyFont="1"' : ''}${FORMATS[style] ? ' applyNumberFormat="1"' : ''}/>`,
  ),
);

/** All but the rows, by their paths. Each style stands twice: as it is, and bold. */
const partsAround = (sheet: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs></styleSheet>`,
});

/** `A`, `B` … `Z`, `AA`. */
function letters(column: number): string {
  let text = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    text = String.fromCharCode(65 + ((left - 1) % 26)) + text;
  return text;
}

const width = (name: string, style: CellStyle | undefined): number =>
  Math.min(40, Math.max(style === 'time' ? 18 : 12, name.length + 4));

const openSheet = (header: readonly string[], styles: readonly CellStyle[]): string => {
  const columns = header
    .map((name, at) => `<col min="${at + 1}" max="${at + 1}" width="${width(name, styles[at])}" customWidth="1"/>`)
    .join('');
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const views = `<sheetViews><sheetView tabSelected="1" workbookViewId="0">${pane}</sheetView></sheetViews>`;
  return `${HEAD}<worksheet xmlns="${MAIN}">${views}<cols>${columns}</cols><sheetData>`;
};

function cell(value: Cell, place: string, style: string): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${place}"${style}><v>${value}</v></c>`;
  const text = escaped(value.slice(0, LONGEST_CELL));
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** How its columns look, and a row behind the last one, asked for when all are written. */
interface Look {
  readonly styles?: readonly CellStyle[];
  readonly foot?: () => readonly Cell[];
}

/**
 * A table as a workbook, written as its rows are read: however many there are, a page of them is held. Texts stand in
 * their cells; the list of all texts that workbooks usually have would have to be collected first.
 */
export async function* toXlsx(
  header: readonly string[],
  pages: Pages,
  sheet: string,
  { styles = [], foot }: Look = {},
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const open = (path: string): Part => {
    const part = new Part(path);
    archive.add(part);
    return part;
  };
  for (const [path, text] of Object.entries(partsAround(sheet))) {
    const part = open(path);
    await part.add(HEAD + text);
    await part.end();
  }
  const names: string[] = [];
  let row = 0;
  const asRow = (cells: readonly Cell[], looks: readonly string[]): string => {
    row += 1;
    while (names.length < cells.length) names.push(letters(names.length));
    const written = cells.map((value, at) => cell(value, `${names[at]}${row}`, looks[at] ?? ''));
    return `<row r="${row}">${written.join('')}</row>`;
  };
  const looks = styles.map((style) => styleOf(style));
  const head = header.map(() => styleOf('plain', true));
  const rows = open('xl/worksheets/sheet1.xml');
  await rows.add(openSheet(header, styles) + asRow(header, head));
  for await (const page of pages) {
    yield* ready.splice(0);
    if (page.length > 0) await rows.add(page.map((cells) => asRow(cells, looks)).join(''));
  }
  const bold = header.map((_, at) => styleOf(styles[at] ?? 'plain', true));
  await rows.add(`${foot ? asRow(foot(), bold) : ''}</sheetData></worksheet>`);
  await rows.end();
  archive.end();
  yield* ready.splice(0);
}
