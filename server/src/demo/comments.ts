import { createCommentTemplate } from '@lanka/domain/comment_templates/contract';
import { addComment, listOrders } from '@lanka/domain/orders/contract';
import { mentionOf } from '@lanka/domain/orders/mentions';
import type { Person } from './caller';
import type { Stage } from './stage';

const TEMPLATES = [
  { name: 'Відправлено', text: 'Замовлення № {номер} відправлено, ТТН {ТТН}. Отримувач: {покупець}.' },
  {
    name: 'Уточніть адресу',
    text: 'Не вдалося підтвердити адресу доставки: уточніть у покупця ({покупець}) відділення.',
  },
  { name: 'Чекаємо на оплату', text: 'Замовлення № {номер} готове. До сплати {сума}, відправимо після оплати.' },
];

/** Texts for comments, and one comment that asks the manager by his name. */
export async function addTalk(stage: Stage, owner: Person, manager: Person, project_id: string): Promise<void> {
  const params = { project_id };
  for (const body of TEMPLATES) await stage.call(owner, createCommentTemplate, { params, body });
  const { items } = await stage.call(owner, listOrders, { params, query: { status: ['Pending'], limit: 1 } });
  const [order] = items;
  if (!order) return;
  const text = `${mentionOf(manager.user_id)}, подзвоніть покупцеві до обіду, будь ласка`;
  await stage.call(owner, addComment, { params: { ...params, id: order.id }, body: { text, visibility: 'managers' } });
}
