import { type Columns, columnsByNames } from '../feeds/columns';
import { Email } from '../identity/contract';
import type { Locale } from '../kit/errors';
import { Phone } from '../kit/phone';

/** A table of clients: its columns, what stands in a row, and what the rows do to the clients that are there. */

export const MAX_IMPORTED = 5_000;
export const MAX_OTHER_PHONES = 9;

export const CLIENT_COLUMNS = {
  name: { ua: 'Ім’я', en: 'Name' },
  phone: { ua: 'Телефон', en: 'Phone' },
  other_phones: { ua: 'Інші телефони', en: 'Other phones' },
  email: { ua: 'E-mail', en: 'E-mail' },
  discount: { ua: 'Знижка, %', en: 'Discount, %' },
  comment: { ua: 'Коментар', en: 'Comment' },
} as const satisfies Record<string, Record<Locale, string>>;
export type ClientColumn = keyof typeof CLIENT_COLUMNS;
export const CLIENT_COLUMN_NAMES = Object.keys(CLIENT_COLUMNS) as ClientColumn[];

/** How people call them; the earlier, the surer. «Інші телефони» would else be taken for the phone. */
const NAMES: Readonly<Record<ClientColumn, readonly RegExp[]>> = {
  other_phones: [/^(інші|додатков).*телефон/, /^other phones/],
  phone: [/^(телефон|номер телефону|тел|моб)/, /^(phone|mobile)/],
  email: [/^e-?mail/, /^(електронна )?пошта/, /^mail/],
  discount: [/^(персональна )?знижка/, /^discount/],
  comment: [/^(коментар|примітк|нотатк)/, /^(comment|note)/],
  name: [/^(ім'?я|піб|прізвище)/, /^(клієнт|покупець)/, /^(full ?)?name/, /^(client|customer)/],
};

export type ClientColumns = Columns<ClientColumn>;

/** The columns of a header row, as far as their names tell. */
export const readClientColumns = (header: readonly string[]): ClientColumns => columnsByNames(header, NAMES);

export const isClientHeader = ({ name, phone }: ClientColumns): boolean => name !== null && phone !== null;

export const IMPORT_PROBLEMS = {
  no_name: { ua: 'Не вказано ім’я', en: 'There is no name' },
  name_long: { ua: 'Ім’я довше за 200 знаків', en: 'The name is longer than 200 characters' },
  no_phone: { ua: 'Не вказано телефон', en: 'There is no phone' },
  phone_wrong: { ua: 'Телефон написано неправильно', en: 'The phone is not a Ukrainian number' },
  phones_many: { ua: 'Забагато телефонів', en: 'There are too many phones' },
  email_wrong: { ua: 'E-mail написано неправильно', en: 'The e-mail is not right' },
  discount_wrong: { ua: 'Знижка має бути від 0 до 100 %', en: 'The discount is from 0 to 100 %' },
  comment_long: { ua: 'Коментар довший за 2000 знаків', en: 'The comment is longer than 2000 characters' },
  twice: { ua: 'Такий телефон уже є в іншому рядку таблиці', en: 'Another row of the table has this phone already' },
  several: {
    ua: 'Телефони з рядка належать різним клієнтам. Спершу об’єднайте їх',
    en: 'The phones of the row belong to different clients. Merge those first',
  },
} as const satisfies Record<string, Record<Locale, string>>;
export type ImportProblem = keyof typeof IMPORT_PROBLEMS;

/** What a row says. What its table does not have or leaves empty is undefined: it changes nothing. */
export interface ClientInRow {
  readonly name: string;
  readonly phones: readonly string[];
  readonly email?: string;
  /** Hundredths of a percent. */
  readonly discount?: number;
  readonly comment?: string;
}

/** `10`, `7,5`, `12.25 %` in hundredths; null when it is no percent. */
function readDiscount(typed: string): number | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.replace(/[\s\u00a0%]/g, ''));
  if (!match) return null;
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return value <= 10_000 ? value : null;
}

/** Spreadsheets drop the zero or the plus in front of a number: `671234567` is read as it was meant. */
function readPhone(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  const meant = /^[1-9]\d{8}$/.test(digits) ? `0${digits}` : typed;
  const read = Phone.safeParse(meant);
  return read.success ? read.data : null;
}

export type RowRead = { readonly row: ClientInRow } | { readonly problem: ImportProblem };

export function readClientRow(cells: readonly string[], columns: ClientColumns): RowRead {
  const cell = (name: ClientColumn): string => (columns[name] === null ? '' : (cells[columns[name]] ?? '').trim());
  const name = cell('name');
  if (name === '') return { problem: 'no_name' };
  if (name.length > 200) return { problem: 'name_long' };
  const typed = [cell('phone'), ...cell('other_phones').split(/[,;\n]/)].map((one) => one.trim()).filter(Boolean);
  if (cell('phone') === '') return { problem: 'no_phone' };
  const phones: string[] = [];
  for (const one of typed) {
    const phone = readPhone(one);
    if (phone === null) return { problem: 'phone_wrong' };
    if (!phones.includes(phone)) phones.push(phone);
  }
  if (phones.length > MAX_OTHER_PHONES + 1) return { problem: 'phones_many' };
  const email = cell('email') === '' ? undefined : Email.safeParse(cell('email'));
  if (email && !email.success) return { problem: 'email_wrong' };
  const discount = cell('discount') === '' ? undefined : readDiscount(cell('discount'));
  if (discount === null) return { problem: 'discount_wrong' };
  const comment = cell('comment');
  if (comment.length > 2000) return { problem: 'comment_long' };
  return {
    row: {
      ...{ name, phones },
      ...(email ? { email: email.data } : {}),
      ...(discount === undefined ? {} : { discount }),
      ...(comment === '' ? {} : { comment }),
    },
  };
}

export interface KnownClient {
  readonly id: string;
  readonly name: string;
  readonly phones: readonly string[];
  readonly email: string | null;
  readonly discount: number;
  readonly comment: string;
}

export interface ImportPlan {
  readonly created: readonly ClientInRow[];
  /** Whole clients as they are going to be. */
  readonly changed: readonly KnownClient[];
  readonly unchanged: number;
  readonly refused: readonly { readonly number: number; readonly problem: ImportProblem }[];
}

/** What the rows do to clients: a row whose phone is known changes that client, its further phones come to him. */
export function planImport(
  rows: readonly { readonly number: number; readonly read: RowRead }[],
  known: readonly KnownClient[],
): ImportPlan {
  const holders = new Map(known.flatMap((client) => client.phones.map((phone) => [phone, client] as const)));
  const taken = new Set<string>();
  const created: ClientInRow[] = [];
  const changed: KnownClient[] = [];
  const refused: { number: number; problem: ImportProblem }[] = [];
  let unchanged = 0;
  for (const { number, read } of rows) {
    if ('problem' in read) {
      refused.push({ number, problem: read.problem });
      continue;
    }
    const { row } = read;
    const problem = refusalOf(row, holders, taken);
    if (problem) {
      refused.push({ number, problem });
      continue;
    }
    const [holder] = holdersOf(row, holders);
    for (const phone of [...row.phones, ...(holder?.phones ?? [])]) taken.add(phone);
    if (!holder) {
      created.push(row);
      continue;
    }
    const after: KnownClient = {
      ...{ id: holder.id, name: row.name },
      phones: [...holder.phones, ...row.phones.filter((phone) => !holder.phones.includes(phone))],
      email: row.email ?? holder.email,
      discount: row.discount ?? holder.discount,
      comment: row.comment ?? holder.comment,
    };
    if (isSame(holder, after)) unchanged += 1;
    else changed.push(after);
  }
  return { created, changed, unchanged, refused };
}

const holdersOf = ({ phones }: ClientInRow, holders: ReadonlyMap<string, KnownClient>): KnownClient[] => [
  ...new Set(phones.flatMap((phone) => holders.get(phone) ?? [])),
];

function refusalOf(
  row: ClientInRow,
  holders: ReadonlyMap<string, KnownClient>,
  taken: ReadonlySet<string>,
): ImportProblem | null {
  const of = holdersOf(row, holders);
  if (of.length > 1) return 'several';
  if ([...row.phones, ...(of[0]?.phones ?? [])].some((phone) => taken.has(phone))) return 'twice';
  const together = new Set([...row.phones, ...(of[0]?.phones ?? [])]);
  return together.size > MAX_OTHER_PHONES + 1 ? 'phones_many' : null;
}

const isSame = (a: KnownClient, b: KnownClient): boolean =>
  a.name === b.name &&
  a.email === b.email &&
  a.discount === b.discount &&
  a.comment === b.comment &&
  a.phones.join() === b.phones.join();
