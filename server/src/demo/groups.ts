import { createGroup, regroupCounterparties } from '@lanka/domain/partners/groups';
import type { Person } from './caller';
import type { Stage } from './stage';

/** A group that gives something, one without terms, and one that whoever is let in comes into. */
const GROUPS = [
  { name: 'Гурт', discount: 300, partners: ['wholesale', 'market'] },
  { name: 'Нові дропшипери', discount: 500, partners: [] },
  { name: 'Постачальники', discount: 0, partners: ['mill', 'sewing'] },
] as const;

export const NEWCOMERS = GROUPS[1].name;

export async function addGroups(
  stage: Stage,
  owner: Person,
  project_id: string,
  id: (key: string) => string,
): Promise<void> {
  const params = { project_id };
  for (const { name, discount, partners } of GROUPS) {
    const made = await stage.call(owner, createGroup, { params, body: { name, discount } });
    const counterparty_ids = partners.map(id);
    if (counterparty_ids.length === 0) continue;
    await stage.call(owner, regroupCounterparties, { params, body: { counterparty_ids, add: [made.id], remove: [] } });
  }
}
