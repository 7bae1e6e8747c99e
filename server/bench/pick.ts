import type { Data } from './data';

/** One of them by chance. */
export const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** One of them after the other, from one by chance on: so few who ask at once never ask for the same one. */
export function inTurn<T>(list: readonly T[]): () => T {
  let at = Math.floor(Math.random() * list.length);
  return () => list[at++ % list.length] as T;
}

/** Three neighbours among the variants, by chance: what an order has. */
export function threeVariants({ variants }: Data): string[] {
  const start = Math.floor(Math.random() * (variants.length - 2));
  return variants.slice(start, start + 3);
}
