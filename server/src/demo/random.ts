/** Chance that is the same at every load, so that two demos show the same data (mulberry32). */
export interface Random {
  /** A whole number from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number;
  /** True in `percent` of cases. */
  chance(percent: number): boolean;
  one<T>(list: readonly T[]): T;
}

export function seeded(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    whole,
    chance: (percent) => whole(1, 100) <= percent,
    one(list) {
      const found = list[whole(0, list.length - 1)];
      if (found === undefined) throw new Error('there is nothing to choose from');
      return found;
    },
  };
}
