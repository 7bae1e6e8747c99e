import { type Check, LISTED_DIFFERENCES } from '@lanka/domain/audit/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { enterProjects } from '../projects';
import { apiUse } from './checks/api_keys.store';
import { chargeWatches } from './checks/automation.store';
import { banking } from './checks/banking.store';
import { cards } from './checks/cards.store';
import { figures, groupTerms, priceLevels } from './checks/catalog.store';
import { catalogue } from './checks/catalogue.store';
import { changes } from './checks/changes.store';
import { cod } from './checks/cod.store';
import { delivery } from './checks/delivery.store';
import { storage } from './checks/files.store';
import { fiscal } from './checks/fiscal.store';
import { charges, postings, sumZero } from './checks/ledger.store';
import { manufacture } from './checks/manufacture.store';
import { myGoods } from './checks/my_goods.store';
import { offsets } from './checks/offsets.store';
import { orderLines, reservations } from './checks/orders.store';
import { papers } from './checks/papers.store';
import { parcels } from './checks/parcels.store';
import { payouts } from './checks/payouts.store';
import type { Plan } from './checks/plan.store';
import { plans } from './checks/plans.store';
import { reconciliations } from './checks/reconciliations.store';
import { returns } from './checks/returns.store';
import { statistics } from './checks/statistics.store';
import { bookings, movements, waits } from './checks/stock.store';
import { stocktakes } from './checks/stocktakes.store';
import { costs, turnover } from './checks/turnover.store';

/** Each names the rows that differ. It repairs nothing: a difference is a fault that somebody has to understand first. */
const PLANS = [
  bookings,
  movements,
  waits,
  orderLines,
  reservations,
  figures,
  postings,
  sumZero,
  storage,
  turnover,
  costs,
  manufacture,
  stocktakes,
  priceLevels,
  groupTerms,
  returns,
  reconciliations,
  payouts,
  charges,
  cod,
  offsets,
  papers,
  fiscal,
  banking,
  cards,
  parcels,
  delivery,
  chargeWatches,
  catalogue,
  statistics,
  myGoods,
  apiUse,
  plans,
  changes,
];

/**
 * Runs every check of one project. The transaction must have entered it. Whole sets are compared, so nested loops are
 * never right; a planner that has lost its statistics (PostgreSQL drops them after a crash) would choose them and take
 * minutes for what takes milliseconds.
 */
export async function runChecks(tx: Tx, projectId: string): Promise<Check[]> {
  await tx.execute(sql`select set_config('enable_nestloop', 'off', true)`);
  const checks: Check[] = [];
  for (const plan of PLANS) checks.push(await runBeside(tx, projectId, plan(projectId)));
  return checks;
}

/** Enters the tenants that the check looks at beside the project, for as long as it runs. */
async function runBeside(tx: Tx, projectId: string, plan: Plan): Promise<Check> {
  if (!plan.beside) return runCheck(tx, plan);
  const beside = await tx.rows<{ id: string }>(plan.beside);
  await enterProjects(tx, [projectId, ...beside.map(({ id }) => id)]);
  const check = await runCheck(tx, plan);
  await enterProjects(tx, [projectId]);
  return check;
}

async function runCheck(tx: Tx, { name, rows, differences }: Plan): Promise<Check> {
  const found = await tx.rows(sql`
    with differences as materialized (${differences})
    select (${rows})::int as rows_checked, (select count(*) from differences)::int as differences_total,
      coalesce((select jsonb_agg(d) from (select * from differences order by name, id limit ${LISTED_DIFFERENCES}) d), '[]')
        as differences`);
  const row = found[0] as { rows_checked: number; differences_total: number; differences: Check['differences'] };
  return {
    name,
    rows_checked: row.rows_checked,
    differences_total: row.differences_total,
    differences: row.differences,
  };
}
