/** Which rows of a `DataTable` are chosen: over its pages, or all that were found. */
import { useState } from 'react';
import { notifyError } from '../overlay/notify';
import type { List } from './list';

/** Bulk actions go through orders one by one: more than this at once nobody would wait for. */
export const MOST_CHOSEN = 1_000;

export interface Selection<T> {
  has(row: T): boolean;
  toggle(row: T): void;
  /** Of the page on screen: all of it, or none. */
  togglePage(): void;
  page: 'all' | 'some' | 'none';
  rows: readonly T[];
  clear(): void;
  /** Reads and chooses what was found on all pages, up to `MOST_CHOSEN`. */
  chooseFound(): void;
  isReading: boolean;
}

/** What the list shows, whichever page of it and in whatever order. Another search or filter starts a new choice. */
function scopeOf<T>(list: List<T>): string {
  const { cursor: _, sort: __, limit: ___, ...found } = list.state.values;
  return JSON.stringify(found);
}

export function useSelection<T>(list: List<T>, rowKey: (row: T) => string): Selection<T> {
  const scope = scopeOf(list);
  const [kept, setKept] = useState<{ scope: string; rows: ReadonlyMap<string, T> }>({ scope, rows: new Map() });
  const [isReading, setReading] = useState(false);
  const chosen = kept.scope === scope ? kept.rows : new Map<string, T>();
  const keep = (rows: ReadonlyMap<string, T>) => setKept({ scope, rows });
  const onPage = list.items.filter((row) => chosen.has(rowKey(row)));
  const fresh = new Map(onPage.map((row) => [rowKey(row), row]));
  return {
    has: (row) => chosen.has(rowKey(row)),
    toggle(row) {
      const next = new Map(chosen);
      if (!next.delete(rowKey(row))) next.set(rowKey(row), row);
      keep(next);
    },
    togglePage() {
      const next = new Map(chosen);
      const isWhole = onPage.length === list.items.length;
      for (const row of list.items) {
        if (isWhole) next.delete(rowKey(row));
        else next.set(rowKey(row), row);
      }
      keep(next);
    },
    page: onPage.length === 0 ? 'none' : onPage.length === list.items.length ? 'all' : 'some',
    // a row on screen is newer than what was kept of it
    rows: [...chosen].map(([key, row]) => fresh.get(key) ?? row),
    clear: () => keep(new Map()),
    chooseFound() {
      setReading(true);
      list
        .readUpTo(MOST_CHOSEN)
        .then((rows) => keep(new Map(rows.map((row) => [rowKey(row), row]))))
        .catch(notifyError)
        .finally(() => setReading(false));
    },
    isReading,
  };
}
