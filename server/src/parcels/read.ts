import type { DomainError } from '@lanka/domain/kit/errors';
import { creditProblem, NOTHING_COMES } from '@lanka/domain/ledger/charges';
import { ledgerErrors } from '@lanka/domain/ledger/rules';
import { orderErrors } from '@lanka/domain/orders/contract';
import { planMove } from '@lanka/domain/orders/rules';
import type { OrderParcels, Parcel, ParcelItem } from '@lanka/domain/parcels/contract';
import { type PartLine, shareOf } from '@lanka/domain/parcels/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { inOneStatement } from '../kit/db/one-statement';
import type { Services } from '../kit/services';
import { readCredit } from '../ledger';
import { factsOf, type ItemRecord, type OrderRecord, readComing, readItems, readOrderRecord } from '../orders';
import { waitingLines } from '../stock';
import { broughtWith, codParts } from './cod';
import { readParcels, type StoredItem, type StoredParcel } from './parcels.store';
import { isSent, partsOf } from './parts';

/** Who sends the order may split it and send its parcels. @returns why not, or null */
export function refusalOf(order: OrderRecord, scope: ProjectScope): DomainError | null {
  const plan = planMove(factsOf(order, 1), 'Sent', scope.role);
  return 'refused' in plan ? plan.refused : null;
}

/** The parcels as the page of the order shows them. @throws orders.not_found */
export async function readOrderParcels(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<OrderParcels> {
  const order = await readOrderRecord(tx, scope, id);
  if (!order) throw orderErrors.not_found();
  const isOpen = refusalOf(order, scope) === null;
  const may = { split: isOpen, send: isOpen };
  if (order.parcels === 0) return { items: [], may };
  const parcels = await readParcels(tx, scope, order);
  const lines = await readItems(tx, scope, order);
  const parts = partsOf(lines, parcels);
  const waits = isOpen ? await waitsOf(tx, scope, order) : new Map<string, number>();
  const credit = isOpen ? await readCredit(tx, scope, order) : null;
  const left = parcels.filter((one) => !isSent(one)).length;
  const collected = order.cod_state === null ? [] : await codParts(tx, scope, order, parcels);
  const coming = credit && (await readComing(tx, app, scope, order, 0));
  const items = parcels.map((parcel): Parcel => {
    const { amount: cost, ...rest } = show(order, parcel, lines, parts);
    const shown = {
      ...rest,
      amount: cost,
      cod: codOf(
        collected.find(({ id: of }) => of === parcel.id),
        cost,
      ),
    };
    if (isSent(parcel) || !isOpen) return shown;
    const missing = missingOf(parcel, parts, waits);
    const problem =
      credit &&
      creditProblem(
        credit,
        { amount: shown.amount, put: credit.put },
        { ...NOTHING_COMES, ...coming, own: broughtWith(collected, parcel.id) },
      );
    const stopped = problem && ledgerErrors[problem]();
    const refused =
      missing > 0
        ? orderErrors.waiting_for_stock({ waiting: missing })
        : stopped && credit.on_limit === 'refuse'
          ? stopped
          : null;
    return {
      ...shown,
      last: left === 1,
      refusal: refused && told(refused, scope),
      warning: stopped && !refused ? told(stopped, scope) : null,
    };
  });
  return { items, may };
}

/** What is collected with a parcel; null: nothing. */
function codOf(part: Awaited<ReturnType<typeof codParts>>[number] | undefined, cost: number): Parcel['cod'] {
  if (!part || (part.sent ? part.state === null : part.sum === 0)) return null;
  const { sum, fee, received, received_fee } = part;
  return { state: part.state ?? 'planned', sum, fee, cost, earning: sum - fee - cost, received, received_fee };
}

const told = (error: DomainError, { locale }: ProjectScope) => ({
  code: error.code,
  message: error.message_in(locale),
});

function show(
  order: OrderRecord,
  parcel: StoredParcel,
  lines: readonly ItemRecord[],
  parts: readonly PartLine[],
): Omit<Parcel, 'cod'> {
  const { id, number, sent_at, sent_by } = parcel;
  const amountOf = ({ order_item_id, count, amount }: StoredItem): number => {
    const part = parts.find((one) => one.id === order_item_id);
    return isSent(parcel) || !part ? amount : shareOf(part, count);
  };
  const items = lines.flatMap((line): ParcelItem[] => {
    const item = parcel.items.find(({ order_item_id }) => order_item_id === line.id);
    if (!item) return [];
    const { product_variant_id, product_title, modification_title, sku, unit } = line;
    const goods = { product_variant_id, product_title, modification_title, sku, unit };
    return [{ order_item_id: line.id, ...goods, count: item.count, amount: amountOf(item) }];
  });
  return {
    ...{ id, number, ttn: number === 1 ? order.ttn : parcel.ttn, sent_at, sent_by, items },
    pieces: items.reduce((sum, { count }) => sum + count, 0),
    amount: items.reduce((sum, { amount }) => sum + amount, 0),
    ...{ last: false, refusal: null, warning: null },
  };
}

/** By line, the pieces that have not come yet. */
async function waitsOf(tx: Tx, scope: ProjectScope, { id }: OrderRecord): Promise<Map<string, number>> {
  const [waiting] = await inOneStatement(tx, [waitingLines(scope, { kind: 'order', id })]);
  return new Map(waiting.map(({ line, count }) => [line, count]));
}

/** How many pieces of the parcel are not booked. */
const missingOf = (parcel: StoredParcel, parts: readonly PartLine[], waits: ReadonlyMap<string, number>): number =>
  parcel.items.reduce((missing, { order_item_id, count }) => {
    const part = parts.find(({ id }) => id === order_item_id);
    const booked = part ? part.count - part.sent - (waits.get(order_item_id) ?? 0) : 0;
    return missing + Math.max(0, count - booked);
  }, 0);
