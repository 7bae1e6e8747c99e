import { bankNameOf, Iban, mfoOf } from '../kit/iban';
import { paymentLink, validUntil } from '../kit/payment_qr';
import { TaxCode } from '../kit/tax_code';
import { dotted } from '../kit/time';
import type { PayoutRowStatus, Recipient } from './contract';

/** Which fields of a recipient are missing, or not what a bank takes. */
export function recipientProblems({ recipient_name, iban, code }: Recipient): (keyof Recipient)[] {
  const problems: (keyof Recipient)[] = [];
  if (recipient_name.trim() === '') problems.push('recipient_name');
  if (!Iban.safeParse(iban).success) problems.push('iban');
  if (!TaxCode.safeParse(code).success) problems.push('code');
  return problems;
}

/** What a decision does to a row: `do` it, `nothing` as it was done before, or `refuse` as the opposite was. */
export function decisionOn(status: PayoutRowStatus, wanted: 'paid' | 'canceled'): 'do' | 'nothing' | 'refuse' {
  if (status === 'waiting') return 'do';
  return status === wanted ? 'nothing' : 'refuse';
}

export const defaultPurpose = (number: number, date: string): string =>
  `Виплата за взаєморозрахунками, реєстр ${number} від ${dotted(date)}, без ПДВ`;

/** `1250.50` */
export const hryvnias = (kopecks: number): string => (kopecks / 100).toFixed(2);

interface Register {
  readonly number: number;
  readonly date: string;
  readonly purpose: string;
  readonly created_at: string;
}

interface Row extends Recipient {
  readonly position: number;
  readonly amount: number;
}

/** The QR that a person scans to pay a row; null where the code or the account fails its check digit. */
export const rowLink = ({ number, date, purpose, created_at }: Register, row: Row): string | null =>
  paymentLink({
    recipient: row.recipient_name,
    iban: row.iban,
    code: row.code,
    amount: row.amount,
    category: 'SUPP/SUPP',
    reference: `${number}-${row.position}`,
    purposes: [purpose, `Виплата, реєстр ${number} від ${dotted(date)}`],
    issued_at: new Date(created_at),
    valid_until: validUntil(date),
  });

const line = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most);

/**
 * The text that client banks of the family iBank 2 UA import, without its encoding: a head, then blocks of `KEY=value`.
 * Keys are those of its exporters; lengths are the bank's to say, so only those are kept that format 003 has too.
 */
export function ibankText(
  register: Register,
  payer: Recipient & { readonly bank_name: string },
  rows: readonly Row[],
): string {
  const blocks = rows.map((row) => [
    `DATE_DOC=${dotted(register.date)}`,
    `NUM_DOC=${`${register.number}${String(row.position).padStart(3, '0')}`.slice(-10)}`,
    `AMOUNT=${hryvnias(row.amount)}`,
    `CLN_NAME=${line(payer.recipient_name, 140)}`,
    `CLN_OKPO=${payer.code}`,
    `CLN_ACCOUNT=${payer.iban}`,
    `CLN_BANK_NAME=${line(payer.bank_name || (bankNameOf(payer.iban) ?? ''), 140)}`,
    `CLN_BANK_MFO=${mfoOf(payer.iban)}`,
    `RCPT_NAME=${line(row.recipient_name, 140)}`,
    `RCPT_OKPO=${row.code}`,
    `RCPT_ACCOUNT=${row.iban}`,
    `RCPT_BANK_NAME=${bankNameOf(row.iban) ?? ''}`,
    `RCPT_BANK_MFO=${mfoOf(row.iban)}`,
    `PAYMENT_DETAILS=${line(register.purpose, 160)}`,
  ]);
  return ['Content-Type=doc/ua_payment', ...blocks.map((block) => block.join('\r\n'))].join('\r\n\r\n').concat('\r\n');
}
