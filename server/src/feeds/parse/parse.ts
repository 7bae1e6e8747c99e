import { feedErrors } from '@lanka/domain/feeds/errors';
import { rowReason } from '@lanka/domain/feeds/reasons';
import { cleanText, readRate } from '@lanka/domain/feeds/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import { atMost, type Bytes, gunzip, inBlocks, isGzip, isZip, peek, readAll } from './bytes';
import { guessDelimiter, readCsv } from './csv';
import { detectHead, headText, layoutOf, matchLayout, requiredColumns, type XmlKind } from './detect';
import { decode } from './encoding';
import { finishOffer } from './finish';
import { readGoogleItem } from './google';
import {
  DEFAULT_LIMITS,
  type FeedHeader,
  type FeedKind,
  type FeedLimits,
  type FeedSummary,
  type ParsedRow,
} from './offer';
import { type Columns, isSkipped, type TableItem, type TableReader, type TableRow, unescapedCell } from './table';
import { isWorkbook, readSharedStrings, readSheet, readSheets } from './xlsx';
import { readXml, type XmlRecord } from './xml';
import { Categories, emptyRaw, Fields } from './xml-offer';
import { dialectOf, readYmlOffer } from './yml';
import { Archive } from './zip';

export interface ParseOptions {
  /** What the user says it is. The container (XML, XLSX, CSV) is found by the content all the same. */
  kind?: FeedKind;
  fileName?: string;
  contentType?: string;
  limits?: Partial<FeedLimits>;
  /** Whether what stands in columns that nothing is read from is kept with the rows. */
  keepColumns?: boolean;
}

const HEADER_WITHIN_ROWS = 20;
const ONE = 100_000_000n;

/**
 * A feed that is read as it is iterated, once. `header` and `summary` fill up while reading.
 *
 * @throws DomainError `feeds.*` while iterating: before the first row when the file cannot be read at all, after
 * good rows when it breaks (`details[0].line`). Rows handed out before stay good; `summary.complete` stays false.
 */
export interface ParsedFeed extends AsyncIterable<ParsedRow> {
  readonly header: FeedHeader;
  readonly summary: FeedSummary;
}

export function parseFeed(source: AsyncIterable<Uint8Array>, options: ParseOptions = {}): ParsedFeed {
  const parser = new FeedParser(source, options);
  return { header: parser.header, summary: parser.summary, [Symbol.asyncIterator]: () => parser.rows() };
}

/** What a file is, without reading it to the end. Tables need their header row, so up to 20 rows are read. */
export async function detect(source: AsyncIterable<Uint8Array>, options: ParseOptions = {}): Promise<FeedHeader> {
  const feed = parseFeed(source, options);
  for await (const _row of feed) break;
  return feed.header;
}

class FeedParser {
  readonly header: FeedHeader = {
    kind: null,
    dialect: null,
    encoding: null,
    shop_name: null,
    categories: 0,
    ignored_columns: [],
    notes: [],
  };
  readonly summary: FeedSummary = { rows: 0, offers: 0, skipped: 0, refused: 0, with_warnings: 0, complete: false };
  private readonly limits: FeedLimits;
  /** Ids with the row that each came in. */
  private readonly seen = new Map<string, number>();
  private readonly rates = new Map<string, bigint>([['UAH', ONE]]);
  private hryvniaIsTold = false;

  constructor(
    private readonly source: AsyncIterable<Uint8Array>,
    private readonly options: ParseOptions,
  ) {
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
  }

  async *rows(): AsyncGenerator<ParsedRow> {
    for await (const row of this.read(atMost(this.source, this.limits.maxBytes, true), 0)) {
      if (this.summary.rows >= this.limits.maxRows) throw feedErrors.too_many_rows({ limit: this.limits.maxRows });
      this.count(row);
      yield row;
    }
    if (this.summary.rows === 0) throw feedErrors.no_offers();
    this.summary.complete = true;
  }

  private count(row: ParsedRow): void {
    this.summary.rows += 1;
    if (row.outcome === 'offer') this.summary.offers += 1;
    else this.summary[row.outcome] += 1;
    if (row.warnings.length > 0) this.summary.with_warnings += 1;
  }

  /** Unpacks as long as something is packed: gzip around XLSX around XML comes no deeper than this. */
  private async *read(bytes: Bytes, depth: number): AsyncGenerator<ParsedRow> {
    const { head, all, end } = await peek(inBlocks(bytes, this.limits.blockBytes), 65_536);
    try {
      if (isGzip(head) && depth < 2) yield* this.read(gunzip(all, this.limits), depth + 1);
      else if (isZip(head) && depth < 2)
        yield* this.readArchive(await readAll(all, this.limits.maxArchiveBytes), depth);
      else yield* this.readPlain(head, all);
    } finally {
      await end();
    }
  }

  private async *readArchive(data: Buffer, depth: number): AsyncGenerator<ParsedRow> {
    const archive = new Archive(data, this.limits);
    if (isWorkbook(archive)) return yield* this.readWorkbook(archive);
    const files = archive.names.filter(
      (name) => /\.(xml|yml|csv|tsv|txt|xlsx)$/i.test(name) && !/__MACOSX|\/\./.test(name),
    );
    const [only] = files;
    if (files.length !== 1 || only === undefined)
      throw feedErrors.unsupported({ found: this.options.fileName ?? 'ZIP' });
    yield* this.read(archive.read(only), depth + 1);
  }

  private async *readPlain(head: Buffer, all: Bytes): AsyncGenerator<ParsedRow> {
    const found = detectHead(head, this.options.fileName, this.options.contentType);
    const text = decode(all, (encoding, note) => {
      this.header.encoding = encoding;
      if (note) this.header.notes.push(note);
    });
    if (found.container === 'xml') {
      const asked = this.options.kind;
      const kind = asked === 'yml' || asked === 'hotline' || asked === 'google' ? asked : found.kind;
      yield* this.readXmlFeed(text, kind);
    } else {
      yield* this.readTable(readCsv(text, guessDelimiter(headText(head)), this.limits), 'csv');
    }
  }

  private async *readXmlFeed(text: AsyncIterable<string>, kind: XmlKind): AsyncGenerator<ParsedRow> {
    this.header.kind = kind;
    const categories = new Categories(this.limits.maxCategories);
    for await (const record of readXml(text, this.limits)) {
      if (record.ordinal === 0) {
        this.readAside(record, categories);
        continue;
      }
      this.header.categories = categories.size;
      this.header.dialect ??= kind === 'google' ? 'google' : dialectOf(record);
      if (record.truncated || record.tooBig) {
        yield refuseRecord(record);
        continue;
      }
      const raw = kind === 'google' ? readGoogleItem(record) : readYmlOffer(record, categories);
      yield this.unique(finishOffer(raw, this.rates, this.limits));
    }
  }

  /** Categories, currencies and the name of the shop. */
  private readAside({ node, parent }: XmlRecord, categories: Categories): void {
    const { attributes } = node;
    if (node.name === 'category' && parent !== 'channel') categories.add(node);
    else if (node.name === 'currency') this.addRate(attributes.id ?? '', attributes.rate ?? '');
    else if (node.name === 'rate' && parent === 'price') this.addRate('USD', node.text);
    else if (['name', 'firmname', 'title', 'company'].includes(node.name)) {
      this.header.shop_name ??= cleanText(node.text).slice(0, 200) || null;
    }
  }

  private addRate(id: string, text: string): void {
    const rate = readRate(text);
    const code = cleanText(id).toUpperCase();
    if (code === '' || rate === null || this.rates.size >= 200) return;
    if (code === 'UAH' || code === 'UAN') this.hryvniaIsTold = true;
    // Rate 1 marks the base currency: when that is not the hryvnia, its own rate has to be told.
    else if (rate === ONE && !this.hryvniaIsTold) this.rates.delete('UAH');
    this.rates.set(code === 'UAN' ? 'UAH' : code, rate);
  }

  private async *readWorkbook(archive: Archive): AsyncGenerator<ParsedRow> {
    const sheets = await readSheets(archive, this.limits);
    const strings = await readSharedStrings(archive, this.limits);
    let refusal: unknown = feedErrors.no_offers();
    const isGroups = (name: string) => /groups sheet/i.test(name);
    for (const sheet of sheets.filter(({ name }) => !isGroups(name))) {
      try {
        return yield* this.readTable(readSheet(archive, sheet, strings, this.limits), 'xlsx');
      } catch (error) {
        const isOtherSheet = error instanceof DomainError && error.code === feedErrors.unknown_columns.code;
        if (!isOtherSheet || this.header.kind !== null) throw error;
        refusal = refusal instanceof DomainError && refusal.code === error.code ? refusal : error;
      }
    }
    throw refusal;
  }

  private async *readTable(rows: AsyncIterable<TableRow>, container: 'csv' | 'xlsx'): AsyncGenerator<ParsedRow> {
    const asked = this.options.kind ? layoutOf(this.options.kind) : null;
    let reader: TableReader | null = null;
    let kept: ReturnType<typeof keptColumns> = [];
    let seen: string[] = [];
    let tried = 0;
    for await (const row of rows) {
      if (reader) {
        yield* this.finishTable(reader.read(row).map((item) => withColumns(item, row, kept)));
        continue;
      }
      const match = matchLayout(row.cells, asked);
      if (match) {
        reader = match.layout.reader(match.columns);
        this.header.kind = `${match.layout.layout}_${container}` as FeedKind;
        this.header.dialect = match.layout.layout;
        if (reader.priceLevels?.length) this.header.price_levels = [...reader.priceLevels];
        const unused = keptColumns(match.columns);
        this.header.ignored_columns = unused.map(({ name }) => name);
        if (this.options.keepColumns) kept = unused;
      } else {
        const cells = row.cells.map(cleanText).filter(Boolean);
        if (cells.length > seen.length) seen = cells;
        tried += 1;
        if (tried >= HEADER_WITHIN_ROWS) break;
      }
    }
    if (reader) return yield* this.finishTable(reader.end());
    if (asked && asked !== 'own')
      throw feedErrors.columns_missing({ kind: asked, missing: requiredColumns(asked).join(', ') });
    throw feedErrors.unknown_columns({
      found:
        seen
          .map((name) => name.slice(0, 40))
          .slice(0, 20)
          .join(', ') || '—',
    });
  }

  private *finishTable(items: readonly TableItem[]): Generator<ParsedRow> {
    for (const item of items) yield isSkipped(item) ? item : this.unique(finishOffer(item, this.rates, this.limits));
  }

  /** The first row with an id counts; a second one would overwrite it at every import. */
  private unique(row: ParsedRow): ParsedRow {
    const id = row.offer?.external_id;
    const before = id === undefined ? undefined : this.seen.get(id);
    if (id === undefined || before === undefined) {
      if (id !== undefined) this.seen.set(id, row.row);
      return row;
    }
    const { offer: _offer, ...rest } = row;
    return {
      ...rest,
      outcome: 'refused',
      reasons: [rowReason('id_duplicate', 'external_id', id, before)],
      external_id: id,
      title: row.offer?.title ?? '',
    };
  }
}

/** Columns that nothing is read from, each name once. */
function keptColumns({ unused }: Columns): { index: number; name: string }[] {
  const named = unused.map(({ index, name }) => ({ index, name: name.slice(0, 120) })).slice(0, 200);
  return named.filter(({ name }, i) => named.findIndex((one) => one.name === name) === i);
}

/** Of one cell: a long text of a field, with room for its spaces. */
const MAX_KEPT = 6_000;

/** With what stands in these columns of its row; rows that are held back for others bring none. */
function withColumns(item: TableItem, row: TableRow, kept: readonly { index: number; name: string }[]): TableItem {
  if (kept.length === 0 || isSkipped(item) || item.row !== row.row) return item;
  const told = kept.flatMap(({ index, name }): [string, string][] => {
    const text = unescapedCell(row, index).slice(0, MAX_KEPT);
    return text.trim() === '' ? [] : [[name, text]];
  });
  return told.length === 0 ? item : { ...item, columns: Object.fromEntries(told) };
}

function refuseRecord(record: XmlRecord): ParsedRow {
  const fields = new Fields(record.node);
  const { row, line, warnings } = emptyRaw(record);
  const reason = record.truncated
    ? rowReason('row_truncated', 'offer')
    : rowReason('row_too_big', 'offer', fields.attribute('id') ?? '');
  return {
    row,
    ...(line === undefined ? {} : { line }),
    outcome: 'refused',
    reasons: [reason],
    warnings,
    external_id: cleanText(fields.attribute('id') ?? fields.text('id')).slice(0, 200),
    title: cleanText(fields.ukrainian('name') || fields.text('title')).slice(0, 250),
  };
}
