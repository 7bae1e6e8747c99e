import { Iban } from './iban';
import { isEdrpou, isRnokpp } from './tax_code';
import { dayAfter, formatDateTime } from './time';

/**
 * The National Bank's QR for a transfer, format 003 (resolution 97 of 19.08.2025): 17 lines joined by LF, in UTF-8, as
 * base64url behind an address that opens the bank's application on a telephone.
 */
export const QR_HOST = 'https://qr.bank.gov.ua/';
/** Characters of base64url. */
const MAX_DATA = 475;
const MAX_BYTES = Math.floor((MAX_DATA * 3) / 4);
const LIMITS = { recipient: 140, reference: 35, purpose: 420 } as const;
/** The payer may change none of the fields. */
const ALL_LOCKED = 'FEFF';

export interface QrPayment {
  /** As the account is called. */
  readonly recipient: string;
  readonly iban: string;
  /** ЄДРПОУ or РНОКПП of the recipient. */
  readonly code: string;
  /** Kopecks. */
  readonly amount: number;
  /** Of ISO 20022: payment for goods, or to a supplier. */
  readonly category: 'OTHR/GDDS' | 'SUPP/SUPP';
  /** Comes back in the bank's statement. */
  readonly reference: string;
  /** The same said at length and in short: the first that fits is taken. */
  readonly purposes: readonly [string, ...string[]];
  readonly issued_at: Date;
  /** `YYYY-MM-DD`: until the end of this day in Kyiv. */
  readonly valid_until: string;
}

/** What a bank's application reads of the picture. */
export interface QrFields {
  readonly recipient: string;
  readonly iban: string;
  /** `1250` or `1250.50`, hryvnias. */
  readonly amount: string;
  readonly code: string;
  readonly category: string;
  readonly reference: string;
  readonly purpose: string;
  readonly lock: string;
  /** `YYMMDDHHmmss` in Kyiv. */
  readonly valid_until: string;
  readonly issued_at: string;
}

/** What the format cannot carry, or banks refuse: other quotation marks, № and dashes become plain, spaces single. */
const plain = (text: string): string =>
  text
    .replace(/[’ʼ‘`]/g, "'")
    .replace(/[«»“”„]/g, '"')
    .replace(/№\s*/g, 'N ')
    .replace(/[–—−]/g, '-')
    .replace(/[^\p{L}\p{N} !"#$%&'()*+,\-./:;<=>?@[\]^_{|}~]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The long names of legal forms, as they are shortened on every payment. */
const shortName = (name: string): string =>
  name
    .replace(/товариство з обмеженою відповідальністю/i, 'ТОВ')
    .replace(/фізична особа\s*-\s*підприємець/i, 'ФОП')
    .replace(/приватне підприємство/i, 'ПП');

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Of the UTF-8 of a text; without the signs that fill it up. */
function toBase64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(written: string): string {
  const bytes = atob(written.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** At most so many letters and bytes, cut between words where there are any. */
function cut(text: string, letters: number, bytes: number): string {
  const fits = (tried: string) => tried.length <= letters && bytesOf(tried) <= bytes;
  if (fits(text)) return text;
  const words = text.split(' ');
  while (words.length > 1 && !fits(words.join(' '))) words.pop();
  const signs = [...words.join(' ')];
  while (!fits(signs.join(''))) signs.pop();
  return signs.join('').replace(/[\s,.;:"'(-]+$/, '');
}

/** `1250`, or `1250.50` where there are kopecks. */
const hryvnias = (kopecks: number): string =>
  kopecks % 100 === 0 ? String(kopecks / 100) : (kopecks / 100).toFixed(2);

/** A code with the check digit of its register. */
export const isPayable = (iban: string, code: string): boolean =>
  Iban.safeParse(iban).success && (isEdrpou(code) || isRnokpp(code));

/** The most that a transfer may be: 999 999 999.99. */
const MAX_AMOUNT = 99_999_999_999;

/**
 * The address that the picture says; null where an account, a code or a sum is not what a bank takes: then there is no
 * picture. Recipient and purpose have some hundred and twenty Cyrillic letters together: first the shorter purposes are
 * tried, then the recipient is shortened, at a word.
 */
export function paymentLink(payment: QrPayment): string | null {
  const { iban, code, amount } = payment;
  const recipient = cut(plain(shortName(payment.recipient)), LIMITS.recipient, MAX_BYTES);
  if (!isPayable(iban, code) || recipient === '') return null;
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > MAX_AMOUNT) return null;
  const purposes = payment.purposes.map((one) => cut(plain(one), LIMITS.purpose, MAX_BYTES));
  const write = (name: string, purpose: string): string =>
    [
      ...['BCD', '003', '1', 'UCT', ''],
      ...[name, iban, `UAH${hryvnias(amount)}`, code, payment.category],
      ...[cut(plain(payment.reference), LIMITS.reference, LIMITS.reference), purpose, '', ALL_LOCKED],
      ...[`${compact(payment.valid_until)}235959`, momentOf(payment.issued_at), ''],
    ].join('\n');
  const room = (name: string, purpose: string) => MAX_BYTES - bytesOf(write(name, purpose));
  const fitting = purposes.find((purpose) => room(recipient, purpose) >= 0);
  if (fitting !== undefined) return QR_HOST + toBase64Url(write(recipient, fitting));
  // the shortest purpose keeps half of what there is, the name the rest
  const shortest = purposes.at(-1) ?? '';
  const left = room('', '');
  const name = cut(recipient, LIMITS.recipient, Math.max(left - bytesOf(shortest), Math.floor(left / 2)));
  const purpose = cut(shortest, LIMITS.purpose, left - bytesOf(name));
  if (name === '' || purpose === '') return null;
  return QR_HOST + toBase64Url(write(name, purpose));
}

/** `YYYY-MM-DD` as `YYMMDD`. */
const compact = (day: string): string => day.replaceAll('-', '').slice(2);

/** `dd.mm.yyyy HH:mm` as `YYMMDDHHmmss`. */
function momentOf(at: Date): string {
  const [day = '', time = ''] = formatDateTime(at).split(' ');
  return `${compact(day.split('.').reverse().join('-'))}${time.replace(':', '')}00`;
}

/** A month for who pays later than agreed. */
export function validUntil(day: string): string {
  let last = day;
  for (let days = 0; days < 30; days += 1) last = dayAfter(last);
  return last;
}

/** The fields of an address of this format; null when it is none. */
export function readPaymentLink(link: string): QrFields | null {
  const written = link.startsWith(QR_HOST) ? link.slice(QR_HOST.length) : '';
  if (!/^[\w-]+$/.test(written) || written.length % 4 === 1) return null;
  const text = fromBase64Url(written);
  const lines = text.split('\n');
  const [format, version, alphabet, , , recipient = '', iban = '', amount = '', code = '', category = ''] = lines;
  const [reference = '', purpose = '', , lock = '', valid_until = '', issued_at = ''] = lines.slice(10);
  if (lines.length !== 17 || format !== 'BCD' || version !== '003' || alphabet !== '1') return null;
  return { recipient, iban, amount: amount.slice(3), code, category, reference, purpose, lock, valid_until, issued_at };
}
