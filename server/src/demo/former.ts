import { createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { leaveSupplier } from '@lanka/domain/partners/access';
import { createCounterparty, inviteCounterparty } from '@lanka/domain/partners/contract';
import { acceptInvitation } from '@lanka/domain/projects/contract';
import type { Person } from './caller';
import { morning, type Stage } from './stage';
import { type Happening, owe, type Trade } from './story';

export const FORMER = { email: 'nina@demo.lanka.test', name: 'Ніна Кравець', phone: '380950001008' };

/** A dropshipper who has sold something, left with what she wrote about why, and has not settled yet. */
export function planFormer(stage: Stage, trade: Trade, owner: Person, person: Person): Happening[] {
  const params = { project_id: trade.project_id };
  const sold = trade.shelves.find(({ left }) => left > 20);
  if (!sold) return [];
  sold.left -= 1;
  const { email, name, phone } = FORMER;
  let counterparty_id = '';
  let order = { id: '', sum: 0 };
  return [
    {
      at: morning(stage.now, 29),
      run: async () => {
        const body = { name, phone, discount: 300 };
        counterparty_id = (await stage.call(owner, createCounterparty, { params, body })).id;
        const at = { ...params, id: counterparty_id };
        await stage.call(owner, inviteCounterparty, { params: at, body: { email } });
        await stage.call(null, acceptInvitation, { params: { token: stage.secretFor(email) } });
      },
    },
    {
      at: morning(stage.now, 28),
      run: async () => {
        const customer = { name: 'Поліщук Алла', phone: '0670001190' };
        const body = {
          ...{ items: [{ product_variant_id: sold.id, count: 1 }], customer, send: true },
          delivery: {
            ...{ operator: 'ukrposhta' as const, recipient_name: customer.name, recipient_phone: customer.phone },
            ...{ town: 'Луцьк', address: 'Луцьк, вул. Винниченка, 8' },
          },
        };
        order = await stage.call(person, createOrder, { params, body });
      },
    },
    {
      at: morning(stage.now, 26),
      run: async () => {
        for (const to of ['Sent', 'Complete'] as const)
          await stage.call(trade.staff, moveOrder, { params: { ...params, id: order.id }, body: { to } });
        owe(trade, counterparty_id, order.sum);
      },
    },
    {
      at: morning(stage.now, 12),
      run: async () => {
        const reason = 'Закриваю магазин: переїжджаю за кордон. Борг перекажу до кінця місяця';
        await stage.call(person, leaveSupplier, { params, body: { reason } });
      },
    },
  ];
}
