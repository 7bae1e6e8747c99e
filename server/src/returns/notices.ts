import { formatMoney } from '@lanka/domain/kit/money';
import type { Return } from '@lanka/domain/returns/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { noticeKind } from '../kit/notices/kinds';
import type { Services } from '../kit/services';

interface Facts {
  readonly id: string;
  readonly number: number;
  readonly order: number;
  readonly who: string;
  readonly credit: number;
}

interface RefusalFacts extends Facts {
  /** What is charged for the logistics, kopecks. */
  readonly amount: number;
}

const common = {
  area: 'orders',
  mail: 'off',
  sample: {
    ...{ id: '01890a5d-ac96-774b-bcce-b302099a8057', number: 12 },
    ...{ order: 128, who: 'Олена Коваленко', credit: 123_450 },
  },
  path: ({ id }: Facts) => `/cp/returns/${id}`,
} as const;

const KINDS = {
  asked: noticeKind<Facts>('returns.asked', {
    ...common,
    reaches: [{ staff: 'returns.decide' }],
    ua: ({ number, order, who }) => ({
      title: `Повернення № ${number} чекає на рішення`,
      text: `${who}, замовлення № ${order}`,
    }),
    en: ({ number, order, who }) => ({
      title: `The return № ${number} waits for a decision`,
      text: `${who}, order № ${order}`,
    }),
  }),
  made: noticeKind<Facts>('returns.made', {
    ...common,
    reaches: ['dropshipper'],
    ua: ({ number, order }) => ({ title: `Повернення № ${number}`, text: `Замовлення № ${order}` }),
    en: ({ number, order }) => ({ title: `Return № ${number}`, text: `Order № ${order}` }),
  }),
  decided: noticeKind<Facts>('returns.decided', {
    ...common,
    reaches: ['dropshipper'],
    ua: ({ number, order, credit }) => ({
      title: `Рішення щодо повернення № ${number}`,
      text: `Замовлення № ${order}, зараховано ${formatMoney(credit)}`,
    }),
    en: ({ number, order, credit }) => ({
      title: `A decision on the return № ${number}`,
      text: `Order № ${order}, ${formatMoney(credit)} credited`,
    }),
  }),
  refused: noticeKind<RefusalFacts>('returns.refused', {
    ...common,
    sample: { ...common.sample, amount: 7_000 },
    reaches: ['dropshipper'],
    ua: ({ order, amount }) => ({
      title: `Посилку замовлення № ${order} не забрали`,
      text: amount > 0 ? `Нараховано логістику: ${formatMoney(amount)}` : 'Логістику не нараховано',
    }),
    en: ({ order, amount }) => ({
      title: `The parcel of the order № ${order} was not taken`,
      text: amount > 0 ? `Logistics charged: ${formatMoney(amount)}` : 'No logistics are charged',
    }),
  }),
};

export const returnNotices = Object.values(KINDS);

/** To the other side: a return that was made or decided. */
export async function tellReturn(
  tx: Tx,
  { notices }: Services,
  scope: ProjectScope,
  { id, number, order, counterparty, credit }: Return,
  what: 'made' | 'decided',
): Promise<void> {
  const facts = { id, number, order: order.number, who: scope.user.name, credit };
  const kind = scope.role === 'Client' ? KINDS.asked : KINDS[what];
  await notices.tell(tx, scope, kind, { counterparty_id: counterparty.id }, facts);
}

/** To the dropshipper, the same day: his parcel was not taken, and what that costs him. */
export async function tellRefusal(
  tx: Tx,
  { notices }: Services,
  scope: ProjectScope,
  order: { readonly number: number; readonly counterparty_id: string },
  { id, number, amount }: { readonly id: string; readonly number: number; readonly amount: number },
): Promise<void> {
  const { counterparty_id } = order;
  const facts = { id, number, order: order.number, who: scope.user.name, credit: 0, amount };
  await notices.tell(tx, scope, KINDS.refused, { counterparty_id }, facts);
}
