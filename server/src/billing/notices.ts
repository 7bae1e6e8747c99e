import { dayInWords } from '@lanka/domain/billing/lines';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import { formatMoney } from '@lanka/domain/kit/money';
import type { PlanPrice } from '@lanka/domain/kit/plan_prices';
import { type Audience, type Plan, planTitle } from '@lanka/domain/kit/plans';
import { dotted } from '@lanka/domain/kit/time';
import { readPayingUser } from '../identity';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { NOT_ASKED_FOR } from '../kit/mail/caps';
import { type LetterKind, letterKind } from '../kit/mail/letters';
import { type NoticeKind, noticeKind, noticeWithLetter } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import type { PayerRef } from './payers';
import type { InvoiceRow } from './tables';

interface Facts {
  readonly number: string;
  readonly amount: string;
  readonly due_on: string;
}
const sample: Facts = { number: 'LN-000012', amount: '379,00 ₴', due_on: '04.12.2026' };

const issued = letterKind<Facts>('billing.invoice_issued', {
  sample,
  ua: ({ number, amount, due_on }) => ({
    subject: `Рахунок № ${number} на ${amount}`,
    paragraphs: [
      `Виставлено рахунок за тариф: ${amount}. Сплатіть його до ${due_on} включно: як це зробити, сказано на його сторінці.`,
      'Якщо рахунок не буде сплачено вчасно, доступ стане лише для читання, доки оплата не надійде.',
    ],
    button: 'Переглянути рахунок',
  }),
  en: ({ number, amount, due_on }) => ({
    subject: `Invoice No. ${number}: ${amount}`,
    paragraphs: [
      `An invoice for the plan was issued: ${amount}. Pay it by ${due_on}: its page says how.`,
      'If it is not paid in time, access becomes read-only until the payment has come.',
    ],
    button: 'See the invoice',
  }),
});

const lastDay = letterKind<Facts>('billing.last_day', {
  sample,
  ua: ({ number, amount }) => ({
    subject: `Сьогодні останній день оплати рахунку № ${number}`,
    paragraphs: [`До сплати ${amount}. Від завтра доступ стане лише для читання, доки рахунок не сплачено.`],
    button: 'Сплатити',
  }),
  en: ({ number, amount }) => ({
    subject: `Today is the last day to pay invoice No. ${number}`,
    paragraphs: [`${amount} are to be paid. From tomorrow access is read-only until the invoice is paid.`],
    button: 'Pay',
  }),
});

const overdue = letterKind<Facts>('billing.overdue', {
  sample,
  ua: ({ number, amount }) => ({
    subject: `Рахунок № ${number} прострочено: доступ лише для читання`,
    paragraphs: [
      `Не сплачено ${amount}. Дані на місці, оформлені замовлення можна довести до кінця. Усе відкриється одразу після оплати.`,
    ],
    button: 'Сплатити',
  }),
  en: ({ number, amount }) => ({
    subject: `Invoice No. ${number} is overdue: access is read-only`,
    paragraphs: [
      `${amount} were not paid. The data are safe, orders under way can be finished. Everything opens at once after the payment.`,
    ],
    button: 'Pay',
  }),
});

const paid = letterKind<Facts>('billing.paid', {
  sample,
  ua: ({ number, amount }) => ({
    subject: `Рахунок № ${number} сплачено`,
    paragraphs: [`Оплату ${amount} отримано. Дякуємо.`],
    button: 'Переглянути рахунок',
  }),
  en: ({ number, amount }) => ({
    subject: `Invoice No. ${number} is paid`,
    paragraphs: [`The payment of ${amount} has come. Thank you.`],
    button: 'See the invoice',
  }),
});

/** Kopecks; `was` the month before, null where the plan has no such thing. `own`: with the payer's discount, if he has one. */
interface RiseFacts {
  readonly plan: Plan;
  readonly from: string;
  readonly was: PlanPrice;
  readonly price: PlanPrice;
  readonly own: number | null;
}

const isChanged = ({ was, price }: RiseFacts, what: 'price' | 'extra_orders' | 'extra_collaborator'): boolean =>
  price[what] !== null && price[what] !== was[what];
const sum = (kopecks: number | null): string => formatMoney(kopecks ?? 0);

const priceRises = letterKind<RiseFacts>('billing.price_rises', {
  sample: {
    ...{ plan: 'manufacturer-premium-monthly', from: '2027-01-01', own: 1119_20 },
    was: { price: 1299_00, old_price: null, extra_orders: 39_00, extra_collaborator: 49_00 },
    price: { price: 1399_00, old_price: null, extra_orders: 45_00, extra_collaborator: 49_00 },
  },
  ua: (facts) => {
    const { plan, from, was, price, own } = facts;
    const [title, day] = [planTitle(plan, 'ua'), dayInWords(from, 'ua')];
    return {
      subject: `Тариф «${title}»: нова ціна з ${day}`,
      paragraphs: [
        isChanged(facts, 'price')
          ? `З ${day} тариф «${title}» коштуватиме ${sum(price.price)} на місяць, зараз – ${sum(was.price)}.`
          : `З ${day} змінюється вартість того, що понад тариф «${title}». Сам тариф – ${sum(price.price)} на місяць, як і зараз.`,
        ...(isChanged(facts, 'extra_orders')
          ? [`Додатковий пакет на 50 замовлень – ${sum(price.extra_orders)}, зараз – ${sum(was.extra_orders)}.`]
          : []),
        ...(isChanged(facts, 'extra_collaborator')
          ? [`Додатковий співробітник – ${sum(price.extra_collaborator)}, зараз – ${sum(was.extra_collaborator)}.`]
          : []),
        ...(own === null ? [] : [`З вашою знижкою тариф коштуватиме ${sum(own)}.`]),
        'Уже виставлені рахунки не змінюються. Тариф можна змінити будь-коли.',
      ],
      button: 'Переглянути тарифи',
    };
  },
  en: (facts) => {
    const { plan, from, was, price, own } = facts;
    const [title, day] = [planTitle(plan, 'en'), dayInWords(from, 'en')];
    return {
      subject: `Plan “${title}”: a new price from ${day}`,
      paragraphs: [
        isChanged(facts, 'price')
          ? `From ${day} the plan “${title}” costs ${sum(price.price)} a month; now it is ${sum(was.price)}.`
          : `From ${day} what is beyond the plan “${title}” has another price. The plan itself stays at ${sum(price.price)} a month.`,
        ...(isChanged(facts, 'extra_orders')
          ? [`An extra pack of 50 orders: ${sum(price.extra_orders)}, now ${sum(was.extra_orders)}.`]
          : []),
        ...(isChanged(facts, 'extra_collaborator')
          ? [`An extra collaborator: ${sum(price.extra_collaborator)}, now ${sum(was.extra_collaborator)}.`]
          : []),
        ...(own === null ? [] : [`With your discount the plan will cost ${sum(own)}.`]),
        'Invoices that are issued stay as they are. The plan can be changed at any time.',
      ],
      button: 'See the plans',
    };
  },
});

interface StayFacts {
  readonly plan: Plan;
  readonly from: string;
  readonly price: number;
}
const priceStays = letterKind<StayFacts>('billing.price_stays', {
  sample: { plan: 'manufacturer-premium-monthly', from: '2027-01-01', price: 1299_00 },
  ua: ({ plan, from, price }) => ({
    subject: `Тариф «${planTitle(plan, 'ua')}» не дорожчає`,
    paragraphs: [
      `Ми повідомляли про вищу ціну з ${dayInWords(from, 'ua')}. Її скасовано: того місяця тариф коштуватиме ${sum(price)}.`,
    ],
    button: 'Переглянути тарифи',
  }),
  en: ({ plan, from, price }) => ({
    subject: `The plan “${planTitle(plan, 'en')}” does not cost more`,
    paragraphs: [
      `We told of a higher price from ${dayInWords(from, 'en')}. It was taken back: in that month the plan costs ${sum(price)}.`,
    ],
    button: 'See the plans',
  }),
});

const reaches = [{ staff: 'billing.manage' }] as const;
const told = <F extends object>(letter: LetterKind<F>) => ({
  letter,
  notice: noticeWithLetter(letter, { area: 'money', reaches }),
});
const TOLD = { issued: told(issued), last_day: told(lastDay), overdue: told(overdue), paid: told(paid) };

const RISES = { rises: told(priceRises), stays: told(priceStays) };

/** A pack of further orders was added by itself. */
export const packAdded = noticeKind<{ readonly count: number; readonly price: string }>('billing.pack_added', {
  ...{ area: 'money', reaches, mail: 'now', sample: { count: 1, price: '59,00 ₴' }, path: () => '/cp/billing' },
  ua: ({ count, price }) => ({
    title: count === 1 ? 'Додано пакет на 50 замовлень' : `Додано пакетів на 50 замовлень: ${count}`,
    text: `Замовлень більше, ніж входить у тариф. Пакет коштує ${price} і буде в наступному рахунку`,
  }),
  en: ({ count, price }) => ({
    title: count === 1 ? 'A pack of 50 orders was added' : `Packs of 50 orders were added: ${count}`,
    text: `There are more orders than the plan includes. A pack costs ${price} and comes with the next invoice`,
  }),
});

export const billingNotices = [
  ...Object.values(TOLD).map(({ notice }) => notice),
  ...[RISES.rises.notice, RISES.stays.notice, packAdded],
];

/** Of a project its leaders hear, by the bell and by letter; a user as a dropshipper by letter. */
async function tellPayer<F extends object>(
  tx: Tx,
  app: Services,
  { letter, notice }: { letter: LetterKind<F>; notice: NoticeKind<F & { readonly path: string }> },
  { audience, id, facts, paths }: PayerRef & { facts: F; paths: Readonly<Record<Audience, string>> },
): Promise<void> {
  if (audience === 'manufacturer') {
    await app.notices.tell(tx, systemIn(id), notice, {}, { ...facts, path: paths.manufacturer });
    return;
  }
  const user = await readPayingUser(tx, id);
  if (!user || user.blocked_at !== null) return;
  await app.mail.post(tx, letter.to(user, facts, `${app.config.publicUrl}${paths.dropshipper}`), NOT_ASKED_FOR);
}

const PLANS = { manufacturer: '/cp/billing/billing', dropshipper: '/cp/dropshipper-profile/billing' } as const;

/** A price that comes is higher; or it is not after all. */
export const tellRise = (tx: Tx, app: Services, ref: PayerRef, facts: RiseFacts): Promise<void> =>
  tellPayer(tx, app, RISES.rises, { ...ref, facts, paths: PLANS });
export const tellStay = (tx: Tx, app: Services, ref: PayerRef, facts: StayFacts): Promise<void> =>
  tellPayer(tx, app, RISES.stays, { ...ref, facts, paths: PLANS });

export async function tellOf(tx: Tx, app: Services, what: keyof typeof TOLD, row: InvoiceRow): Promise<void> {
  const facts = {
    number: invoiceNumber(row.number),
    amount: formatMoney(row.amount),
    due_on: dotted(row.due_on ?? row.issued_on),
  };
  const [audience, id] = [row.audience, row.payer_id];
  const paths = {
    manufacturer: `/cp/billing/invoices/${row.id}`,
    dropshipper: `/cp/dropshipper-profile/billing/${row.id}`,
  };
  await tellPayer(tx, app, TOLD[what], { audience, id, facts, paths });
}

export const tellIssued = (tx: Tx, app: Services, row: InvoiceRow): Promise<void> => tellOf(tx, app, 'issued', row);
