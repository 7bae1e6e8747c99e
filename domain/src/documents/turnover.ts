import { formatAmount } from '../kit/money';
import { formatDateInWords, formatDateTime } from '../kit/time';
import { printedCounts, printedUnit } from '../kit/units';
import { sumInWords } from '../kit/words';
import type { PaperType } from '../papers/contract';
import type { TurnoverDocument, TurnoverFlow, TurnoverItem, TurnoverType } from '../turnover/contract';
import { hasPrices, sumOf } from '../turnover/rules';
import { documentErrors } from './contract';
import type { FrozenDocument } from './frozen';
import type { Paper } from './paper';
import { type PartyForDocument, partyOf } from './rules';

type Kind = 'income' | 'sale' | 'write_off' | 'return_in' | 'return_out';

/** A reversal goes the other way, and its paper is that of what it takes back. */
const KINDS: Readonly<Record<`${TurnoverFlow} ${TurnoverType}`, Kind>> = {
  'income purchase': 'income',
  'outcome purchase': 'income',
  'outcome sale': 'sale',
  'income sale': 'sale',
  'outcome write_off': 'write_off',
  'income write_off': 'write_off',
  'income return': 'return_in',
  'outcome return': 'return_out',
};

const TYPES: Readonly<Record<Kind, PaperType>> = {
  income: 'income_note',
  sale: 'delivery_note',
  write_off: 'write_off',
  return_in: 'return_note',
  return_out: 'supplier_return_note',
};

/** As the register of papers names it; `shared`: it is made out to the counterparty, who may read it. */
export function registeredAs({ flow, type }: Pick<TurnoverDocument, 'flow' | 'type'>): {
  type: PaperType;
  shared: boolean;
} {
  const kind = KINDS[`${flow} ${type}`];
  return { type: TYPES[kind], shared: kind !== 'income' && kind !== 'write_off' };
}

const NAMES: Readonly<Record<Kind, string>> = {
  income: 'Прибуткова накладна',
  sale: 'Видаткова накладна',
  write_off: 'Акт списання',
  return_in: 'Накладна на повернення від покупця',
  return_out: 'Накладна на повернення постачальнику',
};

type Document = Pick<
  TurnoverDocument,
  'number' | 'date' | 'flow' | 'type' | 'reverses' | 'comment' | 'reason' | 'in_stock' | 'expected_on' | 'count'
>;

export interface TurnoverPaperInput {
  readonly document: Document & { readonly posted_by: string };
  readonly lines: readonly (Pick<
    TurnoverItem,
    'sku' | 'product_title' | 'modification_title' | 'count' | 'unit' | 'transaction_item_price'
  > & {
    /** What is printed under the title: `Склад: льон`. */
    readonly notes: readonly string[];
  })[];
  readonly project: PartyForDocument;
  readonly counterparty: PartyForDocument | null;
  /** Of the project's general settings: paragraphs under the sums. */
  readonly notes: readonly string[];
  /** When the paper was issued that this one is to stand for. */
  readonly replaces: string | null;
}

/** A paper as it was issued: stored as JSON and never made again, whatever becomes of names and requisites. */
export interface FrozenTurnoverPaper {
  readonly format: 1;
  readonly file_name: string;
  readonly paper: Paper;
  /** Which of its parties is the counterparty; null where there is none. */
  readonly counterparty: number | null;
}

/** For who may see nothing of a counterparty but the name. */
export const withoutRequisites = ({ paper, counterparty }: FrozenTurnoverPaper): Paper => ({
  ...paper,
  parties: paper.parties.map((party, at) => (at === counterparty ? { ...party, requisites: [] } : party)),
});

const nameOf = (document: Document): string => {
  const kind = NAMES[KINDS[`${document.flow} ${document.type}`]];
  return document.reverses ? `Сторно: ${kind[0]?.toLowerCase()}${kind.slice(1)}` : kind;
};

/** `Прибуткова накладна № 12 від 21.11.2026.pdf` */
const fileNameOf = (document: Document): string =>
  `${nameOf(document).replace(':', '')} № ${document.number} від ${document.date.split('-').reverse().join('.')}.pdf`;

/**
 * The paper of a posted document: what came, went or was written off, between whom, for how much.
 * @throws documents.no_seller_name, documents.no_seller_tax_code where goods leave the house by it
 */
export function freezeTurnoverPaper(input: TurnoverPaperInput): FrozenTurnoverPaper {
  const { document, lines, project, counterparty, notes, replaces } = input;
  const kind = KINDS[`${document.flow} ${document.type}`];
  if (kind === 'sale' || kind === 'return_out') {
    if (project.name.trim() === '') throw documentErrors.no_seller_name({ path: 'legal_name' });
    if (!project.tax_code?.trim()) throw documentErrors.no_seller_tax_code({ path: 'edropoy_code' });
  }
  const priced =
    hasPrices(document.type) && lines.some(({ transaction_item_price }) => transaction_item_price !== null);
  const total = sumOf(lines.map((line) => ({ ...line, sale_price: null, product_variant_id: '' })));
  const { own, other } = partiesOf(kind, project, counterparty);
  const pieces = printedCounts(lines);
  const otherFirst = kind === 'income' || kind === 'return_in';
  const paper: Paper = {
    title: `${nameOf(document)} №\u00a0${document.number} від ${formatDateInWords(document.date)}`,
    author: own.name,
    parties: otherFirst ? [...other, own] : [own, ...other],
    particulars: particularsOf(kind, document, replaces),
    lines: lines.map((line, i) => ({
      number: i + 1,
      sku: line.sku,
      title: [
        [line.product_title, line.modification_title].filter((part) => part.trim() !== '').join(', '),
        ...line.notes,
      ].join('\n'),
      unit: printedUnit(line.unit),
      count: line.count,
      discount: 0,
      price: priced ? line.transaction_item_price : null,
      amount: priced && line.transaction_item_price !== null ? line.count * line.transaction_item_price : null,
    })),
    totals: [
      ...(priced ? [{ label: 'Разом, грн', value: formatAmount(total), strong: true }] : []),
      // what the supplier charges of VAT his own paper says
      ...(kind === 'sale' ? [{ label: 'Без ПДВ', value: '', strong: false }] : []),
    ],
    count_text: `Всього найменувань ${lines.length}, ${pieces}${priced ? `, на суму ${formatAmount(total)}\u00a0грн.` : ''}`,
    sum_in_words: priced ? sumInWords(total) : '',
    notes: kind === 'sale' ? notes.filter((note) => note.trim() !== '') : [],
    signatures: signaturesOf(kind, own.name, other[0]?.name ?? '', document.posted_by),
  };
  return {
    format: 1,
    file_name: fileNameOf(document),
    paper,
    counterparty: counterparty ? (otherFirst ? 0 : 1) : null,
  };
}

function partiesOf(kind: Kind, project: PartyForDocument, counterparty: PartyForDocument | null) {
  const [ownLabel, otherLabel] = {
    income: ['Одержувач', 'Постачальник'],
    sale: ['Постачальник', 'Покупець'],
    write_off: ['Організація', ''],
    return_in: ['Одержувач', 'Покупець'],
    return_out: ['Покупець', 'Постачальник'],
  }[kind] as [string, string];
  return {
    own: partyOf(ownLabel, project, kind === 'sale'),
    other: counterparty ? [partyOf(otherLabel, counterparty, false)] : [],
  };
}

/** What is said of a document for the own people does not stand on what is given to others. */
function particularsOf(
  kind: Kind,
  { reason, comment, reverses, in_stock, expected_on }: Document,
  replaces: string | null,
) {
  const inner = kind === 'income' || kind === 'write_off';
  return [
    { label: 'Сторнує', value: reverses ? `документ №\u00a0${reverses.number}` : '' },
    { label: 'Причина', value: reason },
    { label: 'Коментар', value: inner ? comment : '' },
    {
      label: 'Надходження',
      // what has come since says the document; the paper stays as it is
      value: in_stock ? '' : expected_on ? `очікується ${formatDateInWords(expected_on)}` : 'очікується',
    },
    { label: 'Замінює', value: replaces ? `папір, виданий ${formatDateTime(new Date(replaces))}` : '' },
  ].filter(({ value }) => value.trim() !== '');
}

function signaturesOf(kind: Kind, own: string, other: string, postedBy: string): FrozenDocument['signatures'] {
  const of = (label: string, party: string, name = '', stamp = true) => ({
    label,
    party,
    name,
    stamp,
    blanks: ['Посада'],
  });
  switch (kind) {
    case 'income':
      return [of('Здав(ла)', other), of('Прийняв(ла)', own, postedBy)];
    case 'sale':
      return [of('Від постачальника', own, postedBy), of('Отримав(ла)', other)];
    case 'return_in':
      return [of('Повернув(ла)', other), of('Прийняв(ла)', own, postedBy)];
    case 'return_out':
      return [of('Повернув(ла)', own, postedBy), of('Прийняв(ла)', other)];
    case 'write_off':
      return [of('Списав(ла)', own, postedBy, false), of('Затвердив(ла)', own)];
  }
}
