import { hook, on } from '@lanka/domain/kit/hooks';
import type { CodPart } from '@lanka/domain/orders/cod-parts';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { DeliveryState } from '@lanka/domain/orders/happenings';
import { partnerErrors } from '@lanka/domain/partners/contract';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { commentsOfOrders, namesOfOrders } from '../manufacture';
import { accessKeepers, counterpartyDeletion } from '../partners';
import { belongings, projectDeletion } from '../projects';
import { ordersOfDropshipper } from './access';
import { commentsOf } from './notes.store';
import type { LockedOrder, NewItem, OrderRecord } from './orders.store';
import { orderNumbers } from './page.store';
import { countUnderWay, hasUnfinished } from './under-way.store';

/**
 * A counterparty with unfinished orders stays, a project with orders under way too; whoever leaves is told of those he
 * looks after; manufacture shows numbers. They stand below and ask through their hooks.
 */
export const orderAnswers = [
  on(counterpartyDeletion, async (tx, scope, counterpartyId) => {
    if (await hasUnfinished(tx, scope, counterpartyId)) throw partnerErrors.counterparty_has_orders();
  }),
  on(accessKeepers, ordersOfDropshipper),
  on(namesOfOrders, orderNumbers),
  on(commentsOfOrders, commentsOf),
  on(projectDeletion, async (tx, scope) => ({ open_orders: await countUnderWay(tx, scope) })),
  on(belongings, {
    kind: 'orders',
    // an order goes with its counterparty, and a dropshipper's own ones stay his
    roles: null,
    count: (tx, scope, { id, role, counterparty_id }) =>
      countUnderWay(tx, scope, role === 'Client' ? { counterparty_id: counterparty_id ?? id } : { manager_id: id }),
  }),
];

/**
 * The personal discount of the asker's own client with this phone, 0 where there is none. Without a counterparty it is an
 * order of the own sales.
 */
export const personalDiscount =
  hook<
    (
      tx: Tx,
      scope: ProjectScope,
      of: { readonly counterparty_id: string | null; readonly phone: string },
    ) => Promise<number>
  >('orders.personal_discount');

/**
 * Asked before an order may be sent, and before anything of it is locked: whoever counts the orders of a month locks his
 * count first, so that two who want the last place cannot both have it and nobody waits for him with goods in hand. The
 * answer is asked when it is known that the order was never sent before, and throws when there is no place.
 */
export const orderRoom =
  hook<(tx: Tx, scope: ProjectScope) => Promise<{ readonly take: () => void } | null>>('orders.room');

export async function roomFor(tx: Tx, app: Services, scope: ProjectScope): Promise<() => void> {
  const rooms: { readonly take: () => void }[] = [];
  for (const ask of app.hooks.all(orderRoom)) {
    const room = await ask(tx, scope);
    if (room) rooms.push(room);
  }
  return () => {
    for (const { take } of rooms) take();
  };
}

/** What happens to an order that somebody may wait for. */
export type Happening =
  | { readonly kind: 'moved'; readonly to: OrderStatus }
  | { readonly kind: 'ttn_given' }
  /** The carrier says so of a parcel, or of the order: `part_id`. */
  | { readonly kind: 'delivery'; readonly state: DeliveryState; readonly part_id: string; readonly ttn: string };

/** Told in the transaction in which it happens. */
export const orderHappened =
  hook<
    (
      tx: Tx,
      app: Services,
      scope: ProjectScope,
      order: { readonly id: string; readonly happening: Happening },
    ) => Promise<void>
  >('orders.happened');

export async function tellHappening(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  happening: Happening,
): Promise<void> {
  for (const hear of app.hooks.all(orderHappened)) await hear(tx, app, scope, { id, happening });
}

/** An order that was sent once has become another counterparty's: told behind its lock, in the same transaction. */
export const orderPartyChanged =
  hook<
    (
      tx: Tx,
      scope: ProjectScope,
      order: { readonly first_sent_on: string; readonly from: string; readonly to: string },
    ) => Promise<void>
  >('orders.party_changed');

export async function tellPartyChanged(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { first_sent_on, counterparty_id: from }: LockedOrder,
  to: string,
): Promise<void> {
  if (first_sent_on === null || from === to) return;
  for (const hear of app.hooks.all(orderPartyChanged)) await hear(tx, scope, { first_sent_on, from, to });
}

/** What an order that is split asks of its parcels, behind its own lock; of other orders nothing is asked. */
export interface Parcels {
  /**
   * The last that is not sent takes the difference of an edit. Answers how many parcels there are then, and what of the
   * lines is not sent. @throws orders.in_parcels for lines that would have fewer pieces than the others hold
   */
  follow(
    tx: Tx,
    scope: ProjectScope,
    order: LockedOrder,
    lines: readonly NewItem[],
  ): Promise<{ readonly parcels: number; readonly left: readonly NewItem[] }>;
  /** All that are left are sent with the order. Answers what its cash on delivery is then, by its parcels. */
  sendAll(tx: Tx, scope: ProjectScope, order: LockedOrder): Promise<Partial<OrderRecord>>;
  /** What each collects of the customer, for the page of an order that is paid on delivery. */
  codParts(tx: Tx, scope: ProjectScope, order: { readonly id: string }): Promise<readonly CodPart[]>;
  /** The same of an order whose lines would be these, as `follow` would put them; null when it would go in one again. */
  codPartsOf(
    tx: Tx,
    scope: ProjectScope,
    order: { readonly id: string },
    lines: readonly NewItem[],
  ): Promise<readonly CodPart[] | null>;
  /**
   * Its cash on delivery is set otherwise while some are sent: what it says of them then. @throws orders.cod_in_parcels
   * for less than these were told to collect
   */
  followCod(
    tx: Tx,
    scope: ProjectScope,
    order: LockedOrder,
    wanted: Pick<OrderRecord, 'cod_state' | 'cod_sum'>,
  ): Promise<Partial<OrderRecord>>;
  /**
   * What carriers are to bring, less what they keep of it: with parcels of each split order of this counterparty; and what
   * parcels of this order were told to collect, whatever became of it.
   */
  coming(
    tx: Tx,
    scope: ProjectScope,
    order: { readonly id: string; readonly counterparty_id: string },
  ): Promise<{
    readonly orders: readonly { readonly order_id: string; readonly net: number }[];
    readonly told: number;
  }>;
  /** None was sent, and the order is not to be: it is whole again. */
  remove(tx: Tx, scope: ProjectScope, order: LockedOrder): Promise<void>;
  /** Of its parcels but the first, whose ТТН is the order's. */
  furtherTtns(tx: Tx, scope: ProjectScope, order: LockedOrder): Promise<readonly string[]>;
}
export const orderParcels = hook<Parcels>('orders.parcels');

/** The parcels of an order that is split; null where it goes in one. */
export function parcelsOf(app: Services, { parcels }: Pick<OrderRecord, 'parcels'>): Parcels | null {
  if (parcels === 0) return null;
  const [answer] = app.hooks.all(orderParcels);
  if (!answer) throw new Error('nobody answers for the parcels of orders');
  return answer;
}

type DraftGuard = (tx: Tx, scope: ActingIn, orderId: string) => Promise<void>;
/** Slices above may refuse the deletion of a draft by throwing. */
export const draftDeletion = hook<DraftGuard>('orders.draft_deletion');
