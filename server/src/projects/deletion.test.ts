import { listMyOrders, listOrders, readOrder } from '@lanka/domain/orders/contract';
import * as contract from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, move, orderBody, placeOrder } from '../../test/trade';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const at = (project: TestProject, user: TestUser = project.owner) => ({
  params: { project_id: project.id },
  token: user.token,
});
const remove = (project: TestProject, title?: string, user = project.owner) =>
  app.call(contract.deleteProject, { ...at(project, user), query: title === undefined ? {} : { title } });

it('asks for the title, waits for orders under way, and then ends all access but to past orders', async () => {
  const project = await app.project('Ткацький двір');
  const administrator = await app.member(project, 'Administrator');
  const shop = await makeDropshipper(app, project);
  const other = await makeDropshipper(app, project);
  const [variant = ''] = await makeVariants(app, project, [{ stock: 5, price: 10_000 }]);
  const placed = await placeOrder(app, project, shop.token, orderBody({ [variant]: 1 }, { send: true }));
  const order = placed.body;
  const invited = await app.call(contract.inviteUser, {
    ...at(project),
    body: { email: 'late@example.com', role: 'Manager' },
  });
  const link = await app.tokenFromMail('late@example.com');
  expect(invited.status).toBe(201);

  expect((await remove(project, 'Ткацький двір', administrator)).status).toBe(403);
  const wrong = await remove(project, 'Ткацький дім');
  expect(wrong.error).toMatchObject({ code: 'projects.title_mismatch', details: [{ path: 'title' }] });
  const busy = await remove(project, 'Ткацький двір');
  expect(busy.status).toBe(409);
  expect(busy.error).toMatchObject({ code: 'projects.has_open_orders', details: [{ open_orders: 1 }] });

  await move(app, project, project.owner.token, order.id, 'Sent');
  expect((await app.call(contract.readDeletion, at(project))).body).toEqual({
    open_orders: 0,
    staff: 1,
    clients: 2,
    invitations: 1,
    debts: 10_000,
    advances: 0,
  });
  expect((await remove(project, 'Ткацький двір')).status).toBe(204);

  for (const user of [project.owner, administrator]) {
    expect((await app.call(contract.readProject, at(project, user))).status).toBe(404);
    expect((await app.call(contract.listProjects, { token: user.token })).body.items).toEqual([]);
  }
  expect((await app.call(contract.readInvitation, { params: { token: link } })).status).toBe(404);
  // the dropshipper reads his own past orders, and nothing else
  const one = { params: { project_id: project.id, id: order.id } };
  expect((await app.call(readOrder, { ...one, token: shop.token })).body.id).toBe(order.id);
  expect((await app.call(readOrder, { ...one, token: other.token })).status).toBe(404);
  expect((await app.call(listMyOrders, { token: shop.token })).body.items.map(({ id }) => id)).toEqual([order.id]);
  expect((await app.call(listOrders, at(project, shop))).body.items).toHaveLength(1);
  expect((await app.call(contract.readProject, at(project, shop))).status).toBe(404);
  expect((await app.call(listOrders, at(project, administrator))).status).toBe(404);
  const letters = await app.sql<{ recipient: string }>(
    null,
    `select recipient from mails where subject like '%Ткацький двір» видалено' order by recipient`,
  );
  expect(letters.map(({ recipient }) => recipient)).toEqual([project.owner.email, administrator.email].sort());
});

it('is restored by its owner for 30 days, with everybody’s access as it was', async () => {
  const project = await app.project();
  const manager = await app.member(project, 'Manager');
  const restore = (user: TestUser) =>
    app.call(contract.restoreProject, { params: { id: project.id }, token: user.token });
  expect((await restore(project.owner)).error.code).toBe('projects.not_restorable');
  // a call without the title is the program's own confirmation
  expect((await remove(project)).status).toBe(204);
  expect((await restore(manager)).status).toBe(404);
  const list = () => app.call(contract.listDeletedProjects, { token: project.owner.token });
  const [shown] = (await list()).body.items;
  expect(shown?.id).toBe(project.id);
  expect(Date.parse(shown?.restorable_until ?? '') - Date.parse(shown?.deleted_at ?? '')).toBe(30 * 86_400_000);
  expect((await app.call(contract.listDeletedProjects, { token: manager.token })).body.items).toEqual([]);
  expect((await restore(project.owner)).body).toMatchObject({ id: project.id, user_role: 'Owner' });
  expect((await app.call(contract.readProject, at(project, manager))).status).toBe(200);

  await remove(project);
  await app.sql(null, `update projects set deleted_at = now() - interval '31 days' where id = $1`, [project.id]);
  expect((await restore(project.owner)).status).toBe(404);
  expect((await list()).body.items).toEqual([]);
});
