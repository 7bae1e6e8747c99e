import { createPriceLevel } from '@lanka/domain/price_levels/contract';
import type { FurtherPrice } from '@lanka/domain/price_levels/rules';
import type { Person } from './caller';
import type { Stage } from './stage';

export const LEVELS = ['Опт', 'VIP'] as const;
/** The ids of the price levels, by their names. */
export type Levels = ReadonlyMap<(typeof LEVELS)[number], string>;

export async function addPriceLevels(stage: Stage, owner: Person, project_id: string): Promise<Levels> {
  const levels = new Map<(typeof LEVELS)[number], string>();
  for (const name of LEVELS) {
    const made = await stage.call(owner, createPriceLevel, { params: { project_id }, body: { name } });
    levels.set(name, made.id);
  }
  return levels;
}

/** To whole hryvnias. */
const lessPercent = (price: number, percent: number): number => Math.round((price * (100 - percent)) / 10_000) * 100;

/** Further prices of the nth product: two of three have those of levels, every fourth has some from a count on. */
export function pricesFor(price: number, nth: number, levels: Levels | null): FurtherPrice[] {
  if (!levels) return [];
  const of = (name: (typeof LEVELS)[number]) => levels.get(name) ?? null;
  const ofLevels = [
    { price_level_id: of('Опт'), from_count: 1, price: lessPercent(price, 12) },
    { price_level_id: of('VIP'), from_count: 1, price: lessPercent(price, 7) },
    { price_level_id: of('VIP'), from_count: 10, price: lessPercent(price, 10) },
  ];
  const ofCounts = [
    { price_level_id: null, from_count: 5, price: lessPercent(price, 3) },
    { price_level_id: null, from_count: 20, price: lessPercent(price, 6) },
  ];
  return [...(nth % 3 < 2 ? ofLevels : []), ...(nth % 4 === 0 ? ofCounts : [])];
}
