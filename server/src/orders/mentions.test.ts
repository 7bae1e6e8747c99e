import * as contract from '@lanka/domain/orders/contract';
import { listMentionable, mentionOf } from '@lanka/domain/orders/mentions';
import { updateMember } from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { makeDropshipper, makeVariants, orderBody, placeOrder, type TestDropshipper } from '../../test/trade';

let app: TestApp;
let project: TestProject;
let seller: TestDropshipper;
let other: TestDropshipper;
let manager: { id: string; token: string };
let stockman: { id: string; token: string };
let id: string;

beforeAll(async () => {
  app = await testApp({ MAIL_CAP_ADDRESS: '3' });
  project = await app.project();
  [seller, other] = [await makeDropshipper(app, project), await makeDropshipper(app, project)];
  manager = await app.member(project, 'Manager');
  stockman = await app.member(project, 'Stockman');
  const [variant = ''] = await makeVariants(app, project, [{ stock: 9 }]);
  id = (await placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }))).body.id;
});
afterAll(() => app.close());

const at = () => ({ project_id: project.id, id });
const offered = async (token: string, visibility: contract.CommentVisibility = 'all') =>
  (await app.call(listMentionable, { params: at(), token, query: { visibility } })).body.items.map((one) => one.id);
const say = (token: string, text: string, visibility: contract.CommentVisibility = 'all') =>
  app.call(contract.addComment, { params: at(), token, body: { text, visibility } });
const comments = async (token: string) => (await app.call(contract.listComments, { params: at(), token })).body.items;
const nameOf = async (userId: string) =>
  (await app.sql<{ name: string }>(null, 'select name from users where id = $1', [userId]))[0]?.name ?? '';
const lettersOf = async (userId: string) => {
  await app.deliver();
  return app.sql<{ plain: string }>(
    null,
    `select m.plain from mails m join users u on u.email = m.recipient where u.id = $1 and m.subject like 'Вас згадали%'`,
    [userId],
  );
};
const mentionedIn = async (token: string) =>
  (
    await app.call(contract.listOrders, { params: { project_id: project.id }, token, query: { mentioned: true } })
  ).body.items.map((row) => row.id);

describe('who can be mentioned', () => {
  it('is who sees the order and the comment: never another dropshipper, and not oneself', async () => {
    const owner = await offered(project.owner.token);
    expect(owner).toEqual(expect.arrayContaining([manager.id, stockman.id, seller.id]));
    expect(owner).not.toContain(other.id);
    expect(owner).not.toContain(project.owner.id);
    const bySeller = await offered(seller.token);
    expect(bySeller).toEqual(expect.arrayContaining([project.owner.id, manager.id]));
    expect(bySeller).not.toContain(other.id);
    expect(await offered(project.owner.token, 'managers')).toEqual([manager.id]);
    expect(await offered(project.owner.token, 'self')).toEqual([]);
    const foreign = await app.call(listMentionable, { params: at(), token: other.token });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'orders.not_found']);
  });

  it('refuses everybody else, names the field, and writes nothing', async () => {
    const before = (await comments(project.owner.token)).length;
    for (const [whom, visibility] of [
      [other.id, 'all'],
      [project.owner.id, 'all'],
      [stockman.id, 'managers'],
      [manager.id, 'self'],
      ['018f0000-0000-7000-8000-000000000001', 'all'],
    ] as const) {
      const refused = await say(project.owner.token, `Гляньте ${mentionOf(whom)}`, visibility);
      expect([refused.status, refused.error.code, refused.error.details[0]?.path]).toEqual([
        422,
        'orders.cannot_mention',
        'text',
      ]);
    }
    expect(await comments(project.owner.token)).toHaveLength(before);
  });
});

describe('a mention', () => {
  it('is shown by the name of today, brings a letter and the order into the list of mentions', async () => {
    expect(await mentionedIn(manager.token)).toEqual([]);
    const said = await say(project.owner.token, `${mentionOf(manager.id)}, перевірте адресу`);
    expect(said.body.text).toBe(`@${await nameOf(manager.id)}, перевірте адресу`);
    expect(await mentionedIn(manager.token)).toEqual([id]);
    expect(await mentionedIn(stockman.token)).toEqual([]);
    const [letter] = await lettersOf(manager.id);
    expect(letter?.plain).toContain('перевірте адресу');
    expect(letter?.plain).toContain(`/cp/orders/${id}`);
    await app.sql(null, `update users set name = 'Марія Нова' where id = $1`, [manager.id]);
    const shown = (await comments(seller.token)).find((one) => one.id === said.body.id);
    expect(shown).toMatchObject({
      text: '@Марія Нова, перевірте адресу',
      mentions: [{ id: manager.id, name: 'Марія Нова' }],
    });
  });

  it('of a dropshipper leads him to the order at this supplier', async () => {
    await say(manager.token, `${mentionOf(seller.id)}, дайте телефон`);
    const [letter] = await lettersOf(seller.id);
    expect(letter?.plain).toContain(`/cp/orders/${id}?project=${project.id}`);
    const mine = await app.call(contract.listMyOrders, { token: seller.token, query: { mentioned: true } });
    expect(mine.body.items.map((row) => row.id)).toEqual([id]);
    const none = await app.call(contract.listMyOrders, { token: other.token, query: { mentioned: true } });
    expect(none.body.items).toEqual([]);
  });

  it('stays when there were letters enough today', async () => {
    for (let n = 0; n < 5; n += 1)
      expect((await say(project.owner.token, `${mentionOf(stockman.id)} ${n}`)).status).toBe(201);
    expect(await lettersOf(stockman.id)).toHaveLength(3);
  });

  it('names at most ten people', async () => {
    const many = Array.from({ length: 11 }, (_, n) => mentionOf(`018f0000-0000-7000-8000-0000000000${10 + n}`));
    const refused = await say(project.owner.token, many.join(' '));
    expect([refused.status, refused.error.code]).toEqual([422, 'orders.too_many_mentions']);
  });
});

it('a member whose role changes is offered by the new one', async () => {
  const member = await app.member(project, 'Manager');
  expect(await offered(project.owner.token, 'managers')).toContain(member.id);
  const params = { project_id: project.id, id: member.id };
  await app.call(updateMember, { params, token: project.owner.token, body: { role: 'Stockman' } });
  expect(await offered(project.owner.token, 'managers')).not.toContain(member.id);
});
