import { normaliseHeader } from '@lanka/domain/feeds/template';
import type { FeedLayout, ParsedRow, RawOffer } from './offer';

export interface TableRow {
  /** As a spreadsheet numbers it. */
  row: number;
  cells: readonly string[];
}

/** What a layout makes of its rows: offers still in text, or rows that are left out. */
export type TableItem = RawOffer | (ParsedRow & { outcome: 'skipped' });
export const isSkipped = (item: TableItem): item is ParsedRow & { outcome: 'skipped' } => 'outcome' in item;

export interface TableReader {
  read(row: TableRow): TableItem[];
  /** What is still held when the table ends. */
  end(): TableItem[];
  /** Names of the price levels that columns are of. */
  readonly priceLevels?: readonly string[];
}

export interface TableLayout {
  layout: FeedLayout;
  /** Names of columns for the message when a layout was asked for and they are missing. */
  required: readonly string[];
  matches(columns: Columns): boolean;
  reader(columns: Columns): TableReader;
}

/** Columns of a header row by name. Names are compared without case, outer spaces and underscores. */
export class Columns {
  readonly names: string[];
  private readonly byName = new Map<string, number[]>();
  private readonly used = new Set<number>();

  constructor(readonly header: readonly string[]) {
    this.names = header.map(normaliseHeader);
    this.names.forEach((name, i) => {
      if (name !== '') this.byName.set(name, [...(this.byName.get(name) ?? []), i]);
    });
  }

  has(...names: string[]): boolean {
    return names.some((name) => this.byName.has(name));
  }

  /** Index of the first of these columns that is there; -1 when none is. */
  find(...names: string[]): number {
    const index = names.flatMap((name) => this.byName.get(name)?.[0] ?? [])[0] ?? -1;
    if (index !== -1) this.used.add(index);
    return index;
  }

  /** Every column of this name, from left to right. */
  all(name: string): number[] {
    const found = this.byName.get(name) ?? [];
    for (const index of found) this.used.add(index);
    return found;
  }

  matching(pattern: RegExp): { index: number; match: RegExpExecArray }[] {
    return this.header.flatMap((text, index) => {
      const match = pattern.exec(text.replace(/^\ufeff/, '').trim());
      if (!match) return [];
      this.used.add(index);
      return [{ index, match }];
    });
  }

  get unused(): { index: number; name: string }[] {
    return this.header.flatMap((name, index) =>
      this.used.has(index) || name.trim() === '' ? [] : [{ index, name: name.trim() }],
    );
  }

  use(index: number): void {
    this.used.add(index);
  }
}

export const cell = (row: TableRow, index: number): string => (index === -1 ? '' : (row.cells[index] ?? ''));
/** Our own CSV, and that of WooCommerce, puts an apostrophe before what a spreadsheet would take for a formula. */
export const unescapedCell = (row: TableRow, index: number): string =>
  cell(row, index).replace(/^'(?=[=+\-@＝＋－＠])/u, '');
export const isBlank = (row: TableRow): boolean => row.cells.every((text) => text.trim() === '');

export function emptyTableRaw(row: TableRow): RawOffer {
  return {
    row: row.row,
    external_id: '',
    group_key: null,
    title: '',
    description: '',
    recommended_price: '',
    currency: '',
    sku: '',
    barcode: '',
    weight: '',
    weight_unit: 'g',
    quantity: '',
    images: [],
    category: [],
    tags: [],
    vendor: '',
    options: [],
    url: '',
    warnings: [],
  };
}
