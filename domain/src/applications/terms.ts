import type { Application, Terms } from './contract';

/**
 * What a link sets of the terms. What it leaves open (0, none) says nothing: written over a counterparty who is there
 * already it would wipe what was agreed.
 */
export function termsSetBy(preset: Application['preset']): Partial<Terms> {
  if (!preset) return {};
  const { discount, price_level_id, manager_id, group_ids } = preset;
  return {
    ...(discount === 0 ? {} : { discount }),
    ...(price_level_id === null ? {} : { price_level_id }),
    ...(manager_id === null ? {} : { manager_id }),
    ...(group_ids.length === 0 ? {} : { group_ids }),
  };
}
