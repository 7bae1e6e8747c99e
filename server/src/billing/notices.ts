import { invoiceNumber } from '@lanka/domain/billing/rules';
import { formatMoney } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import { readPayingUser } from '../identity';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { NOT_ASKED_FOR } from '../kit/mail/caps';
import { type LetterKind, letterKind } from '../kit/mail/letters';
import { noticeKind, noticeWithLetter } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
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

const reaches = [{ staff: 'billing.manage' }] as const;
const told = (letter: LetterKind<Facts>) => ({ letter, notice: noticeWithLetter(letter, { area: 'money', reaches }) });
const TOLD = { issued: told(issued), last_day: told(lastDay), overdue: told(overdue), paid: told(paid) };

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

export const billingNotices = [...Object.values(TOLD).map(({ notice }) => notice), packAdded];

/** Of a project its leaders hear, by the bell and by letter; a user as a dropshipper by letter. */
export async function tellOf(tx: Tx, app: Services, what: keyof typeof TOLD, row: InvoiceRow): Promise<void> {
  const facts = {
    number: invoiceNumber(row.number),
    amount: formatMoney(row.amount),
    due_on: dotted(row.due_on ?? row.issued_on),
  };
  const { letter, notice } = TOLD[what];
  if (row.audience === 'manufacturer') {
    const path = `/cp/billing/invoices/${row.id}`;
    await app.notices.tell(tx, systemIn(row.payer_id), notice, {}, { ...facts, path });
    return;
  }
  const user = await readPayingUser(tx, row.payer_id);
  if (!user || user.blocked_at !== null) return;
  const url = `${app.config.publicUrl}/cp/dropshipper-profile/billing/${row.id}`;
  await app.mail.post(tx, letter.to(user, facts, url), NOT_ASKED_FOR);
}

export const tellIssued = (tx: Tx, app: Services, row: InvoiceRow): Promise<void> => tellOf(tx, app, 'issued', row);
