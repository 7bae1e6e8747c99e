import { readAudit } from '@lanka/domain/audit/contract';
import { createProduct, publishProduct } from '@lanka/domain/catalog/contract';
import * as orders from '@lanka/domain/orders/contract';
import { createCounterparty } from '@lanka/domain/partners/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import type { z } from 'zod';
import { type Answer, type TestApp, type TestProject, type TestUser, testApp } from './harness';

export interface VariantMaker {
  readonly price?: number;
  readonly recommended_price?: number | null;
  readonly stock?: number;
  readonly sku?: string;
}

function must<R>({ status, body }: Answer<R>): R {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** A published product whose variants have stock; the ids of the variants. */
export async function makeVariants(
  app: TestApp,
  project: TestProject,
  makers: readonly VariantMaker[],
): Promise<string[]> {
  const params = { project_id: project.id };
  const { token } = project.owner;
  const product = must(
    await app.call(createProduct, {
      params,
      token,
      body: {
        name: 'Плаття «Марта»',
        variants: makers.map(({ price = 50_000, recommended_price = 80_000, sku = '' }, index) => ({
          price,
          recommended_price,
          sku,
          values: [{ option: 'Розмір', value: `${index}` }],
        })),
      },
    }),
  );
  must(await app.call(publishProduct, { params: { ...params, id: product.id }, token }));
  for (const [index, { stock = 0 }] of makers.entries()) {
    const id = product.variants[index]?.id ?? '';
    if (stock > 0) must(await app.call(changeStock, { params: { ...params, id }, token, body: { delta: stock } }));
  }
  return product.variants.map(({ id }) => id);
}

export interface TestDropshipper extends TestUser {
  readonly counterparty_id: string;
}

export async function makeCounterparty(
  app: TestApp,
  project: TestProject,
  discount = 0,
  name = 'Магазин',
): Promise<string> {
  const body = { name, discount };
  return must(
    await app.call(createCounterparty, { params: { project_id: project.id }, token: project.owner.token, body }),
  ).id;
}

/** A counterparty with a signed-in user who is its dropshipper. */
export async function makeDropshipper(app: TestApp, project: TestProject, discount = 0): Promise<TestDropshipper> {
  const counterparty_id = await makeCounterparty(app, project, discount, 'Дропшипер');
  return { ...(await app.member(project, 'Client', counterparty_id)), counterparty_id };
}

export interface Trade {
  readonly app: TestApp;
  readonly project: TestProject;
  readonly seller: TestDropshipper;
}

/** The product, and in it a project with a dropshipper who can order: what most tests of the trade begin with. */
export async function openTrade(env: Record<string, string> = {}, discount = 0): Promise<Trade> {
  const app = await testApp(env);
  const project = await app.project();
  return { app, project, seller: await makeDropshipper(app, project, discount) };
}

/** What the self-check of the project finds. */
export const auditOf = async (app: TestApp, project: TestProject) =>
  must(await app.call(readAudit, { params: { project_id: project.id }, token: project.owner.token }));

/** The rows in which numbers that are kept twice do not agree; of these the self-check names none in what is sound. */
export const differencesOf = async (app: TestApp, project: TestProject) =>
  (await auditOf(app, project)).checks.flatMap(({ differences }) => differences);

type Body = z.input<typeof orders.CreateOrderBody>;

export const CUSTOMER = { name: 'Іваненко Ірина', phone: '0671234567' } as const;
export const DELIVERY = {
  operator: 'nova_poshta',
  recipient_name: 'Іваненко Ірина',
  recipient_phone: '0671234567',
  address: 'Львів, відділення 1',
} as const;

export const orderBody = (items: Record<string, number>, rest: Partial<Body> = {}): Body => ({
  items: Object.entries(items).map(([product_variant_id, count]) => ({ product_variant_id, count })),
  customer: CUSTOMER,
  delivery: DELIVERY,
  ...rest,
});

export function placeOrder(
  app: TestApp,
  project: TestProject,
  token: string,
  body: Body,
  headers: Record<string, string> = {},
) {
  return app.call(orders.createOrder, { params: { project_id: project.id }, token, body, headers });
}

export function move(
  app: TestApp,
  project: TestProject,
  token: string,
  id: string,
  to: orders.OrderStatus,
  reason?: string,
) {
  return app.call(orders.moveOrder, {
    params: { project_id: project.id, id },
    token,
    body: { to, ...(reason ? { reason } : {}) },
  });
}

/** What the tables say of a variant: level, and the sums it must equal. */
export async function stockOf(app: TestApp, project: TestProject, variantId: string) {
  const [row] = await app.sql<{ actual: number; booked: number; movements: number; bookings: number }>(
    project.id,
    `select l.actual, l.booked,
       (select coalesce(sum(delta), 0)::int from stock_movements m where m.project_id = l.project_id and m.product_variant_id = l.product_variant_id) as movements,
       (select coalesce(sum(count), 0)::int from bookings b where b.project_id = l.project_id and b.product_variant_id = l.product_variant_id and status = 'Active') as bookings
     from stock_levels l where l.project_id = $1 and l.product_variant_id = $2`,
    [project.id, variantId],
  );
  if (!row) throw new Error('the variant has no level');
  return row;
}

/** As if it were tomorrow: each order that is reserved until a day has one day less. */
export async function aDayPasses(app: TestApp, project: TestProject, days = 1): Promise<void> {
  await app.sql(project.id, `update orders set reserved_until = reserved_until - $1::int`, [days]);
  for (const table of ['bookings', 'stock_waits'])
    await app.sql(
      project.id,
      `update ${table} h set expires_at = (o.reserved_until + 1)::timestamp at time zone 'Europe/Kyiv' from orders o
       where h.project_id = o.project_id and h.ref_id = o.id and o.reserved_until is not null and h.expires_at is not null
         ${table === 'bookings' ? 'and h.booked_hours is null' : ''}`,
    );
}

export async function balanceOf(app: TestApp, project: TestProject, counterpartyId: string): Promise<number> {
  const [row] = await app.sql<{ balance: string }>(
    project.id,
    'select balance from counterparty_accounts where project_id = $1 and counterparty_id = $2',
    [project.id, counterpartyId],
  );
  return Number(row?.balance ?? 0);
}
