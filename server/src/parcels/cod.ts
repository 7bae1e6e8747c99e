import { type CodSummary, planParts, summaryOf, sumsOf } from '@lanka/domain/orders/cod-parts';
import { toCollect } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { stopTerm } from '../ledger';
import type { LockedOrder, OrderRecord } from '../orders';
import { readMainInfo } from '../templates';
import { type CodChange, saveCod, stillAwaited } from './cod.store';
import { readParcels, type StoredParcel } from './parcels.store';
import { isSent } from './parts';

/** The columns of an order that sum its parcels up. */
export type CodOfOrder = Partial<CodSummary & Pick<OrderRecord, 'cod_sum' | 'cod_fee'>>;

type Known = Pick<OrderRecord, 'customer_sum' | 'prepaid' | 'cod_state' | 'cod_sum' | 'cod_fee'>;

/** The parcels of an order paid on delivery, with what each collects or would. */
export async function codParts(
  tx: Tx,
  scope: ProjectScope,
  order: Known,
  parcels: readonly StoredParcel[],
): Promise<ReturnType<typeof planParts<StoredParcel['cod'] & { readonly id: string }>>> {
  return planParts(
    parcels.map(({ id, cod }) => ({ id, ...cod })),
    {
      to_collect: toCollect(order.customer_sum, order.prepaid),
      sum_set: order.cod_sum,
      fee_set: order.cod_fee,
    },
    await readMainInfo(tx, scope),
  );
}

type Part = Awaited<ReturnType<typeof codParts>>[number];

/** What the carrier is to bring with this parcel, less what he keeps of it. */
export function broughtWith(parts: readonly Part[], id: string): number {
  const part = parts.find((one) => one.id === id);
  return part ? part.sum - part.fee : 0;
}

/**
 * These parcels are handed over: from now on the carrier knows what to collect with each. With the last of them the sums
 * of the order are those of its parcels. They are charged already.
 */
export async function awaitParcels(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  {
    before,
    ids,
    costs,
  }: {
    readonly before: readonly StoredParcel[];
    readonly ids: readonly string[];
    readonly costs: ReadonlyMap<string, number>;
  },
): Promise<CodOfOrder> {
  if (order.cod_state === null) return {};
  const going = new Set(ids);
  const parts = (await codParts(tx, scope, order, before)).map((part) => {
    const cost = costs.get(part.id) ?? part.cost;
    if (!going.has(part.id)) return { ...part, cost };
    const isCollected = part.sum > 0;
    return {
      ...part,
      cost,
      sent: true,
      state: isCollected ? ('awaited' as const) : null,
      sum: isCollected ? part.sum : null,
      fee: isCollected ? part.fee : null,
    };
  });
  await saveCod(
    tx,
    scope,
    order,
    parts.flatMap(({ id, state, sum, fee, cost, received, received_fee }) =>
      state === null ? [] : [{ id, state, sum, fee, cost, received, received_fee }],
    ),
  );
  // what is collected with one parcel covers what is left of the others too
  await stopTerm(tx, scope, order, await stillAwaited(tx, scope, order, 'awaited'));
  const isWhole = parts.every(({ sent }) => sent);
  return { ...summaryOf(parts), ...(isWhole ? sumsOf(parts) : {}) };
}

/** What became of these parcels: paid by the carrier, awaited again, refused. Answers what the order says of it. */
export async function changeCod(
  tx: Tx,
  scope: ProjectScope,
  order: LockedOrder,
  changes: readonly CodChange[],
): Promise<CodOfOrder> {
  const of = new Map(changes.map((change) => [change.id, change]));
  const parcels = await readParcels(tx, scope, order);
  const parts = parcels.map(({ id, cod }) => ({ id, ...cod, ...of.get(id) }));
  await saveCod(
    tx,
    scope,
    order,
    parts.filter(({ id }) => of.has(id)),
  );
  return { ...summaryOf(parts), ...(parcels.every(isSent) ? sumsOf(parts) : {}) };
}
