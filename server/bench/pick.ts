import type { Data } from './data';

/** One of them by chance. */
export const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Three neighbours among the variants, by chance: what an order has. */
export function threeVariants({ variants }: Data): string[] {
  const start = Math.floor(Math.random() * (variants.length - 2));
  return variants.slice(start, start + 3);
}
