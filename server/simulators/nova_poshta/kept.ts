import type { Doc } from './documents';

export interface Kept {
  docs: Doc[];
  sheets: { ref: string; number: string; key: string; refs: string[]; at: number }[];
  next: number;
  /** Faults that only this service has, each for so many calls more. */
  empty: number;
  limit: boolean;
  /** A new document is listed so many milliseconds late. */
  late: number;
  errorsAsObject: boolean;
  /** Keys that were good and are no more. */
  expired?: string[];
  /** Doors of recipients, by their references: the town of each. */
  doors?: Record<string, string>;
}

/** The documents of a key. */
export const mine = (kept: Kept, key: string) => kept.docs.filter((doc) => doc.key === key && !doc.deleted);
