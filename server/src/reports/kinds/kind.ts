import type { Locale } from '@lanka/domain/kit/errors';
import type { StoredValues, TemplateField } from '@lanka/domain/templates/fields';
import type { Tx } from '../../kit/db/db';

export type Words = Readonly<Record<Locale, string>>;

/** What is asked for. Of a period both ends are there, of a day `on`; the contract saw to it. */
export interface Asked {
  readonly project_id: string;
  readonly locale: Locale;
  readonly from: string;
  readonly to: string;
  readonly on: string;
  readonly product_variant_id: string;
  readonly counterparty_id: string | null;
}

/** `number` is none to be summed or grouped; `money` is in kopecks, `percent` in hundredths; `day` is `YYYY-MM-DD`, `time` has ` HH:MM` behind it, both of Kyiv. */
export type As = 'text' | 'number' | 'count' | 'money' | 'percent' | 'day' | 'time';

export interface Column<Row> extends Words {
  readonly as: As;
  of(row: Row, locale: Locale): string | number | null;
  /** What the row adds to the sum at the foot; `true`: what it shows. */
  readonly foot?: true | ((row: Row) => number);
  /** It tells what goods cost: only for who may see that. */
  readonly costs?: true;
}

/** Additional fields that become columns, and where a row has their values. */
export interface Fields<Row> {
  readonly set: TemplateField['set'];
  of(row: Row): StoredValues;
}

/** One kind of report: its columns, and its rows a page at a time, however many there are. */
export interface Kind<Row extends object> {
  readonly columns: readonly Column<Row>[];
  readonly fields?: readonly Fields<Row>[];
  /** What the sums at the foot are of, where not of all rows. */
  readonly total?: Words;
  /** The next page after the last row of the one before; null: the first one. None: there are no more. */
  read(tx: Tx, asked: Asked, after: Row | null): Promise<Row[]>;
  /** A row that was read to go on from and is not in the report. */
  readonly leavesOut?: (row: Row) => boolean;
}

export const kind = <Row extends object>(of: Kind<Row>): Kind<Row> => of;

/** Rows of one page. */
export const PAGE = 500;

export const numbered = ({ prefix, number }: { readonly prefix: string | null; readonly number: number | null }) =>
  number === null ? null : `${prefix ?? ''}${number}`;

export const inWords = <K extends string>(words: Readonly<Record<K, Words>>, key: K | null, locale: Locale) =>
  key === null ? null : (words[key]?.[locale] ?? key);
