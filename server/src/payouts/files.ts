import { buffer } from 'node:stream/consumers';
import { bankNameOf, mfoOf } from '@lanka/domain/kit/iban';
import { dotted } from '@lanka/domain/kit/time';
import { type Payout, type PayoutRow, payoutErrors } from '@lanka/domain/payouts/contract';
import { hryvnias, ibankText } from '@lanka/domain/payouts/rules';
import { type Cell, toCsv, toXlsx } from '../feeds';

const STATUS = { waiting: 'до виплати', paid: 'виплачено', canceled: 'скасовано' } as const;

interface Column {
  readonly head: string;
  readonly value: (row: PayoutRow, payout: Payout) => Cell;
}

const COLUMNS: readonly Column[] = [
  { head: 'Реєстр', value: (_, { number }) => number },
  { head: 'Дата реєстру', value: (_, { date }) => dotted(date) },
  { head: '№', value: ({ position }) => position },
  { head: 'Контрагент', value: ({ counterparty_name }) => counterparty_name },
  { head: 'Отримувач', value: ({ recipient_name }) => recipient_name },
  { head: 'IBAN отримувача', value: ({ iban }) => iban },
  { head: 'Код отримувача', value: ({ code }) => code },
  { head: 'МФО', value: ({ iban }) => mfoOf(iban) },
  { head: 'Банк', value: ({ iban }) => bankNameOf(iban) ?? '' },
  { head: 'Сума, грн', value: ({ amount }) => amount / 100 },
  { head: 'Призначення платежу', value: (_, { purpose }) => purpose },
  { head: 'Стан', value: ({ status }) => STATUS[status] },
  { head: 'Виплачено', value: ({ paid_on }) => (paid_on ? dotted(paid_on) : '') },
  { head: 'Хеш реєстру', value: (_, { hash }) => hash },
];

const heads = COLUMNS.map(({ head }) => head);
const rowsOf = (payout: Payout): Cell[][] => [
  ...payout.items.map((row) => COLUMNS.map(({ value }) => value(row, payout))),
  heads.map((head) => (head === 'Контрагент' ? 'Разом' : head === 'Сума, грн' ? payout.total / 100 : '')),
];

/** `Реєстр виплат № 5 від 23.11.2026.xlsx` */
export const nameOf = ({ number, date }: Payout, extension: string, also = ''): string =>
  `Реєстр виплат № ${number} від ${dotted(date)}${also && ` (${also})`}.${extension}`;

export const xlsxOf = (payout: Payout): Promise<Buffer> => buffer(toXlsx(heads, [rowsOf(payout)], 'Реєстр виплат'));

export async function csvOf(payout: Payout): Promise<Buffer> {
  const sums = heads.indexOf('Сума, грн');
  // a comma between hryvnias and kopecks, as spreadsheets of this country read it
  const rows = rowsOf(payout).map((row) =>
    row.map((cell, at) =>
      at === sums && typeof cell === 'number' ? hryvnias(Math.round(cell * 100)).replace('.', ',') : cell,
    ),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of toCsv(heads, [rows])) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** By its sign; what windows-1251 does not have is written as a question mark. */
const CP1251 = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, code) => code))].map((sign, code) => [
    sign,
    code,
  ]),
);
const toCp1251 = (text: string): Buffer => Buffer.from([...text].map((sign) => CP1251.get(sign) ?? 0x3f));

/** Rows that wait: what was paid already is not sent to the bank again. @throws payouts.no_payer, payouts.nothing_waits */
export function ibankOf(payout: Payout): Buffer {
  if (!payout.payer) throw payoutErrors.no_payer();
  const waiting = payout.items.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) throw payoutErrors.nothing_waits();
  return toCp1251(ibankText(payout, payout.payer, waiting));
}
