import { createRule } from '@lanka/domain/automation/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { listOrders } from '@lanka/domain/orders/contract';
import { createPayment } from '@lanka/domain/payments/contract';
import type { Person } from './caller';
import type { Stage } from './stage';

/** Made last, so that the orders of the story ask no rule but the one that a payment after it tells. */
export async function addRules(stage: Stage, owner: Person, project_id: string): Promise<void> {
  const bodies = [
    {
      name: 'Велике замовлення',
      trigger: 'moved' as const,
      statuses: ['Pending' as const],
      sum_from: 1_000_000,
      notice_to: 'manager' as const,
      notice_text: 'Перевірте залишки та зателефонуйте покупцеві.',
    },
    {
      name: 'Накладна після відправлення',
      enabled: false,
      trigger: 'moved' as const,
      statuses: ['Sent' as const],
      paper: 'delivery_note' as const,
    },
    {
      name: 'Нагадати про прострочену оплату',
      trigger: 'paid' as const,
      paid_states: ['overdue' as const],
      comment: 'Оплату прострочено: зателефонуйте контрагенту.',
      notice_to: 'manager' as const,
      notice_text: 'Оплату замовлення прострочено. Зателефонуйте контрагенту.',
    },
    {
      name: 'Посилка чекає у відділенні',
      trigger: 'delivery' as const,
      delivery_states: ['waiting' as const],
      notice_to: 'dropshipper' as const,
      notice_text: 'Посилка вже у відділенні. Нагадайте покупцеві її забрати.',
    },
    {
      name: 'Оплачене – пакувати',
      trigger: 'paid' as const,
      paid_states: ['paid' as const],
      comment: 'Гроші надійшли, можна пакувати.',
    },
  ];
  for (const body of bodies) await stage.call(owner, createRule, { params: { project_id }, body });
  await payAhead(stage, owner, project_id);
}

/** One payment for two orders of a counterparty that are being made: the rule runs for both when the product is up. */
async function payAhead(stage: Stage, owner: Person, project_id: string): Promise<void> {
  const params = { project_id };
  const query = { status: ['InProduction' as const, 'Ready' as const], limit: 50 };
  const { items } = await stage.call(owner, listOrders, { params, query });
  const open = items.filter(({ payment }) => payment === null);
  const of = (id: string) => open.filter(({ counterparty_id }) => counterparty_id === id).slice(0, 2);
  const first = open.find(({ counterparty_id }) => of(counterparty_id).length === 2);
  if (!first) return;
  const own = of(first.counterparty_id);
  await stage.call(owner, createPayment, {
    params,
    body: {
      counterparty_id: first.counterparty_id,
      ...{ type: 'receipt', account: 'bank', date: kyivDate(new Date(stage.now)), comment: 'Передоплата' },
      amount: own.reduce((total, { sum }) => total + sum, 0),
      orders: own.map(({ id, sum }) => ({ order_id: id, amount: sum })),
    },
  });
}
