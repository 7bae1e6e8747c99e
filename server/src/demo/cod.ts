import { createRegister, listAwaited } from '@lanka/domain/cod/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { listOrders } from '@lanka/domain/orders/contract';
import { refuseParcel } from '@lanka/domain/returns/contract';
import type { Person } from './caller';
import type { Stage } from './stage';

/** Two registers of a carrier: the money of one has come, that of the other he owes; one parcel was refused, others are awaited. */
export async function addRegisters(
  stage: Stage,
  manager: Person,
  project_id: string,
  dropshipper: string,
): Promise<void> {
  const params = { project_id };
  const date = kyivDate(new Date(stage.now));
  const { items: awaited } = await stage.call(manager, listAwaited, { params, query: { limit: 50 } as never });
  // one of his: the demo's dropshipper still owes his supplier
  const his = awaited.filter(({ counterparty_name }) => counterparty_name === dropshipper);
  const [smallest] = [...his].sort((one, other) => one.sum - other.sum);
  const items = awaited.filter((one) => one === smallest || !his.includes(one)).slice(0, 4);
  const rows = items.map(({ order_id, parcel_id, sum, fee }, nth) => ({
    order_id,
    parcel_id,
    amount: sum,
    // the carrier has kept more than was thought
    fee: nth === 1 ? Math.min(sum, fee + 500) : fee,
  }));
  const register = { carrier: 'nova_poshta', date } as const;
  const [paid, owed] = [rows.slice(0, 3), rows.slice(3, 4)];
  if (paid.length > 0)
    await stage.call(manager, createRegister, {
      params,
      body: { ...register, number: '105-00003134', rows: paid, received: { account: 'bank', date } },
    });
  if (owed.length > 0)
    await stage.call(manager, createRegister, { params, body: { ...register, number: '105-00003187', rows: owed } });
  const query = { cod: 'awaited', status: 'Sent', limit: 1 } as never;
  const { items: sent } = await stage.call(manager, listOrders, { params, query });
  for (const { id } of sent)
    await stage.call(manager, refuseParcel, { params: { project_id, id }, body: { comment: 'Покупець відмовився' } });
}
