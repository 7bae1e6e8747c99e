import { sql } from 'drizzle-orm';
import { markGone } from '../kit/changes/record';
import { idArray } from '../kit/db/arrays';
import type { LevelHolders } from '../price_levels';
import { settleTerms } from './group-terms';
import { moveLevelOfGroups } from './groups.store';
import { writeLevelTerms } from './terms.store';

/** Counterparties as the price levels ask of them: how many buy by each, and that they follow when one goes. */
export const counterpartiesOfLevels: LevelHolders = {
  async count(tx, { project }) {
    const found = await tx.rows<{ price_level_id: string; count: number }>(sql`
      select price_level_id, count(*)::int as count from counterparties
      where project_id = ${project.id} and price_level_id is not null and deleted_at is null group by price_level_id`);
    return new Map(found.map(({ price_level_id, count }) => [price_level_id, count]));
  },
  // those that were deleted too: nothing points to a level that is not there
  async move(tx, scope, from, to) {
    const { project } = scope;
    await moveLevelOfGroups(tx, scope, from, to);
    const mine = await tx.rows<{ id: string; price_level_group_id: string | null }>(sql`
      select id, price_level_group_id from counterparties where project_id = ${project.id} and price_level_id = ${from}
      order by id for no key update`);
    const own = mine.filter((one) => one.price_level_group_id === null).map(({ id }) => id);
    if (own.length > 0) {
      for (const id of own) markGone(tx, scope, 'terms', [project.id], id);
      await writeLevelTerms(tx, scope, own, from, to);
      await tx.execute(sql`
        update counterparties set price_level_id = ${to}, version = version + 1, updated_at = now()
        where project_id = ${project.id} and id = any(${idArray(own)})`);
    }
    // whoever has none of his own now buys by that of a group, and those of groups by what these give now
    await settleTerms(
      tx,
      scope,
      mine.map(({ id }) => id),
    );
  },
  async levelsOf(tx, of) {
    const found = await tx.rows<{ project_id: string; price_level_id: string }>(sql`
      select c.project_id, c.price_level_id
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as mine(project_id uuid, counterparty_id uuid)
      cross join lateral (select c.project_id, c.price_level_id from counterparties c
        where c.project_id = mine.project_id and c.id = mine.counterparty_id limit 1) c
      where c.price_level_id is not null`);
    return new Map(found.map((row) => [row.project_id, row.price_level_id]));
  },
  async discountsOf(tx, of) {
    const found = await tx.rows<{ project_id: string; discount: number }>(sql`
      select c.project_id, c.discount
      from jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as mine(project_id uuid, counterparty_id uuid)
      cross join lateral (select c.project_id, c.discount from counterparties c
        where c.project_id = mine.project_id and c.id = mine.counterparty_id limit 1) c
      where c.discount > 0`);
    return new Map(found.map((row) => [row.project_id, row.discount]));
  },
};
