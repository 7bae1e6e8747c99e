import { createManufactureRequest, takeInMade } from '@lanka/domain/manufacture/contract';
import { deleteOrder } from '@lanka/domain/orders/contract';
import { createPaymentDetails } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { allowBackorders, moveRequest } from './backorders';
import { makeVariants, openTrade, orderBody, placeOrder, type Trade } from './trade';

let trade: Trade;
beforeAll(async () => {
  trade = await openTrade();
});
afterAll(() => trade.app.close());

/** What the open pages of the project are told from now on, as `kind id`. */
function told(): string[] {
  const heard: string[] = [];
  const { live } = trade.app.app.services;
  onTestFinished(live.subscribe(trade.project.id, ({ kind, id }) => heard.push(`${kind} ${id}`)));
  return heard;
}

it('tells of the goods that a deleted draft had booked, and of its counterparty', async () => {
  const { app, project, seller } = trade;
  const [variant = ''] = await makeVariants(app, project, [{ stock: 5 }]);
  const { body: order } = await placeOrder(app, project, seller.token, orderBody({ [variant]: 2 }));
  const heard = told();
  const params = { project_id: project.id, id: order.id };
  expect((await app.call(deleteOrder, { params, token: seller.token })).status).toBe(204);
  const wanted = [`order ${order.id}`, `counterparty ${seller.counterparty_id}`, `product_variant ${variant}`];
  await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(wanted)));
});

it('tells of the goods that a part of a request has brought', async () => {
  const { app, project } = trade;
  await allowBackorders(app, project, true);
  const { token } = project.owner;
  const [variant = ''] = await makeVariants(app, project, [{}]);
  const body = { lines: [{ product_variant_id: variant, count: 3 }] };
  const made = await app.call(createManufactureRequest, { params: { project_id: project.id }, token, body });
  const params = { project_id: project.id, id: made.body.id };
  await moveRequest(app, project, token, made.body.id, 'in_production');
  const heard = told();
  const part = { made: [{ product_variant_id: variant, count: 1 }], comment: '' };
  expect((await app.call(takeInMade, { params, token, body: part })).status).toBe(200);
  await vi.waitFor(() => expect(heard).toContain(`product_variant ${variant}`));
});

it('tells of other payment details, which who owes may be looking at', async () => {
  const { app, project } = trade;
  const heard = told();
  const body = { recipient_name: 'ФОП Мельник', main: true };
  const asked = { params: { project_id: project.id }, token: project.owner.token, body };
  expect((await app.call(createPaymentDetails, asked)).status).toBe(201);
  await vi.waitFor(() => expect(heard).toContain(`project ${project.id}`));
});
