import { issueDocument } from '@lanka/domain/documents/contract';
import * as contract from '@lanka/domain/orders/contract';
import { listDeletedDrafts } from '@lanka/domain/orders/drafts';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  stockOf,
  type TestDropshipper,
} from '../../test/trade';
import { expireDraftsIn } from './expire-drafts';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let variant: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  seller = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ stock: 10 }]);
});

const of = (id: string, token = project.owner.token) => ({ token, params: { project_id: project.id, id } });
const draft = async (by = seller) => (await placeOrder(app, project, by.token, orderBody({ [variant]: 2 }))).body;
/** Nobody has touched the order for so many days. */
const age = ({ id }: contract.Order, days: number) =>
  app.app.services.db.transaction({ projectIds: [project.id] }, (tx) =>
    tx.execute(sql`update orders set created_at = created_at - make_interval(days => ${days}),
      updated_at = updated_at - make_interval(days => ${days}) where project_id = ${project.id} and id = ${id}`),
  );
const live = (draft_days: number | null) =>
  app.call(updateMainInfo, { token: project.owner.token, params: { project_id: project.id }, body: { draft_days } });
const night = () => expireDraftsIn(app.app.services, project.id);
const statusOf = async ({ id }: contract.Order) => (await app.call(contract.readOrder, of(id))).status;
const deleted = async (token = project.owner.token) =>
  (await app.call(listDeletedDrafts, { token, params: { project_id: project.id } })).body.items;

it('drafts that nobody has touched for the days of the settings go at night, and what they held for a time is free', async () => {
  const other = await makeDropshipper(app, project);
  const [old, anothers, spokenOf, sent, papered, young] = [
    ...[await draft(), await draft(other), await draft(), await draft(), await draft(), await draft()],
  ] as [contract.Order, ...contract.Order[]] & Record<1 | 2 | 3 | 4 | 5, contract.Order>;
  const booking = { ...of(old.id, seller.token).params, item_id: old.items[0]?.id ?? '' };
  await app.call(contract.bookTemporarily, { token: seller.token, params: booking });
  expect(await stockOf(app, project, variant)).toMatchObject({ booked: 2 });
  expect((await app.call(issueDocument, { ...of(papered.id), body: { type: 'order' } })).status).toBe(201);
  await move(app, project, project.owner.token, sent.id, 'Pending');
  for (const order of [old, anothers, spokenOf, sent, papered]) await age(order, 31);
  await app.call(contract.addComment, { ...of(spokenOf.id), body: { text: 'Ще думають', visibility: 'all' } });

  await night();
  expect(await deleted()).toEqual([]);
  expect((await live(0)).error.details[0]?.path).toBe('draft_days');
  await live(30);
  await Promise.all([night(), night()]);
  expect(await Promise.all([old, anothers, spokenOf, sent, papered, young].map(statusOf))).toEqual([
    404, 404, 200, 200, 200, 200,
  ]);
  expect(await stockOf(app, project, variant)).toMatchObject({ booked: 2, bookings: 2 });
  const told = await deleted();
  expect(told.map(({ number }) => number).sort()).toEqual([old.number, anothers.number].sort());
  expect(told.find(({ id }) => id === old.id)).toMatchObject({
    ...{ draft_days: 30, counterparty: { id: seller.counterparty_id }, customer_name: 'Іваненко Ірина' },
  });
  // who has nothing to do with it is not told
  expect((await deleted(seller.token)).map(({ id }) => id)).toEqual([old.id]);
});

it('a draft that is sent in the night is either sent or deleted, never both', async () => {
  await live(1);
  for (let n = 0; n < 4; n++) {
    const order = await draft();
    await age(order, 3);
    const [sent] = await Promise.all([move(app, project, seller.token, order.id, 'Pending'), night()]);
    const isDeleted = (await deleted()).some(({ id }) => id === order.id);
    expect([sent.status, isDeleted, await statusOf(order)]).toEqual(
      sent.status === 200 ? [200, false, 200] : [404, true, 404],
    );
  }
  const { booked, bookings } = await stockOf(app, project, variant);
  expect(booked).toBe(bookings);
});
