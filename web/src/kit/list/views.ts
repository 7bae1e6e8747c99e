/** Saved views of a table: a name, the search string of the URL and the columns. Kept in this browser. */
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { remember, remembered } from '../storage';

const Stored = z.object({
  columns: z.array(z.string()).nullable().default(null),
  views: z
    .array(z.object({ name: z.string(), search: z.string(), columns: z.array(z.string()).nullable() }))
    .default([]),
});
export type StoredTable = z.infer<typeof Stored>;
export type SavedView = StoredTable['views'][number];

export function readTable(id: string): StoredTable {
  try {
    return Stored.parse(JSON.parse(remembered(`view:${id}`) ?? '{}'));
  } catch {
    return { columns: null, views: [] };
  }
}

const listeners = new Set<() => void>();

export function writeTable(id: string, table: StoredTable): void {
  remember(`view:${id}`, JSON.stringify(table));
  for (const heard of listeners) heard();
}

function listen(heard: () => void): () => void {
  listeners.add(heard);
  return () => void listeners.delete(heard);
}

/** Which of these optional columns of the table were chosen, for who asks the server only then for what they show. */
export function useChosen<C extends string>(id: string, columns: readonly C[]): C[] {
  const stored = useSyncExternalStore(listen, () => readTable(id).columns?.join(' ') ?? '');
  const chosen = new Set(stored.split(' '));
  return columns.filter((column) => chosen.has(column));
}

/** The same name replaces. A view does not remember the page it was saved on. */
export function withView(table: StoredTable, name: string, search: string): StoredTable {
  const kept = new URLSearchParams(search);
  kept.delete('cursor');
  const view = { name, search: kept.toString(), columns: table.columns };
  return { ...table, views: [...table.views.filter((other) => other.name !== name), view] };
}

interface Choosable {
  id: string;
  optional?: boolean;
}

/** Which columns to show: the stored choice, else those that are not optional; the first one always. */
export function shownColumns<C extends Choosable>(all: readonly C[], stored: readonly string[] | null): C[] {
  return all.filter((column, i) => i === 0 || (stored ? stored.includes(column.id) : !column.optional));
}
