import { deliveryErrors, type Plan, type WaybillBody } from '@lanka/domain/delivery/contract';
import { doorWords } from '@lanka/domain/delivery/places';
import { type BranchLimits, planProblems, weightOf, wholeHryvnias } from '@lanka/domain/delivery/rules';
import type { DomainError } from '@lanka/domain/kit/errors';
import { toCollect } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { OrderRecord } from '../orders';
import { codParts, readParcels, type StoredParcel } from '../parcels';
import type { StoredConnection } from './connections.store';
import { guessPlace } from './directory';
import { readBranch, readCity } from './directory.store';
import { readWeights } from './waybills.store';

/** A parcel of an order, or the order that goes in one. */
export interface Part {
  readonly order_id: string;
  readonly parcel: StoredParcel | null;
  readonly parcel_id: string | null;
  readonly isFirst: boolean;
  readonly ttn: string | null;
  readonly isSent: boolean;
}

const partOf = (order: OrderRecord, parcel: StoredParcel | null): Part => ({
  ...{ order_id: order.id, parcel, parcel_id: parcel?.id ?? null, isFirst: (parcel?.number ?? 1) === 1 },
  ttn: !parcel || parcel.number === 1 ? order.ttn : parcel.ttn,
  isSent: parcel ? parcel.sent_at !== null : order.shipped_at !== null,
});

/** All of an order, in their order. */
export async function partsOf(tx: Tx, scope: ProjectScope, order: OrderRecord): Promise<Part[]> {
  if (order.parcels === 0) return [partOf(order, null)];
  return (await readParcels(tx, scope, order)).map((parcel) => partOf(order, parcel));
}

/** The one that is meant. @throws delivery.which_parcel, delivery.no_parcel */
export async function namedPart(
  tx: Tx,
  scope: ProjectScope,
  order: OrderRecord,
  id: string | undefined,
): Promise<Part> {
  const parts = await partsOf(tx, scope, order);
  const [only] = parts;
  if (!id && parts.length === 1 && only) return only;
  if (!id) throw deliveryErrors.which_parcel({ path: 'parcel' });
  const found = parts.find(({ parcel_id }) => parcel_id === id);
  if (!found) throw deliveryErrors.no_parcel({ path: 'parcel' });
  return found;
}

/** The parcel of a waybill; of an order that was split since then it is the first. Null: the parcel is gone. */
export async function partOfWaybill(
  tx: Tx,
  scope: ProjectScope,
  order: OrderRecord,
  { parcel_id }: { readonly parcel_id: string | null },
): Promise<Part | null> {
  const parts = await partsOf(tx, scope, order);
  return (parcel_id === null ? parts[0] : parts.find((part) => part.parcel_id === parcel_id)) ?? null;
}

export interface Planned {
  readonly plan: Plan;
  readonly branch: BranchLimits | null;
  readonly may_control: boolean;
  readonly problems: readonly DomainError[];
}

/** What the waybill of a parcel says: what was asked for, else what the order and the settings say. */
export async function planFor(
  tx: Tx,
  scope: ProjectScope,
  order: OrderRecord,
  part: Part,
  connection: StoredConnection,
  body: WaybillBody,
): Promise<Planned> {
  const { defaults, senders, sender_ref } = connection;
  const { collects, worth } = await moneyOf(tx, scope, order, part);
  const place = await placeOf(tx, order, body);
  const weights = await readWeights(tx, scope, order.id, part.parcel_id);
  const plan: Plan = {
    recipient_name: body.recipient_name ?? order.recipient_name,
    recipient_phone: body.recipient_phone ?? order.recipient_phone,
    ...place.named,
    weight: body.weight ?? weightOf(weights, defaults.weight),
    seats: body.seats ?? defaults.seats,
    size: body.size ?? null,
    declared: body.declared ?? worth,
    payer: body.payer ?? defaults.payer,
    cargo: defaults.cargo,
    description: body.description ?? defaults.description,
    cod_service: body.cod_service ?? defaults.cod_service,
    cod_sum: collects,
  };
  const may_control = senders.find(({ ref }) => ref === sender_ref)?.may_control ?? false;
  const { branch } = place;
  return { plan, branch, may_control, problems: planProblems({ ...plan, branch, may_control }) };
}

/** What the carrier collects with it, in the whole hryvnias that he takes, and what it is worth to the customer. */
export async function moneyOf(tx: Tx, scope: ProjectScope, order: OrderRecord, part: Part) {
  const { collects, worth } = await exactly(tx, scope, order, part);
  return { collects: collects > 0 ? wholeHryvnias(collects) * 100 : 0, worth: Math.max(worth, collects) };
}

async function exactly(tx: Tx, scope: ProjectScope, order: OrderRecord, { parcel }: Part) {
  if (!parcel) {
    const collects = order.cod_state === null ? 0 : (order.cod_sum ?? toCollect(order.customer_sum, order.prepaid));
    return { collects, worth: order.customer_sum };
  }
  const worth = Math.round(Number(parcel.cod.weight));
  if (order.cod_state === null) return { collects: 0, worth };
  const parts = await codParts(tx, scope, order, await readParcels(tx, scope, order));
  return { collects: parts.find(({ id }) => id === parcel.id)?.sum ?? 0, worth };
}

/** What was chosen, for this waybill or with the order; else what can be meant by its address. */
async function placeOf(tx: Tx, order: OrderRecord, body: WaybillBody) {
  const city_ref = body.city_ref ?? order.delivery_city_ref;
  const isElsewhere = body.city_ref || body.branch_ref;
  const door = body.door ?? (isElsewhere ? null : order.delivery_door);
  const branch_ref = door ? null : (body.branch_ref ?? (body.city_ref ? null : order.delivery_branch_ref));
  const guessed = city_ref ? null : await guessPlace(tx, order.delivery_town, order.delivery_address);
  const city = city_ref ? await readCity(tx, city_ref) : (guessed?.city ?? null);
  const found = branch_ref ? await readBranch(tx, branch_ref) : door ? null : (guessed?.branch ?? null);
  const branch = found && found.city_ref === city?.ref ? found : null;
  return {
    branch: branch && { kind: branch.kind, max_weight: branch.max_weight },
    named: {
      ...{ city_ref: city?.ref ?? null, city_name: city?.name ?? order.delivery_town },
      ...{ branch_ref: door ? null : (branch?.ref ?? branch_ref), door },
      branch_name: door ? doorWords(door) : (branch?.name ?? ''),
    },
  };
}
