import { createRule } from '@lanka/domain/automation/contract';
import type { Person } from './caller';
import type { Stage } from './stage';

/** Made last, so that the orders of the story ask no rule. */
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
  ];
  for (const body of bodies) await stage.call(owner, createRule, { params: { project_id }, body });
}
