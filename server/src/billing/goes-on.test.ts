import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiKey } from '@lanka/domain/api_keys/contract';
import * as contract from '@lanka/domain/billing/contract';
import { createProduct, listProducts } from '@lanka/domain/catalog/contract';
import { makeTrackingLink } from '@lanka/domain/clients/tracking';
import { moveOrder } from '@lanka/domain/orders/contract';
import { createMyFeed, type FeedDetails } from '@lanka/domain/outfeeds/contract';
import { createWebhook } from '@lanka/domain/webhooks/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetched } from '../../test/fetched';
import type { TestUser } from '../../test/harness';
import { OLENA, openTelegram, type TelegramWorld } from '../../test/telegram';
import { makeVariants, orderBody, placeOrder } from '../../test/trade';
import { buildJob } from '../outfeeds/build';
import { refreshProject } from '../outfeeds/refresh';
import { settingsOf } from '../outfeeds/settings';
import { dispatchNow } from '../webhooks/dispatch';
import { withholdDue } from './jobs';

/** What goes on while a project is read-only for an unpaid invoice, and for how long. */
let world: TelegramWorld;
let staff: TestUser;
const heard: string[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', () => {
    heard.push((JSON.parse(body) as { type: string }).type);
    response.end('ok');
  });
});

beforeAll(async () => {
  world = await openTelegram({
    ...{ BILLING_RECIPIENT: 'ТОВ «Ланка»', BILLING_IBAN: 'UA213223130000026007233566001', BILLING_CODE: '32855961' },
    WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: 'on',
  });
  staff = await world.app.user('Операторка');
  await world.app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await world.close();
});

const at = () => ({ params: { project_id: world.project.id }, token: world.project.owner.token });

/** So many days pass: the invoice and the restriction are older by them. */
async function daysPass(days: number): Promise<void> {
  const { app, project } = world;
  const older = [project.id, days];
  await app.sql(
    project.id,
    'update plan_invoices set issued_on = issued_on - $2::int, due_on = due_on - $2::int where payer_id = $1',
    older,
  );
  await app.sql(project.id, 'update projects set restricted_from = restricted_from - $2::int where id = $1', older);
  await withholdDue(app.app.services);
}

async function sells({ id, address }: FeedDetails): Promise<boolean> {
  const { app, project } = world;
  await refreshProject(app.app.services, project.id);
  await buildJob.run(app.app.services, { project_id: project.id, feed_id: id } as never);
  const { status, text } = await fetched(app, { address });
  expect(status).toBe(200);
  return text.includes('available="true"');
}

it('an unpaid project reads: webhooks, the bot and tracking go on, programs and feeds for seven days', async () => {
  const { app, project, seller } = world;
  const body = { subscription_plan: 'manufacturer-premium-monthly' as const };
  expect((await app.call(contract.setProjectPlan, { ...at(), body })).status).toBe(200);
  const [variant = ''] = await makeVariants(app, project, [{ stock: 50, recommended_price: 80_000 }]);
  const place = () => placeOrder(app, project, seller.token, orderBody({ [variant]: 1 }, { send: true }));
  const order = (await place()).body;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  expect((await app.call(createWebhook, { ...at(), body: { url, events: ['order'] } })).status).toBe(201);
  await world.link(project.owner, OLENA);
  const tracked = await app.call(makeTrackingLink, {
    ...{ params: { ...at().params, id: order.id }, token: seller.token, body: {} },
  });
  const page = async () => {
    const { pathname } = new URL(tracked.body.url ?? '');
    return (await app.app.server.inject({ method: 'GET', url: pathname })).statusCode;
  };
  const { key } = (await app.call(createApiKey, { ...at(), body: { name: 'Сайт', scopes: ['products.read'] } })).body;
  const reads = async () => (await app.call(listProducts, { ...at(), token: key, query: {} })).status;
  const made = await app.call(createMyFeed, {
    ...{ token: seller.token, body: { ...settingsOf('rozetka'), project_id: project.id } },
  });
  const feed = made.body;
  const answered = async () => {
    const before = (await world.chat(OLENA)).length;
    await world.act({ act: 'say', person: OLENA, text: `/order ${order.number}` });
    await world.hear();
    const said = (await world.chat(OLENA)).slice(before).map(({ text }) => text);
    return said.some((text) => text.includes(`${order.number}`));
  };
  const told = async (to: 'Ready' | 'Sent' | 'Complete') => {
    await dispatchNow(app.app.services);
    heard.length = 0;
    const moved = await app.call(moveOrder, { ...at(), params: { ...at().params, id: order.id }, body: { to } });
    expect(moved.status).toBe(200);
    await dispatchNow(app.app.services);
    return heard.includes('order.changed');
  };
  /** Everything that does not end. */
  const goesOn = async (to: 'Ready' | 'Sent' | 'Complete') =>
    expect({ webhook: await told(to), bot: await answered(), tracking: await page() }).toEqual({
      ...{ webhook: true, bot: true, tracking: 200 },
    });
  const refused = async () => {
    const { status, error } = await app.call(createProduct, { ...at(), body: { name: 'Нове' } });
    return [status, error?.code];
  };
  expect([await refused(), await reads(), await sells(feed)]).toEqual([[201, undefined], 200, true]);

  const invoice = await app.call(contract.createPlanInvoice, {
    token: staff.token,
    body: { audience: 'manufacturer', payer_id: project.id, lines: [{ title: 'Тариф', count: 1, price: 129_900 }] },
  });
  expect(invoice.status).toBe(201);
  // three days to pay, and the first on which only reading goes on
  await daysPass(4);
  expect(await refused()).toEqual([402, 'plans.unpaid']);
  expect((await place()).error.code).toBe('plans.supplier_restricted');
  await goesOn('Ready');
  expect([await reads(), await sells(feed)]).toEqual([200, true]);
  // the seventh day, and the one behind it
  await daysPass(6);
  expect([await reads(), await sells(feed)]).toEqual([200, true]);
  await daysPass(1);
  expect([await reads(), await sells(feed)]).toEqual([402, false]);
  await goesOn('Sent');
  await daysPass(60);
  expect([await reads(), await sells(feed)]).toEqual([402, false]);
  await goesOn('Complete');
});
