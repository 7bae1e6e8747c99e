import { createUpload } from '@lanka/domain/files/contract';
import { listOrders, readOrder } from '@lanka/domain/orders/contract';
import { updateCounterparty } from '@lanka/domain/partners/contract';
import {
  type CreateReturnBody,
  createReturn,
  type DecideReturnBody,
  decideReturn,
  type Return,
  refuseParcel,
  waiveCharge,
} from '@lanka/domain/returns/contract';
import type { Person } from './caller';
import { draw } from './draw';
import { morning, type Stage } from './stage';
import type { Happening, Trade } from './story';

const HOUR = 3_600_000;

interface Plot extends Pick<CreateReturnBody, 'reason' | 'comment'> {
  readonly daysAgo: number;
  /** How many lines come back, and what staff says to each; what nobody says is pending. */
  readonly lines: number;
  readonly decide: readonly ('approved' | 'rejected')[];
  readonly photo?: true;
}

const PLOTS: readonly Plot[] = [
  { daysAgo: 12, reason: 'not_needed', comment: '', lines: 1, decide: ['approved'] },
  { daysAgo: 9, reason: 'damaged', comment: 'Затяжка на рукаві', lines: 1, decide: ['rejected'], photo: true },
  {
    daysAgo: 6,
    reason: 'incorrect_item',
    comment: 'Замість розміру M приїхав L',
    lines: 2,
    decide: ['approved', 'rejected'],
  },
  { daysAgo: 3, reason: 'other', comment: 'Не підійшов колір', lines: 2, decide: ['rejected'] },
  { daysAgo: 1, reason: 'damaged', comment: 'Розійшовся шов', lines: 1, decide: [], photo: true },
];

/** Returns in every status, asked for by the dropshipper; and two of his parcels that nobody took. */
export function planReturns(
  stage: Stage,
  trade: Trade,
  own: { readonly counterparty_id: string; readonly person: Person },
): Happening[] {
  const { project_id, staff } = trade;
  const params = { project_id };
  const find = async (statuses: ('Sent' | 'Complete')[], lines: number) => {
    const query = { status: statuses, counterparty_id: own.counterparty_id, has_returns: false, limit: 50 };
    const { items } = await stage.call(staff, listOrders, { params, query });
    const fitting = items.find(({ items_count, parcels }) => items_count >= lines && parcels === 0);
    return fitting && stage.call(staff, readOrder, { params: { project_id, id: fitting.id } });
  };
  const decide = async ({ id, items }: Return, decisions: Plot['decide']) => {
    const decided = decisions.map((status, index) => ({ id: items[index]?.id ?? '', status }));
    const body: DecideReturnBody = { items: decided, comment: '' };
    if (decided.length > 0) await stage.call(staff, decideReturn, { params: { project_id, id }, body });
  };
  const asked = ({ daysAgo, reason, comment, lines, decide: decisions, photo }: Plot): Happening => ({
    at: morning(stage.now, daysAgo) + 3 * HOUR,
    run: async () => {
      const order = await find(['Sent', 'Complete'], lines);
      if (!order) return;
      const items = order.items.slice(0, lines).map(({ id }) => ({ order_item_id: id, count: 1 }));
      const photos = photo ? [await takePhoto(stage, own.person, project_id)] : [];
      const body = { order_id: order.id, reason, comment, items, photos };
      await decide(await stage.call(own.person, createReturn, { params, body }), decisions);
    },
  });
  const refused = (daysAgo: number, then: (found: Return) => Promise<void>): Happening => ({
    at: morning(stage.now, daysAgo) + 5 * HOUR,
    run: async () => {
      const order = await find(['Sent'], 1);
      if (!order) return;
      const body = { comment: 'Покупець не прийшов на відділення' };
      await then(await stage.call(staff, refuseParcel, { params: { project_id, id: order.id }, body }));
    },
  });
  return [
    {
      at: morning(stage.now, 14),
      run: async () => {
        const id = own.counterparty_id;
        await stage.call(staff, updateCounterparty, { params: { project_id, id }, body: { refusal_charge: 6_500 } });
      },
    },
    ...PLOTS.map(asked),
    refused(5, async (found) => {
      await decide(
        found,
        found.items.map(() => 'approved'),
      );
      const body = { comment: 'Перша відмова, домовилися телефоном' };
      await stage.call(staff, waiveCharge, { params: { project_id, id: found.id }, body });
    }),
    refused(2, async () => undefined),
  ];
}

async function takePhoto(stage: Stage, person: Person, project_id: string): Promise<string> {
  const body = { file_name: 'Фото пошкодження.jpg' };
  const upload = await stage.call(person, createUpload, { params: { project_id }, body });
  await stage.app.storage.write(upload.file_name, await draw('dress', '#8c4a5b', 1), 'image/jpeg');
  return upload.file_name;
}
