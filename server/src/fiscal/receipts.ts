import {
  type FiscalReceipt,
  fiscalErrors,
  type IssueBody,
  type OrderReceipts,
  type ReceiptPayment,
} from '@lanka/domain/fiscal/contract';
import {
  piecesOf,
  type ReceiptLine,
  receiptLines,
  returnLines,
  sellerOf,
  splitBack,
  totalOf,
} from '@lanka/domain/fiscal/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import { assertReceipts } from '@lanka/domain/kit/plans';
import { kyivDate } from '@lanka/domain/kit/time';
import { isCollectedHere } from '@lanka/domain/orders/cod';
import { orderErrors } from '@lanka/domain/orders/contract';
import { queueTask, readWait } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { lockOrder, type OrderRecord, readOrderRecord } from '../orders';
import * as store from './receipts.store';
import { type LockedRegister, lockRegister } from './registers.store';

const UNDER_WAY = new Set(['Pending', 'InProduction', 'Ready', 'Loading', 'Loaded', 'Sent', 'Complete']);

const sold = ({ cod_state, counterparty_id }: OrderRecord, { own_sales }: store.Seller) =>
  sellerOf({ own_sales, counterparty_id, cod: isCollectedHere(cod_state) });

export async function mustFind(tx: Tx, scope: ProjectScope, id: string): Promise<FiscalReceipt> {
  const receipt = await store.findReceipt(tx, scope, id);
  if (!receipt) throw fiscalErrors.no_receipt();
  return receipt;
}

/** The one that takes it: the one that is named, else one that is open. @throws fiscal.sold_by_other, fiscal.no_register */
async function takingRegister(
  tx: Tx,
  scope: ProjectScope,
  order: OrderRecord,
  wanted: string | undefined,
): Promise<string> {
  const seller = await store.readSeller(tx, scope, order.counterparty_id);
  const { counterparty_id } = sold(order, seller);
  const taking = await store.listTaking(tx, scope, counterparty_id);
  if (taking.length === 0 && counterparty_id !== null) throw fiscalErrors.sold_by_other({ seller: seller.name });
  const chosen = taking.find(({ id, active }) => (wanted ? id === wanted : active));
  if (!chosen?.active)
    throw fiscalErrors.no_register({ seller: counterparty_id === null ? seller.supplier : seller.name });
  return chosen.id;
}

/** Of two that issue and close at once the second sees what the first has done. @throws fiscal.not_opened */
async function openedRegister(tx: Tx, scope: ProjectScope, id: string): Promise<LockedRegister> {
  const register = await lockRegister(tx, scope, id);
  if (!register) throw fiscalErrors.not_found();
  if (register.shift !== 'opened') throw fiscalErrors.not_opened({ cash_register_id: id, name: register.name });
  return register;
}

/** What takes a sale back is issued where it was. @throws fiscal.issuer_gone, fiscal.not_opened */
async function issuerOf(tx: Tx, scope: ProjectScope, sale: store.ReceiptRecord): Promise<LockedRegister> {
  const issuer = await store.findIssuer(tx, scope, sale);
  if (!issuer) throw fiscalErrors.issuer_gone();
  return openedRegister(tx, scope, issuer.id);
}

const paymentsOf = ({ payment_method, payments }: IssueBody, total: number): ReceiptPayment[] | null =>
  payments ?? (payment_method ? [{ method: payment_method, amount: total }] : null);

function refuseOtherSum(payments: readonly ReceiptPayment[], total: number): void {
  if (payments.reduce((sum, { amount }) => sum + amount, 0) !== total)
    throw fiscalErrors.payments_differ({ path: 'payments', allowed: total });
}

async function issue(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  register: LockedRegister,
  receipt: Omit<store.NewReceipt, 'id' | 'day'>,
): Promise<FiscalReceipt> {
  const id = newId();
  const isFirst = await store.insertReceipt(tx, scope, register, { ...receipt, id, day: kyivDate(new Date()) });
  if (!isFirst) throw fiscalErrors.issued_already();
  await queueTask(tx, app, scope.project.id, {
    ...{ service: 'checkbox', kind: 'receipt', key: `receipt ${id}`, ref: { kind: 'receipt', id } },
  });
  return mustFind(tx, scope, id);
}

/** A receipt of the sale, or of a return of it. The order is locked before the register. */
export async function issueReceipt(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  order_id: string,
  body: IssueBody,
): Promise<FiscalReceipt> {
  const order = await lockOrder(tx, scope, order_id);
  if (body.return_id) return issueReturn(tx, app, scope, order, body, body.return_id);
  assertReceipts(scope.project.subscription_plan);
  if (!UNDER_WAY.has(order.status)) throw fiscalErrors.not_sold();
  const register = await openedRegister(tx, scope, await takingRegister(tx, scope, order, body.cash_register_id));
  if (await store.saleOfOrder(tx, scope, order_id)) throw fiscalErrors.issued_already();
  const lines = receiptLines(await store.readSold(tx, scope, order_id));
  if (!lines) throw fiscalErrors.nothing_to_pay();
  const total = totalOf(lines);
  const payments = paymentsOf(body, total);
  if (!payments) throw fiscalErrors.how_paid({ path: 'payment_method' });
  refuseOtherSum(payments, total);
  return issue(tx, app, scope, register, {
    ...{ kind: 'sell', cause: `order ${order_id}`, order_id, return_id: null, related_receipt_id: null },
    ...{ is_reversal: false, lines, payments, total },
    ...{ email: body.email ?? null, phone: body.phone ?? null },
  });
}

/** What of a sale has not come back yet, by lines and by how it was paid. */
function leftOf(sale: store.ReceiptRecord, before: readonly store.ReceiptRecord[]) {
  const gone = piecesOf(before.flatMap(({ lines }) => lines));
  const all = piecesOf(sale.lines);
  const left = new Map(
    [...all].map(([id, count]) => [id, count - (gone.get(id) ?? 0)] as const).filter(([, n]) => n > 0),
  );
  const backs = before.flatMap(({ payments }) => payments);
  const given = (method: ReceiptPayment['method']) =>
    backs.reduce((sum, one) => sum + (one.method === method ? one.amount : 0), 0);
  const rest = { cash: sale.cash - given('cash'), card: sale.card - given('card') };
  const payments = (['cash', 'card'] as const).map((method) => ({ method, amount: Math.max(rest[method], 0) }));
  return { gone, left, payments };
}

/** Of the first, so many pieces as come back; null when more would than is left. */
const backOf = (
  sale: store.ReceiptRecord,
  before: readonly store.ReceiptRecord[],
  pieces: ReadonlyMap<string, number>,
): ReceiptLine[] | null => returnLines(sale.lines, leftOf(sale, before).gone, pieces);

async function issueReturn(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { id: order_id }: OrderRecord,
  body: IssueBody,
  return_id: string,
): Promise<FiscalReceipt> {
  const sale = await store.saleOfOrder(tx, scope, order_id);
  if (sale?.status !== 'issued') throw fiscalErrors.not_receipted();
  const back = (await store.readBack(tx, scope, order_id)).find(({ id }) => id === return_id);
  if (!back || back.undecided > 0) throw fiscalErrors.return_undecided({ path: 'return_id' });
  const register = await issuerOf(tx, scope, sale);
  const before = await store.returnsOfSale(tx, scope, sale);
  if (before.some((one) => one.return_id === return_id)) throw fiscalErrors.issued_already();
  const lines = backOf(sale, before, back.pieces);
  if (!lines) throw fiscalErrors.issued_already();
  const total = totalOf(lines);
  const payments = paymentsOf(body, total) ?? splitBack(leftOf(sale, before).payments, total);
  refuseOtherSum(payments, total);
  return issue(tx, app, scope, register, {
    ...{ kind: 'return', cause: `return ${return_id}`, order_id, return_id, related_receipt_id: sale.id },
    ...{ is_reversal: false, lines, payments, total },
    ...{ email: body.email ?? null, phone: body.phone ?? null },
  });
}

/** All that is left of a sale is taken back: it was a mistake, and another may be issued. */
export async function reverseReceipt(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<FiscalReceipt> {
  const found = await store.readRecord(tx, scope, id);
  if (!found) throw fiscalErrors.no_receipt();
  if (found.kind !== 'sell' || !found.order_id) throw fiscalErrors.not_receipted();
  await lockOrder(tx, scope, found.order_id);
  const sale = await store.saleOfOrder(tx, scope, found.order_id);
  if (sale?.id !== id || sale.status !== 'issued') throw fiscalErrors.not_receipted();
  const register = await issuerOf(tx, scope, sale);
  const before = await store.returnsOfSale(tx, scope, sale);
  const { left, payments } = leftOf(sale, before);
  const lines = left.size > 0 ? backOf(sale, before, left) : null;
  if (!lines) throw fiscalErrors.issued_already();
  const total = totalOf(lines);
  return issue(tx, app, scope, register, {
    ...{ kind: 'return', cause: `reversal ${id}`, order_id: found.order_id, return_id: null, related_receipt_id: id },
    ...{ is_reversal: true, lines, payments: splitBack(payments, total), total, email: null, phone: null },
  });
}

/** Cash into the drawer or out of it. */
export async function makeService(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  register_id: string,
  { direction, amount }: { readonly direction: 'in' | 'out'; readonly amount: number },
): Promise<FiscalReceipt> {
  const register = await openedRegister(tx, scope, register_id);
  return issue(tx, app, scope, register, {
    ...{ kind: direction === 'in' ? 'service_in' : 'service_out', cause: null, order_id: null, return_id: null },
    ...{
      related_receipt_id: null,
      is_reversal: false,
      lines: [],
      payments: [{ method: 'cash', amount }],
      total: amount,
    },
    ...{ email: null, phone: null },
  });
}

/** @throws fiscal.not_issued */
export async function sendReceipt(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  to: { readonly email?: string | undefined; readonly phone?: string | undefined },
): Promise<FiscalReceipt> {
  const receipt = await mustFind(tx, scope, id);
  if (receipt.status !== 'issued') throw fiscalErrors.not_issued();
  await store.saveSentTo(tx, scope, id, to);
  await queueTask(tx, app, scope.project.id, {
    // who asks again wants it sent again
    ...{ service: 'checkbox', kind: 'send', key: `send ${id} ${newId()}`, ref: { kind: 'receipt', id } },
    payload: to.email ? { email: to.email } : { phone: to.phone },
  });
  return mustFind(tx, scope, id);
}

/** What an order has, and what a new receipt of it would be. */
export async function readOrderReceipts(tx: Tx, scope: ProjectScope, order_id: string): Promise<OrderReceipts> {
  const order = await readOrderRecord(tx, scope, order_id);
  if (!order) throw orderErrors.not_found();
  const items = await store.listOfOrder(tx, scope, order_id);
  const seller = await store.readSeller(tx, scope, order.counterparty_id);
  const { counterparty_id } = sold(order, seller);
  const taking = await store.listTaking(tx, scope, counterparty_id);
  const active = taking.filter((one) => one.active);
  const lines = receiptLines(await store.readSold(tx, scope, order_id));
  const sale = await store.saleOfOrder(tx, scope, order_id);
  const issued = sale?.status === 'issued' ? sale : null;
  const issuer = issued && (await store.findIssuer(tx, scope, issued));
  const why_not = whyNot(scope, order, {
    ...{ hasSale: sale !== null, isMine: counterparty_id === null },
    ...{ taking: taking.length, active: active.length, isPayable: lines !== null },
  });
  const unfinished = items.filter(({ status }) => status === 'waiting' || status === 'sent').map(({ id }) => id);
  return {
    items,
    wait: await readWait(tx, scope, 'checkbox', 'receipt', unfinished),
    total: lines ? totalOf(lines) : 0,
    seller: { id: counterparty_id, name: counterparty_id === null ? seller.supplier : seller.name },
    registers: active.map(shown),
    returns: issued ? await offeredReturns(tx, scope, issued, order_id) : [],
    returns_at: issuer && shown(issuer),
    connected: await store.hasRegisters(tx, scope),
    may: { sell: why_not === null, why_not },
  };
}

const shown = ({ active: _, ...register }: store.Candidate): OrderReceipts['registers'][number] => register;

async function offeredReturns(tx: Tx, scope: ProjectScope, sale: store.ReceiptRecord, order_id: string) {
  const before = await store.returnsOfSale(tx, scope, sale);
  const backs = await store.readBack(tx, scope, order_id);
  return backs.flatMap(({ id, number, undecided, pieces }) => {
    if (undecided > 0 || before.some(({ return_id }) => return_id === id)) return [];
    const lines = backOf(sale, before, pieces);
    return lines ? [{ id, number, total: totalOf(lines) }] : [];
  });
}

/** By the code of the error that issuing it would answer; a closed register is no reason: it can be opened. */
function whyNot(
  scope: ProjectScope,
  { status }: OrderRecord,
  facts: {
    readonly hasSale: boolean;
    readonly isMine: boolean;
    readonly taking: number;
    readonly active: number;
    readonly isPayable: boolean;
  },
): string | null {
  if (!UNDER_WAY.has(status)) return fiscalErrors.not_sold.code;
  if (facts.hasSale) return fiscalErrors.issued_already.code;
  try {
    assertReceipts(scope.project.subscription_plan);
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  if (!facts.isPayable) return fiscalErrors.nothing_to_pay.code;
  if (facts.taking === 0 && !facts.isMine) return fiscalErrors.sold_by_other.code;
  return facts.active === 0 ? fiscalErrors.no_register.code : null;
}
