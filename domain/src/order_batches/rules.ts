/** Many orders as the rows of a table: which rows are one order, and what is wrong with each cell. */
import { CODE_PROBLEMS, type Columns, columnsByNames } from '../feeds/columns';
import { cleanText, readPrice, readStock } from '../feeds/rules';
import { normaliseHeader } from '../feeds/template';
import type { Locale } from '../kit/errors';
import { Phone } from '../kit/phone';
import { Count } from '../stock/count';
import type { TemplateField } from '../templates/fields';

export const BATCH_FIELDS = [
  ...(['number', 'name', 'phone', 'town', 'branch'] as const),
  ...(['code', 'count', 'price', 'cod', 'comment'] as const),
] as const;
export type BatchField = (typeof BATCH_FIELDS)[number];

/** `order.ribbon`, `order_item.engraving`: a field of the supplier's templates. */
export const FIELD_SETS = ['order', 'order_item'] as const;
export type FieldSet = (typeof FIELD_SETS)[number];
export type FieldRef = `${FieldSet}.${string}`;
/** What a problem is of. */
export type BatchCell = BatchField | FieldRef;

type KnownField = Pick<TemplateField, 'set' | 'key' | 'name' | 'type' | 'archived'>;
export const refOf = ({ set, key }: Pick<KnownField, 'set' | 'key'>): FieldRef => `${set as FieldSet}.${key}`;

/** The cells of a row, as they were typed. */
export type BatchRow = Readonly<Record<BatchField, string>> & {
  readonly fields?: Readonly<Record<string, string>> | undefined;
};

/** `fields`: in which column a field of the supplier's templates stands. */
export type BatchColumns = Columns<BatchField> & {
  readonly fields?: Readonly<Record<string, number | null>> | undefined;
};

/** How people call them; the earlier, the surer. */
const NAMES: Readonly<Record<BatchField, readonly RegExp[]>> = {
  // before the name: «customer price» is no customer
  price: [/(ціна|цена|price)/],
  cod: [/(післяплат|післясплат|наложен|накладен|cash on delivery)/, /\bcod\b/, /to collect/],
  phone: [/(телефон|phone)/, /^(тел|моб)/],
  code: [/^(артикул|sku|vendor ?code)/, /(штрих-?код|barcode|ean|gtin)/, /^(код|code|товар|product)/],
  count: [/^(кількість|к-сть|кіл-?сть|количество|кол-во|quantity|qty|count)/, /^шт/],
  number: [/^(№|номер|number|order)/, /^замовлення$/],
  town: [/(місто|населений|город|city|town)/],
  branch: [/(відділення|поштомат|отделение|адрес|branch|warehouse|address)/],
  name: [/(піб|п\.і\.б|фио|отримувач|покупець|клієнт|получатель|recipient|customer)/, /^(ім'я|name)/],
  comment: [/(коментар|примітк|комментарий|comment|note)/],
};

/** The columns of a header row, as far as their names tell. */
export const guessBatchColumns = (headers: readonly string[]): Columns<BatchField> => columnsByNames(headers, NAMES);

/** Whether these names are a header: what is ordered stands in the table, and for whom. */
export const isBatchHeader = ({ code, name, phone }: BatchColumns): boolean =>
  code !== null && (name !== null || phone !== null);

export interface FieldColumns {
  readonly fields: Readonly<Record<string, number>>;
  /** Headers of fields that no table can bring: files. */
  readonly files: readonly string[];
}

/** Fields whose key or name a header is that says nothing else; of both sets the order's comes first. */
export function guessFieldColumns(
  headers: readonly string[],
  columns: Columns<BatchField>,
  known: readonly KnownField[],
): FieldColumns {
  const taken = new Set(BATCH_FIELDS.map((field) => columns[field]));
  const fields: Record<string, number> = {};
  const files: string[] = [];
  for (const [at, header] of headers.entries()) {
    const said = normaliseHeader(header);
    if (said === '' || taken.has(at)) continue;
    const fits = FIELD_SETS.flatMap((set) =>
      known.filter(
        (field) => field.set === set && !field.archived && [field.key, field.name].map(normaliseHeader).includes(said),
      ),
    );
    const free = fits.find((field) => field.type !== 'file' && fields[refOf(field)] === undefined);
    if (free) fields[refOf(free)] = at;
    else if (fits.some(({ type }) => type === 'file')) files.push(header);
  }
  return { fields, files };
}

/** Headers of columns that nothing is read of. */
export function unreadHeaders(headers: readonly string[], { fields = {}, ...columns }: BatchColumns): string[] {
  const read = new Set([...Object.values(columns), ...Object.values(fields)]);
  return headers.filter((header, at) => header.trim() !== '' && !read.has(at));
}

/** Of a table without a header: as the page says that columns should stand. */
export const PLAIN_COLUMNS: BatchColumns = {
  ...{ number: null, name: 0, phone: 1, town: 2, branch: 3, code: 4, count: 5, price: null, cod: null, comment: 6 },
};

/** Longer cells are cut: nothing that an order keeps is longer. */
const LONGEST = 500;
/** Of a field of a template, whose own rules say how long it may be. */
export const LONGEST_VALUE = 6_000;

export function batchRow(cells: readonly string[], columns: BatchColumns): BatchRow {
  const cell = (field: BatchField): string => {
    const at = columns[field];
    return at === null ? '' : cleanText(cells[at] ?? '').slice(0, LONGEST);
  };
  const fields = Object.entries(columns.fields ?? {}).flatMap(([ref, at]) => {
    const said = at === null ? '' : (cells[at] ?? '').trim();
    return said === '' ? [] : [[ref, said.slice(0, LONGEST_VALUE)] as const];
  });
  return {
    ...(Object.fromEntries(BATCH_FIELDS.map((field) => [field, cell(field)])) as Record<BatchField, string>),
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
  };
}

/** The same row with one cell changed. */
export function withCell(row: BatchRow, at: BatchCell, said: string): BatchRow {
  if (!at.includes('.')) return { ...row, [at]: said };
  return { ...row, fields: { ...row.fields, [at]: said } };
}

export const cellOf = (row: BatchRow | undefined, at: BatchCell): string =>
  (at.includes('.') ? row?.fields?.[at] : row?.[at as BatchField]) ?? '';

export const BATCH_PROBLEMS = {
  ...CODE_PROBLEMS,
  no_name: { ua: 'Вкажіть ім’я отримувача', en: 'Give the name of the recipient' },
  name_long: { ua: 'Ім’я завелике: дозволено до 200 символів', en: 'The name is too long: up to 200 characters' },
  no_phone: { ua: 'Вкажіть телефон отримувача', en: 'Give the phone of the recipient' },
  phone_wrong: { ua: 'Це не номер: вкажіть як 067 123 45 67', en: 'This is no phone number: write 067 123 45 67' },
  no_address: { ua: 'Вкажіть місто та відділення або адресу', en: 'Give the town and the branch or the address' },
  differs: {
    ua: 'В іншому рядку цього замовлення вказано інше',
    en: 'Another row of the same order says something else',
  },
  no_code: { ua: 'Вкажіть артикул чи штрихкод', en: 'Give the SKU or the barcode' },
  not_for_sale: {
    ua: 'Цю модифікацію не можна замовити: не вказано ціну',
    en: 'This modification cannot be ordered: it has no price',
  },
  twice: { ua: 'Ця модифікація вже є в цьому замовленні', en: 'This modification stands in this order already' },
  price_wrong: {
    ua: 'Ціна для покупця – сума в гривнях від 0 до 100 000 000, як 1290 або 1290,50',
    en: 'The customer’s price is a sum in hryvnias from 0 to 100,000,000, as 1290 or 1290.50',
  },
  cod_wrong: {
    ua: 'Післяплата – сума в гривнях, як 1290 або 1290,50, «так» для ціни покупця, або порожньо, якщо сплачено',
    en: 'Cash on delivery is a sum in hryvnias, as 1290 or 1290.50, “yes” for the customer’s price, or empty when it is paid',
  },
  sum_too_large: { ua: 'Сума замовлення завелика', en: 'The sum of the order is too large' },
  short: { ua: 'Стільки немає в наявності', en: 'There are not so many in stock' },
} as const satisfies Record<string, Record<Locale, string>>;
export type BatchProblem = keyof typeof BATCH_PROBLEMS;

/** What is wrong with a cell; `row` counts from 0. */
export interface CellProblem {
  readonly row: number;
  readonly field: BatchCell;
  readonly problem: BatchProblem;
}

export interface BatchLine {
  readonly row: number;
  readonly code: string;
  /** Null where it cannot be read. */
  readonly count: number | null;
  /** What the end customer pays for one piece, kopecks; null where the table does not say. */
  readonly customer_price: number | null;
  /** By the field's key, as it was typed. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface BatchCod {
  readonly sum: number | null;
}

/** One order of the table. */
export interface BatchOrder {
  /** The number that the seller's own list gives it; empty without one. */
  readonly number: string;
  readonly name: string;
  /** `380XXXXXXXXX`; as it was typed where that is no number. */
  readonly phone: string;
  readonly town: string;
  readonly address: string;
  readonly comment: string;
  /** Null where nothing is collected; `sum` null: what the customer pays. Kopecks. */
  readonly cod: BatchCod | null;
  readonly lines: readonly BatchLine[];
  /** By the field's key: in which row it stands, and what was typed. */
  readonly fields: Readonly<Record<string, { readonly row: number; readonly said: string }>>;
  readonly problems: readonly CellProblem[];
}

/** What is told once for an order; the other rows of it leave it empty or say the same. */
const SHARED = ['name', 'phone', 'town', 'branch', 'cod', 'comment'] as const;

/**
 * The orders of a table, in the order of their first rows. Rows with the same number are one order, wherever they
 * stand; a row that has neither number nor recipient goes on with the order above it.
 */
export function ordersOf(given: readonly BatchRow[]): BatchOrder[] {
  // a cell that was mended by hand, or came by the API, was not read out of a table: its spaces make no other order
  const rows = given.map((row) => ({
    ...row,
    ...(Object.fromEntries(BATCH_FIELDS.map((field) => [field, cleanText(row[field])])) as Record<BatchField, string>),
  }));
  const groups: number[][] = [];
  const numbered = new Map<string, number[]>();
  for (const [at, { number, name, phone }] of rows.entries()) {
    const last = groups.at(-1);
    const same = number === '' ? undefined : numbered.get(number.toLowerCase());
    if (same) same.push(at);
    else if (last && number === '' && name === '' && phone === '') last.push(at);
    else {
      const group = [at];
      groups.push(group);
      if (number !== '') numbered.set(number.toLowerCase(), group);
    }
  }
  return groups.map((group) => orderOf(rows, group));
}

function orderOf(rows: readonly BatchRow[], group: readonly number[]): BatchOrder {
  const problems: CellProblem[] = [];
  const [first = 0] = group;
  const told = Object.fromEntries(SHARED.map((field) => [field, ''])) as Record<(typeof SHARED)[number], string>;
  for (const row of group)
    for (const field of SHARED) {
      const said = rows[row]?.[field] ?? '';
      if (said === '' || sameWords(said, told[field])) continue;
      if (told[field] === '') told[field] = said;
      else problems.push({ row, field, problem: 'differs' });
    }
  const fields: Record<string, { row: number; said: string }> = {};
  for (const row of group)
    for (const [key, said] of Object.entries(fieldsIn(rows[row], 'order'))) {
      const before = fields[key];
      if (!before) fields[key] = { row, said };
      else if (!sameWords(before.said, said)) problems.push({ row, field: `order.${key}`, problem: 'differs' });
    }
  const { name, town, branch, comment } = told;
  const phone = Phone.safeParse(told.phone);
  if (name === '') problems.push({ row: first, field: 'name', problem: 'no_name' });
  if (name.length > 200) problems.push({ row: first, field: 'name', problem: 'name_long' });
  if (!phone.success)
    problems.push({ row: first, field: 'phone', problem: told.phone === '' ? 'no_phone' : 'phone_wrong' });
  const address = [town, branch].filter(Boolean).join(', ').slice(0, LONGEST);
  if (address === '') problems.push({ row: first, field: 'branch', problem: 'no_address' });
  const cod = readCod(told.cod);
  if (cod === 'wrong') problems.push({ row: rowThatSays(rows, group, told.cod), field: 'cod', problem: 'cod_wrong' });
  const lines = group.map((row): BatchLine => {
    const { code = '', count = '', price = '' } = rows[row] ?? {};
    const read = count === '' ? ({ kind: 'number', value: 1, note: null } as const) : readStock(count);
    const isCount = read.kind === 'number' && read.note === null && Count.safeParse(read.value).success;
    if (!isCount) problems.push({ row, field: 'count', problem: 'count_wrong' });
    if (code === '') problems.push({ row, field: 'code', problem: 'no_code' });
    const asked = readPrice(price);
    const isPrice = asked.kind === 'amount' && !asked.rounded && ['', 'UAH'].includes(asked.currency);
    if (!isPrice && asked.kind !== 'empty') problems.push({ row, field: 'price', problem: 'price_wrong' });
    const fields = fieldsIn(rows[row], 'order_item');
    return { row, code, count: isCount ? read.value : null, customer_price: isPrice ? asked.hundredths : null, fields };
  });
  const number = rows[first]?.number ?? '';
  return {
    number,
    name,
    phone: phone.success ? phone.data : told.phone,
    town: town.slice(0, 120),
    address,
    comment,
    cod: cod === 'wrong' ? null : cod,
    lines,
    fields,
    problems,
  };
}

function fieldsIn(row: BatchRow | undefined, set: FieldSet): Record<string, string> {
  const begin = `${set}.`;
  const own = Object.entries(row?.fields ?? {}).filter(([ref, said]) => ref.startsWith(begin) && said.trim() !== '');
  return Object.fromEntries(own.map(([ref, said]) => [ref.slice(begin.length), said]));
}

const YES = /^(\+|так|да|yes|true|є|післяплата|наложка|наложений платіж|cod)$/i;
const NO = /^(-|–|—|ні|нет|no|false|сплачено|оплачено|paid)$/i;

/** What a cell says is to be collected of the customer. */
export function readCod(cell: string): BatchCod | null | 'wrong' {
  if (cell === '' || NO.test(cell)) return null;
  if (YES.test(cell)) return { sum: null };
  const sum = readPrice(cell);
  if (sum.kind !== 'amount' || sum.rounded || !['', 'UAH'].includes(sum.currency)) return 'wrong';
  return sum.hundredths === 0 ? null : { sum: sum.hundredths };
}

const rowThatSays = (rows: readonly BatchRow[], group: readonly number[], said: string): number =>
  group.find((row) => sameWords(rows[row]?.cod ?? '', said)) ?? group[0] ?? 0;

const sameWords = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * By what the same order is known when its row is given again: the seller's own number, else all that it says. Two
 * rows alike in one table are two orders, so the second has the key of a second.
 */
export function keysOf(orders: readonly BatchOrder[]): string[] {
  const seen = new Map<string, number>();
  return orders.map(({ number, name, phone, address, lines, fields: own }) => {
    if (number !== '') return `№ ${number.toLowerCase()}`;
    const goods = lines
      .map(({ code, count, fields }) => [`${code.toLowerCase()} ${count}`, ...inOrder(fields)].join('\n'))
      .sort();
    const told = inOrder(Object.fromEntries(Object.entries(own).map(([key, cell]) => [key, cell.said])));
    // of a table without fields the key stays as it is kept
    const shared = told.length > 0 ? [told] : [];
    const said = JSON.stringify([name.toLowerCase(), phone, address.toLowerCase(), ...goods, ...shared]);
    const before = seen.get(said) ?? 0;
    seen.set(said, before + 1);
    return before === 0 ? said : `${said} ${before + 1}`;
  });
}

/**
 * The keys of the same orders in a table whose columns of fields are not read: such it was while the supplier had no such
 * fields yet.
 */
export const keysWithoutFields = (orders: readonly BatchOrder[]): string[] =>
  keysOf(
    orders.map((order) => ({ ...order, fields: {}, lines: order.lines.map((line) => ({ ...line, fields: {} })) })),
  );

/** Whatever columns they stood in. */
const inOrder = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields)
    .map(([key, said]) => `${key}: ${said.toLowerCase()}`)
    .sort();
