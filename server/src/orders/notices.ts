import { formatMoney } from '@lanka/domain/kit/money';
import { plural } from '@lanka/domain/kit/plural';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import { STATUSES } from '@lanka/domain/orders/machine';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { noticeKind } from '../kit/notices/kinds';
import type { Services } from '../kit/services';

interface Facts {
  readonly id: string;
  readonly number: string;
  /** Who did it. */
  readonly who: string;
}

const sample: Facts = { id: '01890a5d-ac96-774b-bcce-b302099a8057', number: 'A128', who: 'Олена Коваленко' };
const path = ({ id }: Facts): string => `/cp/orders/${id}`;
const list = '/cp/orders';
const orders = (count: number): string =>
  `${count} ${plural('ua', count, { one: 'замовлення', few: 'замовлення', many: 'замовлень' })}`;

/** A dropshipper sends an order, the first time or after it was returned to him. */
export const orderPlaced = noticeKind<Facts & { readonly sum: number }>('orders.placed', {
  area: 'orders',
  reaches: [{ staff: 'orders.edit' }],
  mail: 'off',
  bot: 'now',
  botText: true,
  sample: { ...sample, sum: 123_450 },
  ua: ({ number, who, sum }) => ({ title: `Нове замовлення № ${number}`, text: `${who}, ${formatMoney(sum)}` }),
  en: ({ number, who, sum }) => ({ title: `New order № ${number}`, text: `${who}, ${formatMoney(sum)}` }),
  path,
  together: {
    ua: (count, { number, who }) => ({ title: `Нові замовлення: ${count}`, text: `Останнє – № ${number}, ${who}` }),
    en: (count, { number, who }) => ({ title: `New orders: ${count}`, text: `The last is № ${number}, ${who}` }),
    path: list,
  },
});

interface Moved extends Facts {
  readonly status: OrderStatus;
  readonly reason: string;
}

/** The supplier moves an order of the dropshipper. */
export const orderMoved = noticeKind<Moved>('orders.moved', {
  area: 'orders',
  reaches: ['dropshipper'],
  mail: 'off',
  bot: 'now',
  sample: { ...sample, status: 'Blocked', reason: 'Уточніть адресу доставки' },
  ua: ({ number, status, reason }) => ({ title: `Замовлення № ${number}: ${STATUSES[status].ua}`, text: reason }),
  en: ({ number, status, reason }) => ({ title: `Order № ${number}: ${STATUSES[status].en}`, text: reason }),
  path,
  together: {
    ua: (count, { number, status }) => ({
      title: `Зміни статусу: ${orders(count)}`,
      text: `Остання – № ${number}: ${STATUSES[status].ua}`,
    }),
    en: (count, { number, status }) => ({
      title: `Changes of status: ${count}`,
      text: `The last is № ${number}: ${STATUSES[status].en}`,
    }),
    path: list,
  },
});

/** A dropshipper gives up an order that was returned to him. */
export const orderGivenUp = noticeKind<Facts>('orders.given_up', {
  area: 'orders',
  reaches: [{ staff: 'orders.edit' }],
  mail: 'off',
  sample,
  ua: ({ number, who }) => ({ title: `Замовлення № ${number} скасовано`, text: `Скасовує ${who}` }),
  en: ({ number, who }) => ({ title: `The order № ${number} was canceled`, text: `By ${who}` }),
  path,
});

interface Said extends Facts {
  readonly said: string;
}
const comment = {
  area: 'comments',
  mail: 'off',
  sample: { ...sample, said: 'Чи можна відправити сьогодні?' },
  ua: ({ number, who, said }: Said) => ({ title: `Коментар до замовлення № ${number}`, text: `${who}: ${said}` }),
  en: ({ number, who, said }: Said) => ({ title: `A comment on the order № ${number}`, text: `${who}: ${said}` }),
  path,
} as const;

/** A comment for everybody, to the other side. */
export const commented = {
  by_supplier: noticeKind<Said>('orders.commented_by_supplier', { ...comment, reaches: ['dropshipper'] }),
  by_dropshipper: noticeKind<Said>('orders.commented_by_dropshipper', { ...comment, reaches: ['manager'] }),
};

export const orderNotices = [orderPlaced, orderMoved, orderGivenUp, ...Object.values(commented)];

interface Told {
  readonly id: string;
  readonly prefix: string;
  readonly number: number;
  readonly counterparty_id: string;
}

const factsOf = ({ user }: ProjectScope, { id, prefix, number }: Told): Facts => ({
  ...{ id, number: `${prefix}${number}` },
  who: user.name,
});

/** To the other side: an order that was sent or moved. */
export async function tellMoved(
  tx: Tx,
  { notices }: Services,
  scope: ProjectScope,
  order: Told & { readonly sum: number },
  { to, reason }: { readonly to: OrderStatus; readonly reason: string },
): Promise<void> {
  const { counterparty_id, sum } = order;
  const facts = factsOf(scope, order);
  if (scope.role !== 'Client')
    await notices.tell(tx, scope, orderMoved, { counterparty_id }, { ...facts, status: to, reason });
  else if (to === 'Pending') await notices.tell(tx, scope, orderPlaced, { counterparty_id }, { ...facts, sum });
  else await notices.tell(tx, scope, orderGivenUp, { counterparty_id }, facts);
}

const LONGEST_SAID = 200;

export async function tellCommented(
  tx: Tx,
  { notices }: Services,
  scope: ProjectScope,
  order: Told,
  said: string,
): Promise<void> {
  const kind = scope.role === 'Client' ? commented.by_dropshipper : commented.by_supplier;
  const { counterparty_id } = order;
  const short = said.length > LONGEST_SAID ? `${said.slice(0, LONGEST_SAID).trimEnd()}…` : said;
  await notices.tell(tx, scope, kind, { counterparty_id }, { ...factsOf(scope, order), said: short });
}
