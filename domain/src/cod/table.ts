/** A carrier's register as a table: which columns it has, and what a row says. */
import { type Columns, columnsByNames } from '../feeds/columns';
import { cleanText } from '../feeds/rules';
import { parseAmount } from '../kit/money';
import type { CodTableRow } from './contract';

export const COD_FIELDS = ['ref', 'amount', 'fee'] as const;
export type CodField = (typeof COD_FIELDS)[number];
export type CodColumns = Columns<CodField>;

/** How carriers call them; the earlier, the surer. */
const NAMES: Readonly<Record<CodField, readonly RegExp[]>> = {
  fee: [/(комісі|комисси|винагород|утриман|fee|commission)/],
  ref: [/(ттн|накладн|експрес|^ен$|waybill|tracking)/, /(замовлен|заказ|order)/, /^(№|номер|number)/],
  amount: [/(післяплат|наложен|до виплати|отриман|зібран|collected)/, /(сума|сумма|amount|sum)/],
};

export const guessCodColumns = (headers: readonly string[]): CodColumns => columnsByNames(headers, NAMES);

/** Whether these names are a header: what is paid for stands in the table. */
export const isCodHeader = ({ ref, amount, fee }: CodColumns): boolean =>
  ref !== null && (amount !== null || fee !== null);

/** Of a table without a header: the parcel, the sum, the fee. */
export const PLAIN_COLUMNS: CodColumns = { ref: 0, amount: 1, fee: 2 };

/** Null where the cell is empty; what is no sum counts as nothing, and is told with the row. */
const sumOf = (cell: string): number | null => (cell === '' ? null : Math.max(0, parseAmount(cell) ?? 0));

export function codRow(cells: readonly string[], columns: CodColumns): CodTableRow {
  const cell = (field: CodField): string => {
    const at = columns[field];
    return at === null ? '' : cleanText(cells[at] ?? '');
  };
  return { ref: cell('ref').slice(0, 60), amount: sumOf(cell('amount')), fee: sumOf(cell('fee')) };
}
