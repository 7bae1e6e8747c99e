import type { CountInput } from '@lanka/domain/stocktakes/contract';
import { MAX_COUNTS } from '@lanka/domain/stocktakes/contract';

/** An entry that was not answered yet, with what it is called until then. */
export type Waiting = CountInput & { readonly label: string };

/** Where entries outlive the page: `kit/storage` in the browser. */
export interface Kept {
  read(): string | null;
  write(value: string | null): void;
}

/**
 * Entries of a count that wait for the network, oldest first. They are kept until they are answered, and each has its id
 * from the beginning: however often one is sent, it is counted once.
 */
export function openQueue(kept: Kept) {
  const all = (): Waiting[] => {
    try {
      const found = JSON.parse(kept.read() ?? '[]') as unknown;
      return Array.isArray(found) ? (found as Waiting[]) : [];
    } catch {
      return [];
    }
  };
  const write = (entries: readonly Waiting[]) => kept.write(entries.length > 0 ? JSON.stringify(entries) : null);
  return {
    all,
    add(entry: Omit<Waiting, 'id'>): Waiting {
      const made = { id: crypto.randomUUID(), ...entry };
      write([...all(), made]);
      return made;
    },
    /** What is sent next. */
    next: (): CountInput[] =>
      all()
        .slice(0, MAX_COUNTS)
        .map(({ label: _, ...entry }) => entry),
    /** These were answered, whatever the answer was. */
    answered(ids: readonly string[]): void {
      const gone = new Set(ids);
      write(all().filter(({ id }) => !gone.has(id)));
    },
  };
}
export type Queue = ReturnType<typeof openQueue>;

/** Milliseconds until the next try after so many that failed. */
export const pauseAfter = (failures: number): number => Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));
