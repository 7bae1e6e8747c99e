import type { Product } from './product';
import { withMemory } from './rows';

/** A piece of work that is done once, in the background of the product. */
export interface Whole {
  readonly name: string;
  readonly rows: number;
  readonly seconds: number;
  readonly rows_per_second: number;
  /** Resident memory of the server, bytes: before, and the most while it worked. */
  readonly memory_before: number;
  readonly memory_most: number;
}

/** Pieces of work of so many rows each, one after another. */
export function watch(product: Product, rows: number) {
  const done: Whole[] = [];
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const memory_before = await product.memory();
    const started = performance.now();
    let seconds = 0;
    const { result, most: memory_most } = await withMemory(product, async () => {
      const made = await work();
      seconds = (performance.now() - started) / 1000;
      return made;
    });
    done.push({ name, rows, seconds, rows_per_second: Math.round(rows / seconds), memory_before, memory_most });
    return result;
  };
  return { done, timed };
}
