import type { DiscountTerms } from '@lanka/domain/billing/discounts';
import { stateOf } from '@lanka/domain/billing/discounts';
import type { listPlanDiscounts, PlanDiscount } from '@lanka/domain/billing/prices';
import type { Page } from '@lanka/domain/kit/lists';
import { asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { isFiltered, readPage, toInstant } from '../kit/db/paging';
import { all } from '../kit/db/words';
import { planDiscounts } from './tables';

/** All that were ever given to him. */
export async function readDiscounts(tx: Tx, payerId: string): Promise<DiscountTerms[]> {
  const { kind, value, since, until } = planDiscounts;
  return tx
    .select({ kind, value, from: since, until })
    .from(planDiscounts)
    .where(eq(planDiscounts.payer_id, payerId))
    .orderBy(asc(planDiscounts.created_at), asc(planDiscounts.id));
}

const COLUMNS = sql`d.id, d.audience, d.payer_id, d.payer, d.kind, d.value, d.since::text as since, d.until::text as until,
  d.reason, d.created_at, u.id as by_id, u.name as by_name`;
const FROM = sql`plan_discounts d join users u on u.id = d.given_by`;

type Row = Record<string, unknown>;

const shape =
  (month: string) =>
  (row: Row): PlanDiscount => {
    const terms = { from: String(row.since), until: row.until as string | null };
    return {
      ...{ id: String(row.id), audience: row.audience as PlanDiscount['audience'], payer_id: String(row.payer_id) },
      ...{ payer: String(row.payer), kind: row.kind as PlanDiscount['kind'], value: Number(row.value), ...terms },
      ...{ state: stateOf(terms, month), reason: String(row.reason), created_at: toInstant(row.created_at) },
      given_by: { id: String(row.by_id), name: String(row.by_name) },
    };
  };

export function listDiscounts(
  tx: Tx,
  _scope: StaffScope,
  query: z.output<typeof listPlanDiscounts.query>,
  month: string,
): Promise<Page<PlanDiscount>> {
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`plan_discounts d`,
      where: all(query.payer_id ? [sql`d.payer_id = ${query.payer_id}`] : []),
      customPlan: isFiltered(query.payer_id),
      id: sql`d.id`,
      sorts: { created_at: { by: sql`d.created_at`, type: 'timestamptz' } },
    },
    shape(month),
  );
}

export async function readDiscount(tx: Tx, id: string, month: string): Promise<PlanDiscount | null> {
  const [row] = await tx.rows<Row>(sql`select ${COLUMNS} from ${FROM} where d.id = ${id}`);
  return row ? shape(month)(row) : null;
}

type NewDiscount = Omit<typeof planDiscounts.$inferInsert, 'id' | 'created_at'>;

export async function insertDiscount(tx: Tx, values: NewDiscount): Promise<string> {
  const id = newId();
  await tx.insert(planDiscounts).values({ ...values, id });
  return id;
}

export async function saveUntil(tx: Tx, id: string, until: string): Promise<void> {
  await tx.update(planDiscounts).set({ until }).where(eq(planDiscounts.id, id));
}
