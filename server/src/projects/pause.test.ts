import { listDropshippingProducts, listProducts, readProduct } from '@lanka/domain/catalog/contract';
import { daysAfter, dotted, kyivDate } from '@lanka/domain/kit/time';
import { listNotices } from '@lanka/domain/notices/contract';
import { bookTemporarily } from '@lanka/domain/orders/contract';
import { listSuppliers, readSupplier } from '@lanka/domain/partners/contract';
import { pauseProject, readProject, resumeProject } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  makeCounterparty,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';
import { endPausesAt } from './pause';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let variant: string;
const today = kyivDate(new Date());
const until = daysAfter(today, 3);

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project('Ткацький двір');
  seller = await makeDropshipper(app, project);
  [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
});

const at = (token = project.owner.token) => ({ token, params: { project_id: project.id } });
const pause = (day = until) => app.call(pauseProject, { ...at(), body: { until: day } });
const resume = () => app.call(resumeProject, at());
const goods = async (query: object = {}) =>
  (await app.call(listDropshippingProducts, { token: seller.token, query })).body.items.map(
    ({ project_id, available, availability }) => [project_id, available, availability],
  );
const told = async () => {
  await app.deliver();
  const { items } = (await app.call(listNotices, { token: seller.token })).body;
  return items.map(({ kind }) => kind).filter((kind) => kind.startsWith('projects.'));
};
const order = (token: string, more: object = {}) => placeOrder(app, project, token, orderBody({ [variant]: 2 }, more));

describe('a supplier who pauses', () => {
  it('has nothing in stock for dropshippers, in each list, and all of it for his own people', async () => {
    const other = await app.project('Друга');
    await app.sql(
      other.id,
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [other.id, seller.id, await makeCounterparty(app, other)],
    );
    await makeVariants(app, other, [{ stock: 1 }]);
    expect((await pause()).body.paused_until).toBe(until);
    expect((await goods()).sort()).toEqual(
      [
        [project.id, 0, 'out_of_stock'],
        [other.id, 1, 'in_stock'],
      ].sort(),
    );
    expect(await goods({ stock: 'in_stock' })).toEqual([[other.id, 1, 'in_stock']]);
    const [seen] = (await app.call(listProducts, at(seller.token))).body.items;
    expect(seen).toMatchObject({ available: 0, availability: 'out_of_stock' });
    const one = { params: { project_id: project.id, id: seen?.id ?? '' } };
    const opened = (await app.call(readProduct, { ...one, token: seller.token })).body;
    expect(opened.variants.map(({ available }) => available)).toEqual([0]);
    expect(JSON.stringify(opened)).not.toContain('"available":9');
    expect((await app.call(readProduct, { ...one, token: project.owner.token })).body.available).toBe(9);
  });

  it('takes no new orders of dropshippers and says up to when; staff and what was sent go on', async () => {
    const draft = (await order(seller.token)).body;
    const sent = (await order(seller.token, { send: true })).body;
    await pause();
    const refused = await order(seller.token, { send: true });
    expect([refused.status, refused.error.code]).toEqual([409, 'orders.supplier_paused']);
    expect(refused.error.message).toContain(dotted(until));
    expect((await order(seller.token)).error.code).toBe('orders.supplier_paused');
    expect((await move(app, project, seller.token, draft.id, 'Pending')).error.code).toBe('orders.supplier_paused');
    const item = { project_id: project.id, id: draft.id, item_id: draft.items[0]?.id ?? '' };
    const held = await app.call(bookTemporarily, { params: item as never, token: seller.token });
    expect(held.error.code).toBe('orders.supplier_paused');
    expect((await order(project.owner.token, { send: true })).status).toBe(201);
    expect((await move(app, project, project.owner.token, sent.id, 'Blocked', 'Уточніть адресу')).status).toBe(200);
    expect((await move(app, project, seller.token, sent.id, 'Pending')).status).toBe(200);
    expect((await move(app, project, project.owner.token, sent.id, 'Sent')).status).toBe(200);
    await resume();
    expect((await move(app, project, seller.token, draft.id, 'Pending')).status).toBe(200);
  });

  it('is told of at the beginning and at the end, once each, and shown on his card', async () => {
    await Promise.all([pause(), pause()]);
    expect(await told()).toEqual(['projects.paused']);
    const card = await app.call(readSupplier, at(seller.token));
    expect(card.body.paused_until).toBe(until);
    expect((await app.call(listSuppliers, { token: seller.token })).body.items).toMatchObject([
      { paused_until: until },
    ]);
    await Promise.all([resume(), resume()]);
    expect((await told()).sort()).toEqual(['projects.paused', 'projects.resumed']);
    expect((await app.call(readProject, at())).body.paused_until).toBeNull();
  });

  it('comes back by himself when the last day is over', async () => {
    await pause(today);
    await endPausesAt(app.app.services, new Date());
    expect(await goods()).toEqual([[project.id, 0, 'out_of_stock']]);
    await app.sql(null, `update projects set paused_until = paused_until - 1 where id = $1`, [project.id]);
    // by the calendar, before the job comes
    expect(await goods()).toEqual([[project.id, 9, 'in_stock']]);
    expect((await order(seller.token, { send: true })).status).toBe(201);
    await Promise.all([endPausesAt(app.app.services, new Date()), endPausesAt(app.app.services, new Date())]);
    expect((await told()).sort()).toEqual(['projects.paused', 'projects.resumed']);
  });

  it.each([daysAfter(today, -1), daysAfter(today, 367)])('does not pause up to %s', async (day) => {
    const { status, error } = await pause(day);
    expect([status, error.code, error.details[0]?.path]).toEqual([422, 'projects.pause_day', 'until']);
  });
});
