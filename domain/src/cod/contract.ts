import { z } from 'zod';
import { feedErrors, importErrors } from '../feeds/errors';
import { smallTable } from '../feeds/small_table';
import { errors } from '../kit/errors';
import { Actor, CalendarDate, Id, Instant, requiredText, text } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { ledgerErrors } from '../ledger/rules';
import { CodFigures, CodState } from '../orders/cod';
import { DELIVERY_OPERATORS } from '../orders/entities';

/** Cash on delivery once the parcels are sent: what is awaited of carriers, and their registers (decision 0078). */

/** As many as are settled in one transaction, and stand on one page. */
export const MAX_COD_ROWS = 300;

export const codErrors = errors('cod', {
  not_found: { status: 404, ua: 'Реєстр перевізника не знайдено', en: 'No such register of a carrier' },
  no_row: { status: 404, ua: 'Рядок реєстру не знайдено', en: 'No such row of the register' },
  no_order: { status: 422, ua: 'Замовлення не знайдено', en: 'No such order' },
  which_parcel: {
    status: 422,
    ua: 'Замовлення їде кількома посилками: вкажіть, за яку з них заплачено',
    en: 'The order goes in several parcels: say which of them is paid for',
  },
  no_parcel: { status: 422, ua: 'Такої посилки в замовлення немає', en: 'The order has no such parcel' },
  twice: {
    status: 422,
    ua: 'Замовлення вже є в реєстрі, приберіть дублікат',
    en: 'The order is in the register already, remove the duplicate',
  },
  not_awaited: {
    status: 409,
    ua: 'За цим замовленням післяплата не очікується: {state_ua}. Приберіть рядок',
    en: 'No cash on delivery is awaited for this order: {state}. Leave the row out',
  },
  fee_above_sum: {
    status: 422,
    ua: 'Комісія не може перевищувати отриману суму',
    en: 'The fee is at most the sum that was collected',
  },
  in_future: {
    status: 422,
    ua: 'Дата не може бути в майбутньому: дозволено до {day}',
    en: 'The date is {day} at the latest',
  },
  before_register: {
    status: 422,
    ua: 'Гроші не могли надійти раніше за дату реєстру ({day})',
    en: 'The money comes on the date of the register ({day}) at the earliest',
  },
  day_closed: {
    status: 409,
    ua: 'Цей день закрито узгодженим актом звірки з контрагентом. Вкажіть дату від {day}',
    en: 'An act agreed with the counterparty has closed this day. Give a date from {day} on',
  },
  received_already: {
    status: 409,
    ua: 'Гроші за цим реєстром уже надійшли {date}',
    en: 'The money of this register has come already on {date}',
  },
  nothing_left: {
    status: 409,
    ua: 'За цим реєстром отримувати нічого: його рядки сторновано',
    en: 'There is nothing to receive: the rows of this register were reversed',
  },
});

/** Of an order in several parcels the one that is meant, and its number; else null. */
const OfParcel = { parcel_id: Id.nullable(), parcel: z.int().nullable() };

/** An order whose money the carrier still has to bring; of one in several parcels each of them. */
export const AwaitedOrder = CodFigures.extend({
  /** Of the order, or of its parcel. */
  id: Id,
  order_id: Id,
  ...OfParcel,
  number: z.int(),
  prefix: z.string(),
  ttn: z.string().nullable(),
  customer_name: z.string(),
  counterparty_id: Id,
  counterparty_name: z.string(),
  delivery_operator: z.string(),
  shipped_at: Instant,
  /** Whole days since it was sent. */
  days: z.int(),
});
export type AwaitedOrder = z.infer<typeof AwaitedOrder>;

const path = 'projects/:project_id/cod';

export const listAwaited = route({
  method: 'GET',
  path: `${path}/awaited`,
  summary: 'Orders whose cash on delivery is awaited of the carrier, the longest first',
  auth: 'cod.read',
  shows: ['order', 'cod_register'],
  params: InProject,
  query: listQuery(['shipped_at'], {
    counterparty_id: Id.optional(),
    /** Sent so many days ago or more. */
    days: z.coerce.number().int().min(0).max(3_650).optional(),
  }),
  returns: page(AwaitedOrder),
});

/** So many of the longest awaited are added up. */
export const SUMMED = 10_000;
const Sums = z.object({
  /** Orders, or the parcels of those that are split. */
  count: z.int(),
  sum: SignedKopecks,
  fee: SignedKopecks,
  cost: SignedKopecks,
  earning: SignedKopecks,
});
export type CodSums = z.infer<typeof Sums>;

export const readSums = route({
  method: 'GET',
  path: `${path}/sums`,
  summary: 'What is awaited in all, and what carriers owe by registers whose money has not come',
  auth: 'cod.read',
  shows: ['order', 'cod_register'],
  params: InProject,
  returns: z.object({ awaited: Sums, owed: SignedKopecks }),
});

/** A row as the carrier writes it. */
export const MatchRow = z.object({
  /** A ТТН or the number of an order. */
  ref: requiredText(60),
  amount: Kopecks.nullable(),
  fee: Kopecks.nullable(),
});
export const MATCH_PROBLEMS = ['unknown', 'several', 'parcels', 'twice', 'not_awaited', 'fee_above_sum'] as const;
export const MatchedRow = MatchRow.extend({
  order: z
    .object({
      id: Id,
      ...OfParcel,
      number: z.int(),
      prefix: z.string(),
      ttn: z.string().nullable(),
      customer_name: z.string(),
      counterparty_name: z.string(),
      /** Null: it is not paid to the carrier. */
      state: CodState.nullable(),
      sum: Kopecks,
      fee: Kopecks,
    })
    .nullable(),
  /** What would be settled: as the register says, else as it is awaited. */
  amount: Kopecks,
  fee: Kopecks,
  problem: z.enum(MATCH_PROBLEMS).nullable(),
  /** Less or more than what is awaited. */
  sum_difference: SignedKopecks,
  fee_difference: SignedKopecks,
});
export type MatchedRow = z.infer<typeof MatchedRow>;

export type CodTableRow = z.infer<typeof MatchRow>;

const Column = z.int().min(0).max(1_000).nullable();
export const CodColumns = z.object({ ref: Column, amount: Column, fee: Column });
export type CodColumns = z.infer<typeof CodColumns>;

const Rows = <T extends z.ZodType>(row: T) => z.array(row).min(1).max(MAX_COD_ROWS);
const carrier = z.enum(DELIVERY_OPERATORS);
const number = requiredText(60);

export const readTable = route({
  method: 'POST',
  path: `${path}/read`,
  summary: 'Read a pasted or uploaded register of a carrier: its columns and its rows as they stand',
  auth: 'cod.settle',
  writesNothing: true,
  params: InProject,
  status: 200,
  body: smallTable(CodColumns),
  returns: z.object({
    headers: z.array(z.string()),
    columns: CodColumns,
    rows: z.array(z.object({ ref: z.string(), amount: z.int().nullable(), fee: z.int().nullable() })),
  }),
  errors: [importErrors.upload_not_found, ...Object.values(feedErrors)],
});

export const matchRows = route({
  method: 'POST',
  path: `${path}/match`,
  summary:
    'What rows of a carrier’s register mean: which orders, and where they differ from what is awaited. Nothing is posted',
  auth: 'cod.settle',
  params: InProject,
  body: z.object({ carrier: carrier.optional(), number: text(60).optional(), rows: Rows(MatchRow) }),
  status: 200,
  writesNothing: true,
  returns: z.object({
    rows: z.array(MatchedRow),
    /** Our number of a register that has this number of this carrier; null: there is none. */
    known: z.int().nullable(),
  }),
});

const Received = z.object({
  account: z.enum(['bank', 'cash']).default('bank'),
  /** The day the money came, in Kyiv. */
  date: CalendarDate,
});
export type Receipt = z.infer<typeof Received>;

export const CodRow = z.object({
  id: Id,
  /** From 1. */
  position: z.int(),
  order_id: Id,
  ...OfParcel,
  order_number: z.int(),
  order_prefix: z.string(),
  ttn: z.string().nullable(),
  counterparty_id: Id,
  counterparty_name: z.string(),
  expected: Kopecks,
  amount: Kopecks,
  expected_fee: Kopecks,
  fee: Kopecks,
  reversed_at: Instant.nullable(),
  reversed_by: Actor.nullable(),
  reason: z.string(),
});
export type CodRow = z.infer<typeof CodRow>;

const Summary = z.object({
  id: Id,
  number: z.int(),
  carrier,
  /** As the carrier numbers it. */
  carrier_number: z.string(),
  date: CalendarDate,
  rows: z.int(),
  /** Collected and kept by the carrier, of the rows that are not reversed. */
  total: Kopecks,
  fee: Kopecks,
  /** The day the carrier’s money came; null: he still owes it. */
  received_on: CalendarDate.nullable(),
  received_to: z.enum(['bank', 'cash']).nullable(),
  created_by: Actor,
  created_at: Instant,
});
export type CodRegisterSummary = z.infer<typeof Summary>;
export const CodRegister = Summary.extend({ items: z.array(CodRow) });
export type CodRegister = z.infer<typeof CodRegister>;

const changes = ['cod_register', 'order', 'payment', 'counterparty', 'balance', 'account', 'supplier'];
const registers = `${path}/registers`;

export const listRegisters = route({
  method: 'GET',
  path: registers,
  summary: 'Registers of carriers, the newest first',
  auth: 'cod.read',
  shows: ['cod_register'],
  params: InProject,
  query: listQuery(['-number'], { open: z.enum(['true']).optional() }),
  returns: page(Summary),
});

export const readRegister = route({
  method: 'GET',
  path: `${registers}/:id`,
  summary: 'A register of a carrier with its rows',
  auth: 'cod.read',
  shows: ['cod_register'],
  params: OneInProject,
  returns: CodRegister,
  errors: [codErrors.not_found],
});

export const CreateRegisterBody = z.object({
  carrier,
  number,
  /** The day the carrier pays by it, in Kyiv: postings have it. */
  date: CalendarDate,
  rows: Rows(
    z.object({
      order_id: Id,
      /** Of an order in several parcels. */
      parcel_id: Id.nullable().optional(),
      amount: Kopecks.min(1),
      fee: Kopecks,
    }),
  ),
  /** Missing: the carrier has not paid yet. */
  received: Received.optional(),
});
export type CreateRegisterBody = z.infer<typeof CreateRegisterBody>;

export const createRegister = route({
  method: 'POST',
  path: registers,
  summary: 'Settle orders by a register of the carrier: all of them or none, each order once',
  auth: 'cod.settle',
  changes,
  params: InProject,
  status: 201,
  body: CreateRegisterBody,
  returns: CodRegister,
  errors: [
    codErrors.no_order,
    codErrors.which_parcel,
    codErrors.no_parcel,
    codErrors.twice,
    codErrors.not_awaited,
    codErrors.fee_above_sum,
    codErrors.in_future,
    codErrors.before_register,
    codErrors.day_closed,
    ledgerErrors.balance_too_large,
  ],
});

export const receiveRegister = route({
  method: 'POST',
  path: `${registers}/:id/receive`,
  summary: 'The carrier has paid what this register says',
  auth: 'cod.settle',
  changes,
  answers: readRegister,
  params: OneInProject,
  body: Received,
  returns: CodRegister,
  errors: [
    codErrors.not_found,
    codErrors.received_already,
    codErrors.nothing_left,
    codErrors.in_future,
    codErrors.before_register,
    codErrors.day_closed,
    ledgerErrors.balance_too_large,
  ],
});

export const reverseRows = route({
  method: 'POST',
  path: `${registers}/:id/reverse`,
  summary:
    'Take rows back by reversing postings: their orders are awaited again. What was reversed before is left alone',
  auth: 'cod.settle',
  changes,
  answers: readRegister,
  params: OneInProject,
  body: z.object({ row_ids: z.array(Id).min(1).max(MAX_COD_ROWS), comment: requiredText(300) }),
  returns: CodRegister,
  errors: [codErrors.not_found, codErrors.no_row, ledgerErrors.balance_too_large],
});

export const readMySums = route({
  method: 'GET',
  path: 'dropshipping/cod/sums',
  summary: 'What carriers still have to bring for the dropshipper’s orders, at each supplier',
  auth: 'dropshipping',
  shows: ['order'],
  returns: z.object({ items: z.array(Sums.extend({ project_id: Id })) }),
});
