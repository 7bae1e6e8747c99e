import { formatIban } from '../kit/iban';
import { formatAmount, formatPercent } from '../kit/money';
import { paymentLink, validUntil } from '../kit/payment_qr';
import { formatPhone } from '../kit/phone';
import { isStaff, type Role } from '../kit/roles';
import { type LegalType, taxCodeLabel } from '../kit/tax_code';
import { formatDateInWords } from '../kit/time';
import { printedUnit } from '../kit/units';
import { VAT_PERCENT, vatIncluded } from '../kit/vat';
import { sumInWords } from '../kit/words';
import type { OrderStatus } from '../orders/contract';
import type { DocumentIssuer } from '../papers/issuer';
import { documentErrors } from './contract';
import type { DocumentType, FrozenDocument, FrozenLine, FrozenParty } from './frozen';

/** Goods have left the stock: only now a delivery note, a primary document, may exist (reference: documents). */
const SHIPPED: readonly OrderStatus[] = ['Sent', 'Complete'];

/** Staff issue the manufacturer's papers, everybody else (a Client) his own. */
export function issuerFor(role: Role): DocumentIssuer {
  return isStaff(role) ? 'manufacturer' : 'dropshipper';
}

export type DocumentRefusal = 'order_canceled' | 'order_empty' | 'order_not_sent';

/** Why a document of this type cannot be issued now; null when it can. The web asks it before it shows the button. */
export function whyNotIssue(
  type: DocumentType,
  order: {
    status: OrderStatus;
    item_count: number;
    /** It is for a parcel, and that is sent. */
    parcel_sent?: boolean;
  },
): DocumentRefusal | null {
  if (order.status === 'Canceled') return 'order_canceled';
  if (order.item_count === 0) return 'order_empty';
  if (type === 'delivery_note' && !order.parcel_sent && !SHIPPED.includes(order.status)) return 'order_not_sent';
  return null;
}

/**
 * Numbers run without gaps inside one sequence: for each seller, type and year. A dropshipper's papers are not the
 * manufacturer's, so they must not take numbers out of the manufacturer's sequence.
 */
export function sequenceKey(input: {
  issuer: DocumentIssuer;
  counterparty_id: string | null;
  type: DocumentType;
  date: string;
}): string {
  const seller = input.issuer === 'manufacturer' ? 'manufacturer' : `counterparty:${input.counterparty_id ?? 'none'}`;
  return `${seller}:${input.type}:${input.date.slice(0, 4)}`;
}

/** A line as the order keeps it: both prices with their frozen discounts; amounts are what the order charges. */
export interface OrderLineForDocument {
  sku: string;
  product_title: string;
  modification_title: string;
  /** What is printed under the title: `Гравіювання: Марта`. */
  notes?: readonly string[];
  count: number;
  unit: string;
  base: { price: number; discount: number; amount: number };
  customer: { price: number; discount: number; amount: number };
}

/** Kopecks. */
export interface PaidBefore {
  readonly paid: number;
  /** What returns took back. */
  readonly credited: number;
}

/** Empty strings and nulls are simply not printed. */
export interface PartyForDocument {
  legal_type?: LegalType | null;
  name: string;
  tax_code?: string | null;
  iban?: string | null;
  bank_name?: string | null;
  mfo?: string | null;
  /** ІПН; see `isVatPayer`. */
  ipn?: string | null;
  certificate_number?: string | null;
  address?: string | null;
  phone?: string | null;
  email?: string | null;
}

export interface FreezeInput {
  type: DocumentType;
  issuer: DocumentIssuer;
  number: number;
  /** Of the project's general settings, before the number. */
  prefix?: string;
  /** `YYYY-MM-DD` in Kyiv. */
  date: string;
  /** Name of the user who issues it. */
  issued_by: string;
  seller: PartyForDocument;
  /** The counterparty of the order, null when it has none. */
  counterparty: PartyForDocument | null;
  /** The end customer, null when the order names none. */
  customer: PartyForDocument | null;
  order: {
    number: string;
    date: string;
    lines: readonly OrderLineForDocument[];
    /** Additional fields of the order that papers print. */
    particulars?: readonly { label: string; value: string }[];
    /** What was paid before, kopecks: by the counterparty, and by the end customer. */
    paid?: Readonly<Record<'base' | 'customer', PaidBefore>>;
  };
  place?: string | null;
  /** Only on an invoice. */
  valid_until?: string | null;
  issued_at: Date;
  /** Of the project's general settings: paragraphs under the sums. */
  notes?: readonly string[];
}

/**
 * A payer of VAT has a 12-digit number (organisation), or a number together with a certificate or register entry
 * (sole trader, whose number is his РНОКПП and by itself says nothing about VAT).
 */
export function isVatPayer(party: PartyForDocument): boolean {
  const ipn = party.ipn?.trim() ?? '';
  return ipn.length === 12 || (ipn !== '' && Boolean(party.certificate_number?.trim()));
}

/** `ФОП Іваненко Іван Іванович`, `ТОВ «Назва»`; a name that already begins with a legal form stays as it is. */
export function legalTitle(type: LegalType | null | undefined, name: string): string {
  const clean = name.trim().replace(/\s+/g, ' ');
  if (
    !type ||
    clean === '' ||
    /^(ФОП|ТОВ|ТзОВ|ПП|АТ|ПАТ|ПрАТ|ДП|КП|Товариство|Фізична особа)(?=[\s«"“.,-]|$)/i.test(clean)
  ) {
    return clean;
  }
  if (type === 'ФОП') return `ФОП ${clean}`;
  return /^[«"“].*[»"”]$/.test(clean) ? `ТОВ «${clean.slice(1, -1)}»` : `ТОВ «${clean}»`;
}

/**
 * To whom the paper is made out and by which price list (specification §5, reference: documents).
 * A dropshipper's goes only to the end customer, at the customer's prices, and carries
 * nothing of the base cost. The manufacturer's goes to the counterparty at base cost less his discount, or, when
 * the order has no counterparty, to the customer at his prices.
 */
export function buyerOf(input: Pick<FreezeInput, 'issuer' | 'counterparty' | 'customer'>): {
  party: PartyForDocument;
  prices: 'base' | 'customer';
} {
  const named = (party: PartyForDocument | null) => (party && party.name.trim() !== '' ? party : null);
  const customer = named(input.customer);
  if (input.issuer === 'dropshipper') {
    if (!customer) throw documentErrors.no_customer({ path: 'customer.name' });
    return { party: customer, prices: 'customer' };
  }
  const counterparty = named(input.counterparty);
  if (counterparty) return { party: counterparty, prices: 'base' };
  if (!customer) throw documentErrors.no_buyer({ path: 'customer.name' });
  return { party: customer, prices: 'customer' };
}

/** One line each for codes, bank account, address, contacts; what is not known is left out. */
function requisitesOf(party: PartyForDocument, seller: boolean): FrozenParty['requisites'] {
  const clean = (value: string | null | undefined) => value?.trim() ?? '';
  const row = (label: string, value: string) => (value === '' ? '' : `${label}\u00a0${value}`);
  const code = clean(party.tax_code);
  const vatPayer = isVatPayer(party);
  const lines = [
    [
      row(taxCodeLabel(code), code),
      vatPayer ? row('ІПН', clean(party.ipn)) : '',
      vatPayer ? row('свідоцтво платника ПДВ №', clean(party.certificate_number)) : '',
      seller && !vatPayer ? 'не є платником ПДВ' : '',
    ],
    [row('IBAN', formatIban(clean(party.iban))), row('банк', clean(party.bank_name)), row('МФО', clean(party.mfo))],
    [row('адреса', clean(party.address))],
    [row('тел.', formatPhone(clean(party.phone)).replace(/ /g, '\u00a0')), row('e-mail', clean(party.email))],
  ];
  return lines
    .map((parts) => parts.filter(Boolean).join(', '))
    .filter(Boolean)
    .map((line) => line.charAt(0).toUpperCase() + line.slice(1));
}

export function partyOf(label: string, party: PartyForDocument, seller: boolean): FrozenParty {
  return { label, name: legalTitle(party.legal_type, party.name), requisites: requisitesOf(party, seller) };
}

function linesOf(lines: readonly OrderLineForDocument[], prices: 'base' | 'customer'): FrozenLine[] {
  return lines.map((line, i) => ({
    number: i + 1,
    sku: line.sku,
    title: [
      [line.product_title, line.modification_title]
        .map((part) => part.trim())
        .filter(Boolean)
        .join(', '),
      ...(line.notes ?? []),
    ].join('\n'),
    unit: printedUnit(line.unit),
    count: line.count,
    ...line[prices],
  }));
}

const TOTAL: Partial<Record<DocumentType, string>> = {
  invoice: 'Всього до сплати, грн',
  credit_note: 'Зменшено на, грн',
};

/** Papers by which one pays say how much of it is paid. What left the warehouse is not a matter of money. */
function paidOf({ type, order }: FreezeInput, prices: 'base' | 'customer', total: number) {
  const before = order.paid?.[prices];
  if (!before || (type !== 'order' && type !== 'invoice')) return { paid: 0, credited: 0, left: total };
  const credited = Math.min(before.credited, total);
  const paid = Math.min(before.paid, total - credited);
  return { paid, credited, left: total - credited - paid };
}

function totalsOf(
  type: DocumentType,
  lines: readonly FrozenLine[],
  total: number,
  vatPayer: boolean,
  { paid, credited, left }: ReturnType<typeof paidOf>,
) {
  const gross = lines.reduce((sum, line) => sum + line.price * line.count, 0);
  const row = (label: string, kopecks: number, strong = false) => ({ label, value: formatAmount(kopecks), strong });
  const rows = [];
  if (gross !== total) rows.push(row('Разом без знижки', gross), row('Знижка', gross - total));
  rows.push(row(TOTAL[type] ?? 'Разом, грн', total, true));
  rows.push(
    vatPayer
      ? row(`У тому числі ПДВ\u00a0${formatPercent(VAT_PERCENT * 100)}`, vatIncluded(total))
      : { label: 'Без ПДВ', value: '', strong: false },
  );
  if (credited > 0) rows.push(row('Зараховано за повернення', credited));
  if (paid > 0) rows.push(row('Сплачено', paid));
  if (left < total) rows.push(row('Залишилося сплатити, грн', left, true));
  return rows;
}

function notesOf(input: FreezeInput, name: string, left: number, vatPayer: boolean): string[] {
  if (input.type === 'credit_note')
    return [
      `Вартість поставленого за названими документами зменшується на ${formatAmount(left)}\u00a0грн; на цю суму зменшується заборгованість покупця або збільшується його передоплата.`,
    ];
  if (input.type !== 'invoice' || left === 0) return [];
  const vat = vatPayer
    ? `у тому числі ПДВ\u00a0${formatPercent(VAT_PERCENT * 100)} ${formatAmount(vatIncluded(left))} грн`
    : 'без ПДВ';
  const notes = [`Призначення платежу: Оплата за товар згідно рахунку ${name}, ${vat}`];
  if (input.valid_until) notes.push(`Рахунок дійсний до ${formatDateInWords(input.valid_until)}`);
  return notes;
}

/** What the QR of an invoice says; null where a bank would refuse it, or all is paid: the paper then says nothing of it. */
function paymentOf(input: FreezeInput, total: number, vatPayer: boolean): FrozenDocument['payment'] {
  const { seller, date } = input;
  const number = `${input.prefix ?? ''}${input.number}`;
  if (input.type !== 'invoice' || total === 0) return null;
  const day = date.split('-').reverse().join('.');
  const vat = vatPayer ? `у т.ч. ПДВ ${formatAmount(vatIncluded(total))} грн` : 'без ПДВ';
  const valid_until = validUntil(input.valid_until ?? date);
  const link = paymentLink({
    recipient: legalTitle(seller.legal_type, seller.name),
    iban: seller.iban?.trim() ?? '',
    code: seller.tax_code?.trim() ?? '',
    amount: total,
    category: 'OTHR/GDDS',
    reference: number,
    purposes: [`Оплата за товар, рах. ${number} від ${day}, ${vat}`, `Рах. ${number} від ${day}, ${vat}`],
    issued_at: input.issued_at,
    valid_until,
  });
  return link ? { link, valid_until } : null;
}

function signaturesOf(
  type: DocumentType,
  seller: string,
  buyer: string,
  issuedBy: string,
): FrozenDocument['signatures'] {
  const empty = { name: '', stamp: false, blanks: [] };
  if (type === 'invoice') return [{ ...empty, label: 'Виписав(ла)', party: seller, name: issuedBy, stamp: true }];
  if (type === 'return_note') {
    return [
      { label: 'Здав(ла)', party: buyer, name: '', stamp: true, blanks: ['Посада'] },
      { label: 'Прийняв(ла)', party: seller, name: issuedBy, stamp: true, blanks: ['Посада'] },
    ];
  }
  if (type === 'credit_note') {
    return [
      { label: 'Від постачальника', party: seller, name: issuedBy, stamp: true, blanks: ['Посада'] },
      { label: 'Від покупця', party: buyer, name: '', stamp: true, blanks: ['Посада'] },
    ];
  }
  if (type === 'order') {
    return [
      { ...empty, label: 'Постачальник', party: seller, name: issuedBy, stamp: true },
      { ...empty, label: 'Покупець', party: buyer },
    ];
  }
  return [
    { label: 'Від постачальника', party: seller, name: issuedBy, stamp: true, blanks: ['Посада'] },
    { label: 'Отримав(ла)', party: buyer, name: '', stamp: true, blanks: ['Посада', 'За довіреністю №'] },
  ];
}

const NAMES: Readonly<Record<DocumentType, string>> = {
  order: 'Замовлення',
  invoice: 'Рахунок на оплату',
  delivery_note: 'Видаткова накладна',
  return_note: 'Накладна на повернення',
  credit_note: 'Коригувальний документ (повернення)',
};

/**
 * `Рахунок № 5 від 21.11.2026.pdf`. The blank of an order goes by its own number, which is what its sequence counts.
 */
export function fileNameOf({
  type,
  number,
  prefix = '',
  date,
}: Pick<FrozenDocument, 'type' | 'number' | 'prefix' | 'date'>): string {
  const name = { ...NAMES, order: 'Бланк замовлення', invoice: 'Рахунок' }[type];
  // what a name of a file may not have
  const shown = `${prefix}${number}`.replaceAll('/', '-');
  return `${name} № ${shown} від ${date.split('-').reverse().join('.')}.pdf`;
}

/**
 * Builds the whole paper. Call `whyNotIssue` first; throws no_customer, no_buyer, no_seller_name,
 * no_seller_tax_code, no_account (an invoice) or order_empty (422, 409) when something that must be printed is missing.
 * The paper of the order carries the order's own number and date, because that is what it is a copy of.
 */
export function freezeDocument(input: FreezeInput): FrozenDocument {
  if (input.order.lines.length === 0) throw documentErrors.order_empty();
  if (input.seller.name.trim() === '') throw documentErrors.no_seller_name({ path: 'legal_name' });
  if (!input.seller.tax_code?.trim()) throw documentErrors.no_seller_tax_code({ path: 'edropoy_code' });
  if (input.type === 'invoice' && !input.seller.iban?.trim())
    throw documentErrors.no_account({ path: 'payment_details_id' });
  const { party, prices } = buyerOf(input);
  const seller = partyOf('Постачальник', input.seller, true);
  const buyer = partyOf('Покупець', party, false);
  const lines = linesOf(input.order.lines, prices);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const before = paidOf(input, prices, total);
  const vatPayer = isVatPayer(input.seller);
  const { prefix = '' } = input;
  const name = `№\u00a0${prefix}${input.number} від ${formatDateInWords(input.date)}`;
  const orderName = `№\u00a0${input.order.number} від ${formatDateInWords(input.order.date)}`;
  const particulars = [
    input.type === 'order' ? { label: 'Бланк', value: name } : { label: 'Замовлення', value: orderName },
    { label: 'Місце складання', value: input.place?.trim() ?? '' },
    ...(input.order.particulars ?? []),
  ];
  return {
    format: 1,
    type: input.type,
    issuer: input.issuer,
    number: input.number,
    ...(prefix ? { prefix } : {}),
    date: input.date,
    title: `${NAMES[input.type]} ${input.type === 'order' ? orderName : name}`,
    seller,
    buyer,
    particulars: particulars.filter((row) => row.value !== ''),
    lines,
    totals: totalsOf(input.type, lines, total, vatPayer, before),
    total,
    count_text: `Всього найменувань ${lines.length}, на суму ${formatAmount(total)}\u00a0грн.`,
    sum_in_words: sumInWords(total),
    notes: [
      ...notesOf(input, name, before.left, vatPayer),
      ...(input.notes ?? []).filter((note) => note.trim() !== ''),
    ],
    payment: paymentOf(input, before.left, vatPayer),
    signatures: signaturesOf(input.type, seller.name, buyer.name, input.issued_by.trim()),
  };
}
