import { askAudit } from '@lanka/domain/audit/contract';
import { setProjectPlan } from '@lanka/domain/billing/contract';
import * as catalog from '@lanka/domain/catalog/contract';
import { issueDocument } from '@lanka/domain/documents/contract';
import * as feeds from '@lanka/domain/feeds/contract';
import { createUpload } from '@lanka/domain/files/contract';
import * as manufacture from '@lanka/domain/manufacture/contract';
import * as operator from '@lanka/domain/operator/contract';
import * as orders from '@lanka/domain/orders/contract';
import * as partners from '@lanka/domain/partners/contract';
import * as payments from '@lanka/domain/payments/contract';
import * as projects from '@lanka/domain/projects/contract';
import * as promotions from '@lanka/domain/promotions/contract';
import * as site from '@lanka/domain/site/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import sharp from 'sharp';
import { indexSearch } from '../../src/search';
import { collected } from '../collected';
import type { Answer, TestApp, TestUser } from '../harness';
import { DELIVERY, orderBody } from '../trade';
import type { Person, Side, World } from './side';

function must<R>({ status, body }: Answer<R>): R {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

let round = 0;

export async function makeWorld(app: TestApp): Promise<World> {
  round += 1;
  const ours = await makeSide(app, 'ALPHASIDE');
  const theirs = await makeSide(app, 'BRAVOSIDE');
  const staff = await app.user('Оператор');
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
  const stranger = await app.user('Сторонній');
  for (const side of [ours, theirs]) Object.assign(side.ids, await makePlatform(app, side, staff));
  return { ours, theirs, stranger, staff };
}

async function makeSide(app: TestApp, mark: string): Promise<Side> {
  const project = await app.project(mark);
  const token = project.owner.token;
  const params = { project_id: project.id };
  const ids: Record<string, string> = {};
  const side: Side = {
    project,
    mark,
    ownMark: `FIRSTCLIENT${mark}`,
    staffMark: `STAFFONLY${mark}`,
    people: {} as Record<Person, TestUser>,
    ids,
  };
  const fields = { title: mark, legal_name: mark, contact_person: mark, description: mark, returns: mark };
  must(await app.call(projects.updateProject, { params, token, body: { project: { ...fields, delivery: mark } } }));
  await app.sql(null, 'update users set name = $2 where id = $1', [project.owner.id, mark]);
  await makePeople(app, side);
  await makeCatalogue(app, side);
  await makeTrade(app, side);
  await makePapers(app, side);
  for (const { world } of collected.values()) Object.assign(ids, await world?.(app, side));
  await indexSearch(app.app.services, project.id);
  await indexSearch(app.app.services, project.id);
  await makeRare(app, side);
  await endAccess(app, side);
  return side;
}

async function makePeople(app: TestApp, { project, mark, ownMark, people, ids }: Side): Promise<void> {
  const token = project.owner.token;
  const params = { project_id: project.id };
  const counterparty = async (name: string, more: object = {}) =>
    must(await app.call(partners.createCounterparty, { params, token, body: { name, comment: name, ...more } })).id;
  people.Owner = project.owner;
  for (const role of ['Administrator', 'Manager', 'Producer', 'Stockman'] as const)
    people[role] = await app.member(project, role);
  ids.counterparties = await counterparty(`${mark} ${ownMark}`, { manager_id: people.Manager.id, legal_name: ownMark });
  people.Client = await app.member(project, 'Client', ids.counterparties);
  ids.otherCounterparty = await counterparty(`${mark} другий`);
  people.OtherClient = await app.member(project, 'Client', ids.otherCounterparty);
  ids.endedCounterparty = await counterparty(`${mark} колишній`);
  people.RemovedClient = await app.member(project, 'Client', ids.endedCounterparty);
  people.RemovedMember = await app.member(project, 'Manager');
  ids.idleCounterparty = await counterparty(`${mark} без доступу`);
  ids.invitedCounterparty = await counterparty(`${mark} запрошений`);
  const email = `${mark.toLowerCase()}.client${round}@example.com`;
  must(
    await app.call(partners.inviteCounterparty, {
      params: { ...params, id: ids.invitedCounterparty },
      token,
      body: { email },
    }),
  );
  const invited = `${mark.toLowerCase()}.manager${round}@example.com`;
  const invitation = await app.call(projects.inviteUser, { params, token, body: { email: invited, role: 'Producer' } });
  ids.user_invitations = must(invitation).id;
  ids.invitations = await app.tokenFromMail(invited);
  // both may be sent again
  await app.sql(project.id, `update invitations set last_sent_at = now() - interval '1 hour' where project_id = $1`, [
    project.id,
  ]);
  ids.users = people.Manager.id;
}

async function makeCatalogue(app: TestApp, { project, mark, ids }: Side): Promise<void> {
  const token = project.owner.token;
  const params = { project_id: project.id };
  const product = must(
    await app.call(catalog.createProduct, {
      params,
      token,
      body: {
        name: `${mark} плаття`,
        description: mark,
        vendor: mark,
        tags: [mark],
        variants: ['S', 'M', 'L', 'XL'].map((size) => ({
          price: 50_000,
          recommended_price: 80_000,
          sku: `${mark}-${size}`,
          values: [{ option: `${mark} розмір`, value: `${mark} ${size}` }],
        })),
      },
    }),
  );
  ids.products = product.id;
  ids.product_variants = product.variants[0]?.id ?? '';
  ids.freeVariant = product.variants[2]?.id ?? '';
  ids.scarceVariant = product.variants[3]?.id ?? '';
  ids.product_variant_options = product.options[0]?.id ?? '';
  ids.product_values = product.options[0]?.values[0]?.id ?? '';
  const within = { ...params, product_id: product.id };
  const spare = await app.call(catalog.createOption, {
    params: within,
    token,
    body: { name: `${mark} тканина`, values: [`${mark} льон`] },
  });
  ids.spareOption = must(spare).id;
  ids.spareValue = must(spare).values[0]?.id ?? '';
  must(await app.call(catalog.publishProduct, { params: { ...params, id: product.id }, token }));
  for (const { id } of product.variants)
    must(await app.call(changeStock, { params: { ...params, id }, token, body: { delta: 100, comment: mark } }));
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#447' } })
    .png()
    .toBuffer();
  const upload = async (name: string): Promise<string> => {
    const place = must(await app.call(createUpload, { params, token, body: { file_name: name } }));
    const { url, headers } = place.direct_upload;
    await app.app.server.inject({ method: 'PUT', url, headers, payload: png });
    return place.file_name;
  };
  ids.uploads = await upload(`${mark}.png`);
  const body = { file_name: await upload(`${mark}-1.png`) };
  ids.product_images = must(await app.call(catalog.createImage, { params: within, token, body })).id;
  const idle = await app.call(catalog.createProduct, { params, token, body: { name: `${mark} архів` } });
  ids.idleProduct = must(idle).id;
}

async function makeTrade(app: TestApp, { project, mark, ownMark, staffMark, people, ids }: Side): Promise<void> {
  const params = { project_id: project.id };
  const { Owner, Client, RemovedClient } = people;
  const text = `${mark} ${ownMark}`;
  const customer = { name: text, phone: '0671234567' };
  const delivery = { ...DELIVERY, recipient_name: text, address: text, ttn: mark };
  const items = { [ids.product_variants as string]: 2 };
  const place = async (token: string, more: object = {}) =>
    must(
      await app.call(orders.createOrder, { params, token, body: orderBody(items, { customer, delivery, ...more }) }),
    );
  const order = await place(Client.token, { send: true, comment: text });
  ids.orders = order.id;
  ids.items = order.items[0]?.id ?? '';
  const draft = await place(Client.token);
  ids.draft = draft.id;
  ids.draftItem = draft.items[0]?.id ?? '';
  await place(RemovedClient.token, { customer: { name: mark }, delivery: { ...delivery, recipient_name: mark } });
  ids.ownSale = (await place(Owner.token, { customer: { name: `${mark} ${staffMark}` }, send: true })).id;
  const within = { ...params, id: order.id };
  for (const visibility of ['all', 'managers', 'self'] as const) {
    const note = visibility === 'all' ? text : `${mark} ${staffMark}`;
    must(await app.call(orders.addComment, { params: within, token: Owner.token, body: { text: note, visibility } }));
  }
  must(
    await app.call(orders.addFile, { params: within, token: Owner.token, body: { file_name: ids.uploads as string } }),
  );
  const report = { type: 'receipt' as const, amount: 70_000, date: '2025-01-15', comment: text };
  const parts = [{ order_id: ids.orders as string, amount: 50_000 }];
  const reported = { params, token: Client.token, body: { ...report, orders: parts } };
  ids.payments = must(await app.call(payments.createPayment, reported)).id;
  const entered = { ...report, counterparty_id: ids.counterparties as string, account: 'bank' as const };
  ids.confirmedPayment = must(await app.call(payments.createPayment, { params, token: Owner.token, body: entered })).id;
}

async function makePapers(app: TestApp, { project, mark, people, ids }: Side): Promise<void> {
  const params = { project_id: project.id };
  const token = people.Owner.token;
  ids.payment_details = must(
    await app.call(projects.createPaymentDetails, {
      params,
      token,
      body: {
        ...{ recipient_name: mark, edrpou: '3184710691', main: true },
        account_number: 'UA223052990000026001234567890',
      },
    }),
  ).id;
  const invoice = await app.call(issueDocument, {
    params: { ...params, id: ids.orders as string },
    token,
    body: { type: 'invoice' },
  });
  ids.documents = must(invoice).id;
  must(await app.call(projects.updateAddress, { params, token, body: { city: mark, region: mark } }));
  ids.promotions = must(
    await app.call(promotions.createPromotion, {
      params,
      token,
      body: { title: mark, promo_code: mark, discount: 500, discount_type: 'percent' },
    }),
  ).id;
  ids.manufacture_requests = must(
    await app.call(manufacture.createManufactureRequest, {
      params,
      token,
      body: { lines: [{ product_variant_id: ids.product_variants as string, count: 3 }], comment: mark },
    }),
  ).id;
  const feed = { upload: ids.uploads as string, dry_run: true, source: mark };
  ids.imports = must(await app.call(feeds.createImport, { params, token, body: feed })).id;
  const rows = `insert into import_rows (project_id, import_id, id, number, external_id, title)
    values ($1, $2, gen_random_uuid(), 1, $3, $3)`;
  await app.sql(project.id, rows, [project.id, ids.imports, mark]);
  ids.exports = must(
    await app.call(feeds.createExport, { params, token, body: { kind: 'products_csv', filters: { q: mark } } }),
  ).id;
}

/** What few projects have: a plan that was changed, a code that was used up, an order beyond the stock, a kept answer. */
async function makeRare(app: TestApp, { project, mark, people, ids }: Side): Promise<void> {
  const params = { project_id: project.id };
  const { token } = people.Owner;
  const plan = { subscription_plan: 'manufacturer-premium-monthly' as const };
  must(await app.call(setProjectPlan, { params, token, body: plan }));
  must(await app.call(projects.updateProject, { params, token, body: { project: { allow_backorders: true } } }));
  const once = {
    title: mark,
    promo_code: `${mark}1`,
    discount: 500,
    discount_type: 'percent',
    is_one_time_use_only: true,
  };
  must(await app.call(promotions.createPromotion, { params, token, body: once as never }));
  const customer = { name: mark, phone: '0671234567' };
  // not in the index of words yet
  must(await app.call(partners.createCounterparty, { params, token, body: { name: `${mark} новий` } }));
  const far = orderBody({ [ids.scarceVariant as string]: 1000 }, { customer, promo_code: `${mark}1`, send: true });
  const headers = { 'idempotency-key': mark };
  must(await app.call(orders.createOrder, { params, token, body: far, headers }));
  const picture = `insert into import_pictures (project_id, import_id, product_id, id, url)
    values ($1, $2, $3, gen_random_uuid(), $4)`;
  await app.sql(project.id, picture, [project.id, ids.imports, ids.products, `https://${mark}.example/1.png`]);
  must(await app.call(askAudit, { params, token }));
}

/** Access ends at last, when everybody has done what he came for. */
async function endAccess(app: TestApp, { project, people, ids }: Side): Promise<void> {
  const params = { project_id: project.id };
  const { token } = people.Owner;
  must(
    await app.call(partners.removeCounterpartyAccess, {
      params: { ...params, id: ids.endedCounterparty as string },
      token,
    }),
  );
  must(await app.call(projects.removeMember, { params: { ...params, id: people.RemovedMember.id }, token }));
}

/** What is no project's: requests and messages of visitors, which belong to the operator. */
async function makePlatform(app: TestApp, side: Side, staff: TestUser): Promise<Record<string, string>> {
  const { mark } = side;
  const email = `${mark.toLowerCase()}.asker${round}@example.com`;
  const headers = { 'x-forwarded-for': `198.51.100.${round % 250}` };
  const asked = await app.call(site.createAccessRequest, {
    body: { name: mark, email, audience: 'dropshipper', comment: mark },
    headers,
  });
  if (asked.status !== 202) throw new Error(JSON.stringify(asked.error));
  const found = must(await app.call(operator.listAccessRequests, { token: staff.token, query: { q: email } }));
  const message = must(
    await app.call(site.sendFeedback, { token: side.people.Owner.token, headers, body: { comment: mark } }),
  );
  const [session] = await app.sql<{ id: string }>(null, 'select id from sessions where user_id = $1', [
    side.people.Manager.id,
  ]);
  return { access_requests: found.items[0]?.id ?? '', messages: message.id, sessions: session?.id ?? '' };
}
