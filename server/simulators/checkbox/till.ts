import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { World } from '../simulator';
import { invalid, refuse } from './answers';
import type { Balance, Cashier, Kept, Receipt, Register, Report, Shift } from './kept';

/** A token lives for so long. */
const TOKEN_MS = 24 * 3_600_000;
/** A shift has to be closed within the day. */
const SHIFT_MS = 24 * 3_600_000;
const WEBHOOK_MS = 4 * 3_600_000;

const Good = z.object({
  good: z.object({
    code: z.string().min(1).max(256),
    name: z.string().min(1).max(256),
    price: z.int().min(1),
  }),
  quantity: z.int().min(1),
  is_return: z.boolean().default(false),
});
const Payment = z.object({
  type: z.enum(['CASH', 'CASHLESS', 'CARD']),
  value: z.int().min(1),
  label: z.string().optional(),
});
export const Sell = z.object({
  id: z.uuid().optional(),
  cashier_name: z.string().optional(),
  goods: z.array(Good).min(1),
  payments: z.array(Payment).min(1),
  delivery: z
    .object({
      email: z.email().optional(),
      phone: z
        .string()
        .regex(/^380\d{9}$/)
        .optional(),
    })
    .optional(),
  related_receipt_id: z.uuid().nullish(),
  /** Only of what was made without a connection. */
  fiscal_code: z.string().optional(),
  fiscal_date: z.iso.datetime({ offset: true }).optional(),
});
export const Service = z.object({
  id: z.uuid().optional(),
  payment: z.object({ type: z.literal('CASH'), value: z.int() }),
});

const NO_BALANCE: Balance = {
  ...{ initial: 0, balance: 0, cash_sales: 0, card_sales: 0, cash_returns: 0, card_returns: 0 },
  ...{ service_in: 0, service_out: 0 },
};

/** The registers, their shifts and receipts, and what they do as time goes on. */
export class Till {
  constructor(
    readonly kept: Kept,
    readonly world: World,
  ) {}

  now(): string {
    return this.world.now().toISOString();
  }

  register(request: FastifyRequest): Register {
    const key = request.headers['x-license-key'];
    const found = this.kept.registers.find(({ license_key }) => license_key === key);
    if (!found) throw refuse(403, 'Невірний ключ ліцензії каси');
    if (!request.headers['x-client-name']) throw refuse(400, 'Не вказано X-Client-Name');
    return found;
  }

  signIn(request: FastifyRequest, pin: string): string {
    const register = this.register(request);
    const cashier = this.kept.cashiers.find(
      (one) => one.pin === pin && one.license_keys.includes(register.license_key),
    );
    if (!cashier) throw refuse(403, 'Невірний пін-код');
    const token = randomBytes(24).toString('base64url');
    this.kept.tokens[token] = { cashier: cashier.id, issued_at: this.now() };
    return token;
  }

  cashier(request: FastifyRequest): Cashier {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const known = this.kept.tokens[token];
    const isOver = !known || this.world.now().getTime() - Date.parse(known.issued_at) > TOKEN_MS;
    const cashier = this.kept.cashiers.find(({ id }) => id === known?.cashier);
    if (isOver || !cashier) throw refuse(401, 'Невірний токен доступу');
    return cashier;
  }

  openShiftOf(match: (shift: Shift) => boolean): Shift | undefined {
    return this.kept.shifts.find((shift) => shift.status !== 'CLOSED' && match(shift));
  }

  openShift(register: Register, cashier: Cashier, id: string): Shift {
    if (this.kept.shifts.some((one) => one.id === id)) throw refuse(400, 'Зміна з таким ідентифікатором вже існує');
    const mine = this.openShiftOf((one) => one.cashier === cashier.id);
    if (mine?.register === register.id) throw refuse(400, 'Касир вже працює з даною касою');
    if (mine) throw refuse(400, 'Касир вже працює з іншою касою');
    if (this.openShiftOf((one) => one.register === register.id)) throw refuse(400, 'Каса зайнята іншим касиром');
    if (cashier.blocked) throw refuse(400, 'Касира заблоковано');
    register.shifts += 1;
    const before = this.kept.shifts.findLast((one) => one.register === register.id);
    const initial = before?.balance.balance ?? 0;
    const shift: Shift = {
      ...{ id, register: register.id, cashier: cashier.id, serial: register.shifts, status: 'CREATED' },
      ...{ steps: this.kept.steps, opened_at: null, closed_at: null, created_at: this.now(), z_report: null },
      balance: { ...NO_BALANCE, initial, balance: initial },
      initial_transaction: {
        type: 'SHIFT_OPEN',
        status: 'PENDING',
        response_status: null,
        response_error_message: null,
      },
      closing_transaction: null,
    };
    this.kept.shifts.push(shift);
    return shift;
  }

  closeShift(shift: Shift): Shift {
    if (shift.status === 'CLOSING') return shift;
    if (shift.status !== 'OPENED') throw refuse(400, 'Зміну не відкрито');
    shift.status = 'CLOSING';
    shift.steps = this.kept.steps;
    shift.closing_transaction = {
      type: 'SHIFT_CLOSE',
      status: 'PENDING',
      response_status: null,
      response_error_message: null,
    };
    return shift;
  }

  /** A look at it moves it on. */
  look(shift: Shift): Shift {
    if (shift.status !== 'CREATED' && shift.status !== 'OPENING' && shift.status !== 'CLOSING') return shift;
    if (shift.steps > 0) {
      shift.steps -= 1;
      if (shift.status === 'CREATED') shift.status = 'OPENING';
      return shift;
    }
    const isOpening = shift.status === 'OPENING' || shift.status === 'CREATED';
    const cashier = this.kept.cashiers.find(({ id }) => id === shift.cashier);
    const isRefused = this.kept.refuse_shifts > 0 || (isOpening && cashier?.signs === false);
    if (this.kept.refuse_shifts > 0) this.kept.refuse_shifts -= 1;
    const transaction = isOpening ? shift.initial_transaction : shift.closing_transaction;
    if (transaction) {
      transaction.status = isRefused ? 'ERROR' : 'DONE';
      transaction.response_status = isRefused ? 'ERROR' : 'OK';
      transaction.response_error_message = isRefused ? 'ДПС: підпис касира не пройшов перевірку' : null;
    }
    if (isOpening) {
      shift.status = isRefused ? 'CLOSED' : 'OPENED';
      shift.opened_at = isRefused ? null : this.now();
      if (isRefused) shift.closed_at = this.now();
    } else if (isRefused) shift.status = 'OPENED';
    else {
      shift.z_report = this.report(shift, true).id;
      shift.status = 'CLOSED';
      shift.closed_at = this.now();
    }
    this.tell(shift.register, { shift: this.shown(shift) });
    return shift;
  }

  report(shift: Shift, is_z_report: boolean): Report {
    const register = this.registerOf(shift.register);
    register.reports += 1;
    const done = this.kept.receipts.filter((one) => one.shift === shift.id && one.status === 'DONE');
    const report: Report = {
      ...{ id: randomUUID(), register: register.id, shift: shift.id, serial: register.reports, is_z_report },
      balance: { ...shift.balance },
      sell_receipts_count: done.filter(({ type }) => type === 'SELL').length,
      return_receipts_count: done.filter(({ type }) => type === 'RETURN').length,
      created_at: this.now(),
    };
    this.kept.reports.push(report);
    return report;
  }

  registerOf(id: string): Register {
    return this.kept.registers.find((one) => one.id === id) as Register;
  }

  /** The open shift that a receipt goes into. */
  shiftFor(cashier: Cashier): Shift {
    const shift = this.openShiftOf((one) => one.cashier === cashier.id);
    if (shift?.status !== 'OPENED') throw refuse(400, 'Зміну не відкрито');
    if (this.world.now().getTime() - Date.parse(shift.opened_at ?? '') > SHIFT_MS)
      throw refuse(400, 'Зміну відкрито більше 24 годин, закрийте її');
    return shift;
  }

  sell(cashier: Cashier, given: z.infer<typeof Sell>): Receipt {
    const { id = randomUUID(), delivery, fiscal_code, fiscal_date } = given;
    const known = this.kept.receipts.find((one) => one.id === id);
    if (known) throw refuse(400, 'Чек з таким ідентифікатором вже існує');
    const shift = this.shiftFor(cashier);
    const goods = given.goods.map((line) => ({ ...line, sum: Math.round((line.good.price * line.quantity) / 1000) }));
    const isReturn = goods.every(({ is_return }) => is_return);
    if (!isReturn && goods.some(({ is_return }) => is_return))
      throw invalid(['goods'], 'Продаж і повернення в одному чеку');
    const payments = given.payments.map(({ type, value, label }) => {
      const isCash = type === 'CASH';
      return {
        type: isCash ? ('CASH' as const) : ('CASHLESS' as const),
        value,
        label: label ?? (isCash ? 'Готівка' : 'Картка'),
      };
    });
    const total_sum = goods.reduce((sum, one) => sum + one.sum, 0);
    const paid = payments.reduce((sum, { value }) => sum + value, 0);
    const cashless = payments.reduce((sum, { type, value }) => sum + (type === 'CASHLESS' ? value : 0), 0);
    if (paid < total_sum) throw invalid(['payments'], 'Сума оплат менша за суму чека');
    if (cashless > total_sum) throw invalid(['payments'], 'Безготівкова оплата більша за суму чека');
    if (isReturn) this.assertReturn(shift, given.related_receipt_id ?? null, total_sum);
    const isOffline = this.registerOf(shift.register).offline || fiscal_code !== undefined;
    const receipt: Receipt = {
      ...{ id, type: isReturn ? 'RETURN' : 'SELL', register: shift.register, shift: shift.id, serial: 0 },
      ...{ status: 'CREATED', steps: this.kept.steps, goods, payments, total_sum, total_payment: paid },
      related_receipt_id: given.related_receipt_id ?? null,
      ...{ fiscal_code: fiscal_code ?? null, fiscal_date: fiscal_date ?? null, created_at: this.now() },
      ...{ is_created_offline: isOffline, error: null, refused: this.kept.refuse_receipts > 0 },
      sent: [delivery?.email, delivery?.phone].filter((to): to is string => to !== undefined),
    };
    if (this.kept.refuse_receipts > 0) this.kept.refuse_receipts -= 1;
    this.kept.receipts.push(receipt);
    return receipt;
  }

  assertReturn(shift: Shift, related: string | null, total: number): void {
    const sale = this.kept.receipts.find((one) => one.id === related && one.type === 'SELL' && one.status === 'DONE');
    if (!sale || sale.register !== shift.register) throw refuse(400, 'Чек продажу не знайдено');
    const before = this.kept.receipts
      .filter((one) => one.type === 'RETURN' && one.related_receipt_id === sale.id && one.status !== 'ERROR')
      .reduce((sum, one) => sum + one.total_sum, 0);
    if (before + total > sale.total_sum) throw refuse(400, 'Сума повернень більша за суму чека продажу');
  }

  service(cashier: Cashier, { id = randomUUID(), payment: { value } }: z.infer<typeof Service>): Receipt {
    const known = this.kept.receipts.find((one) => one.id === id);
    if (known) throw refuse(400, 'Чек з таким ідентифікатором вже існує');
    const shift = this.shiftFor(cashier);
    if (value === 0) throw invalid(['payment', 'value'], 'Сума не може бути нульовою');
    if (shift.balance.balance + value < 0) throw refuse(400, 'Недостатньо готівки в касі');
    const amount = Math.abs(value);
    const receipt: Receipt = {
      ...{ id, type: value > 0 ? 'SERVICE_IN' : 'SERVICE_OUT', register: shift.register, shift: shift.id, serial: 0 },
      ...{ status: 'CREATED', steps: this.kept.steps, goods: [], total_sum: amount, total_payment: amount },
      payments: [{ type: 'CASH', value: amount, label: 'Готівка' }],
      ...{ related_receipt_id: null, fiscal_code: null, fiscal_date: null, created_at: this.now(), error: null },
      ...{ is_created_offline: this.registerOf(shift.register).offline, refused: false, sent: [] },
    };
    this.kept.receipts.push(receipt);
    return receipt;
  }

  lookAt(receipt: Receipt): Receipt {
    if (receipt.status !== 'CREATED') return receipt;
    if (receipt.steps > 0) {
      receipt.steps -= 1;
      return receipt;
    }
    const register = this.registerOf(receipt.register);
    const shift = this.kept.shifts.find(({ id }) => id === receipt.shift) as Shift;
    const back = receipt.type === 'RETURN' ? cashOf(receipt) : 0;
    const tooLittle = back > shift.balance.balance;
    if (receipt.refused || tooLittle) {
      receipt.status = 'ERROR';
      receipt.error = tooLittle
        ? 'Недостатньо готівки в касі для повернення'
        : 'ДПС: документ відхилено, код помилки 7';
    } else {
      register.receipts += 1;
      receipt.serial = register.receipts;
      receipt.status = 'DONE';
      const code = createHash('sha256').update(receipt.id).digest('base64url').slice(0, 11);
      receipt.fiscal_code ??= receipt.is_created_offline
        ? `${register.fiscal_number}.${receipt.serial}.1`
        : `TEST-${code}`;
      receipt.fiscal_date ??= this.now();
      add(shift.balance, receipt);
    }
    this.tell(receipt.register, {
      [receipt.type.startsWith('SERVICE') ? 'service_receipt' : 'receipt']: this.shownReceipt(receipt),
    });
    return receipt;
  }

  shown(shift: Shift): object {
    const report = this.kept.reports.find(({ id }) => id === shift.z_report);
    const register = this.registerOf(shift.register);
    const { register: _r, cashier: _c, steps: _s, ...rest } = shift;
    return {
      ...rest,
      z_report: report ? shownReport(report) : null,
      taxes: [],
      emergency_close: null,
      cash_register: { id: register.id, fiscal_number: register.fiscal_number, active: true },
    };
  }

  shownReceipt({ register: _r, steps: _s, refused: _f, shift, error, sent: _t, ...receipt }: Receipt): object {
    const done = receipt.status === 'DONE';
    return {
      ...receipt,
      serial: receipt.serial || null,
      ...(done ? {} : { fiscal_code: null, fiscal_date: null }),
      total_rest: receipt.total_payment - receipt.total_sum,
      tax_url: done
        ? `https://cabinet.tax.gov.ua/cashregs/check?id=${receipt.fiscal_code}&sm=${receipt.total_sum / 100}`
        : null,
      taxes: [],
      shift: { id: shift },
      is_sent_dps: done && !receipt.is_created_offline,
      transaction: {
        ...{ type: 'RECEIPT', status: done ? 'DONE' : error ? 'ERROR' : 'PENDING' },
        ...{ response_status: done ? 'OK' : error ? 'ERROR' : null, response_error_message: error },
      },
    };
  }

  /** Queues what the register's webhook hears; it is tried for four hours. */
  tell(registerId: string, body: object): void {
    const { webhook } = this.registerOf(registerId);
    if (!webhook) return;
    const text = JSON.stringify(body);
    const signature = createHmac('sha256', webhook.key).update(text, 'utf8').digest('base64');
    this.kept.pending.push({ url: webhook.url, body: text, signature, tries: 0, next_at: this.now() });
    void this.deliver();
  }

  /** Time goes by: what was begun is done, and whoever wants to hear of it does. */
  async goOn(): Promise<void> {
    for (const shift of this.kept.shifts) for (let n = 0; n <= this.kept.steps + 1; n += 1) this.look(shift);
    for (const receipt of this.kept.receipts) for (let n = 0; n <= this.kept.steps; n += 1) this.lookAt(receipt);
    await this.deliver();
  }

  async deliver(): Promise<void> {
    const now = this.world.now().getTime();
    const due = this.kept.pending.filter(({ next_at }) => Date.parse(next_at) <= now);
    this.kept.pending = this.kept.pending.filter((one) => !due.includes(one));
    for (const one of due) {
      const headers = { 'content-type': 'application/json', 'x-request-signature': one.signature };
      const status = await this.world.send(one.url, { method: 'POST', headers, body: one.body });
      if (status !== null && status < 400) continue;
      const pause = Math.min(1_000 * 2 ** one.tries, 30 * 60_000);
      if (pause * 2 > WEBHOOK_MS || one.tries > 14) continue;
      this.kept.pending.push({ ...one, tries: one.tries + 1, next_at: new Date(now + pause).toISOString() });
    }
  }
}

const cashOf = ({ payments, total_payment, total_sum }: Receipt): number =>
  payments.reduce((sum, { type, value }) => sum + (type === 'CASH' ? value : 0), 0) - (total_payment - total_sum);

function add(balance: Balance, receipt: Receipt): void {
  const cash = cashOf(receipt);
  const card = receipt.total_sum - cash;
  if (receipt.type === 'SELL') {
    balance.cash_sales += cash;
    balance.card_sales += card;
    balance.balance += cash;
  } else if (receipt.type === 'RETURN') {
    balance.cash_returns += cash;
    balance.card_returns += card;
    balance.balance -= cash;
  } else if (receipt.type === 'SERVICE_IN') {
    balance.service_in += cash;
    balance.balance += cash;
  } else {
    balance.service_out += cash;
    balance.balance -= cash;
  }
}

export const shownReport = ({ balance, register: _r, shift: _s, ...report }: Report): object => ({
  ...report,
  ...{ initial: balance.initial, balance: balance.balance, taxes: [] },
  payments: [
    {
      ...{ type: 'CASH', label: 'Готівка', sell_sum: balance.cash_sales, return_sum: balance.cash_returns },
      ...{ service_in: balance.service_in, service_out: balance.service_out },
    },
    {
      ...{ type: 'CASHLESS', label: 'Картка', sell_sum: balance.card_sales, return_sum: balance.card_returns },
      ...{ service_in: 0, service_out: 0 },
    },
  ],
});
