import type { Tx } from '../kit/db/db';
import type { Cell } from './workbook';

/** A table that is made a page at a time: it goes from the database to the store as it is read. */
export interface Tabled {
  /** What its file and its sheet are called. */
  readonly name: string;
  readonly sheet: string;
  readonly header: readonly string[];
  /** Products' modifications, or orders. */
  readonly total: number;
  within<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  pages(): AsyncGenerator<{ readonly rows: Cell[][]; readonly count: number }>;
}
