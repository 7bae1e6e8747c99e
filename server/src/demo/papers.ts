import { issueCreditNote, issueDocument, issueReturnNote } from '@lanka/domain/documents/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { listOrders } from '@lanka/domain/orders/contract';
import { listCounterpartyNames } from '@lanka/domain/partners/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import { createPayout, payRows } from '@lanka/domain/payouts/contract';
import { listReturns } from '@lanka/domain/returns/contract';
import type { Person } from './caller';
import type { Stage } from './stage';

/** Papers of the last orders and of a return, and a payout register of which one row is paid; told last, as of today. */
export async function addPapers(
  stage: Stage,
  { supplier, manager, dropshipper }: Record<'supplier' | 'manager' | 'dropshipper', Person>,
  project_id: string,
): Promise<void> {
  const params = { project_id };
  const one = (id: string) => ({ project_id, id });
  const { items: sent } = await stage.call(manager, listOrders, {
    params,
    query: { status: 'Sent', limit: 4 } as never,
  });
  for (const { id } of sent) {
    await stage.call(manager, issueDocument, { params: one(id), body: { type: 'invoice' } });
    await stage.call(manager, issueDocument, { params: one(id), body: { type: 'delivery_note' } });
  }
  const query = { status: 'approved', limit: 1 } as never;
  const { items: returned } = await stage.call(manager, listReturns, { params, query });
  for (const { id, order } of returned) {
    await stage.call(manager, issueDocument, { params: one(order.id), body: { type: 'invoice' } });
    await stage.call(manager, issueReturnNote, { params: one(id) });
    await stage.call(manager, issueCreditNote, { params: one(id) });
  }
  const { items: own } = await stage.call(dropshipper, listOrders, {
    params,
    query: { status: 'Sent', limit: 1 } as never,
  });
  for (const { id } of own)
    await stage.call(dropshipper, issueDocument, { params: one(id), body: { type: 'invoice' } });

  const today = kyivDate(new Date(stage.now));
  const rows = [];
  for (const [q, recipient_name, iban, code] of [
    ['Готель', 'ТОВ «Готель»', 'UA223052990000026001234567890', '32855961'],
    ['Магазин', 'ФОП Мельник Ірина Павлівна', 'UA213223130000026007233566001', '1759013776'],
  ] as const) {
    const found = await stage.call(manager, listCounterpartyNames, { params, query: { q, limit: 1 } });
    const counterparty_id = found.items[0]?.id;
    if (!counterparty_id) continue;
    // paid ahead, and wants a part of it back
    const body = {
      counterparty_id,
      type: 'receipt',
      amount: 5_000_000,
      date: today,
      account: 'bank',
      comment: 'Передоплата',
    } as const;
    const { balance_after } = await stage.call(supplier, createPayment, { params, body });
    if ((balance_after ?? 0) > 120_000) rows.push({ counterparty_id, amount: 120_000, recipient_name, iban, code });
  }
  if (rows.length === 0) return;
  const payout = await stage.call(supplier, createPayout, { params, body: { rows } });
  const [first] = payout.items;
  if (first && payout.items.length > 1)
    await stage.call(supplier, payRows, {
      params: one(payout.id),
      body: { row_ids: [first.id], date: today, account: 'bank' },
    });
}
