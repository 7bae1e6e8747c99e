import {
  createManufactureRequest,
  listManufactureRequests,
  ManufactureStatus,
} from '@lanka/domain/manufacture/contract';
import * as contract from '@lanka/domain/orders/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowBackorders, backorderProject, moveRequest, wrongFigures } from '../../test/backorders';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import {
  differencesOf,
  makeDropshipper,
  makeVariants,
  move,
  orderBody,
  placeOrder,
  type TestDropshipper,
} from '../../test/trade';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const index = fc.integer({ min: 0, max: 2 });
const items = fc.dictionary(fc.constantFrom('0', '1', '2'), fc.integer({ min: 1, max: 6 }), { minKeys: 1 });
const doing = <K extends string, T extends object>(kind: K, model: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record({ do: fc.constant(kind), ...model }) as fc.Arbitrary<{ do: K } & T>;
const step = fc.oneof(
  { weight: 4, arbitrary: doing('place', { items, send: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: doing('move', {
      order: fc.nat(9),
      to: fc.constantFrom<contract.OrderStatus>('Pending', 'Ready', 'Sent', 'Complete', 'Canceled', 'Blocked'),
    }),
  },
  { weight: 3, arbitrary: doing('edit', { order: fc.nat(9), items }) },
  { weight: 2, arbitrary: doing('hold', { order: fc.nat(9) }) },
  { weight: 3, arbitrary: doing('add', { variant: index, delta: fc.integer({ min: -5, max: 8 }) }) },
  { weight: 1, arbitrary: doing('count', { variant: index, counted: fc.nat(12) }) },
  { weight: 1, arbitrary: doing('request', { items }) },
  {
    weight: 4,
    arbitrary: doing('make', {
      request: fc.nat(9),
      to: fc.constantFrom(...ManufactureStatus.options),
      made: fc.option(fc.nat(7), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: doing('switch', { on: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly project: TestProject;
  readonly seller: TestDropshipper;
  readonly variants: readonly string[];
  readonly orders: string[];
}

async function carryOut({ project, seller, variants, orders }: World, one: Step): Promise<number> {
  const params = { project_id: project.id };
  const owner = project.owner.token;
  const named = (wanted: Record<string, number>) =>
    Object.fromEntries(Object.entries(wanted).map(([key, count]) => [variants[Number(key)] ?? '', count]));
  const id = 'order' in one ? (orders[one.order % Math.max(1, orders.length)] ?? '') : '';
  if ('order' in one && !id) return 0;
  switch (one.do) {
    case 'place': {
      const made = await placeOrder(app, project, seller.token, orderBody(named(one.items), { send: one.send }));
      if (made.status === 201) orders.push(made.body.id);
      return made.status;
    }
    case 'move':
      return (await move(app, project, owner, id, one.to, 'причина')).status;
    case 'edit': {
      const body = { items: orderBody(named(one.items)).items };
      return (await app.call(contract.updateOrder, { params: { ...params, id }, token: owner, body })).status;
    }
    case 'hold': {
      const found = await app.call(contract.readOrder, { params: { ...params, id }, token: seller.token });
      const item_id = found.body.items?.[0]?.id ?? id;
      return (await app.call(contract.bookTemporarily, { params: { ...params, id, item_id }, token: seller.token }))
        .status;
    }
    case 'add':
    case 'count': {
      const body = one.do === 'count' ? { counted: one.counted } : { delta: one.delta };
      const variant = { ...params, id: variants[one.variant] ?? '' };
      return (await app.call(changeStock, { params: variant, token: owner, body })).status;
    }
    case 'request': {
      const lines = Object.entries(named(one.items)).map(([product_variant_id, count]) => ({
        product_variant_id,
        count,
      }));
      return (await app.call(createManufactureRequest, { params, token: owner, body: { lines } })).status;
    }
    case 'make': {
      const { body } = await app.call(listManufactureRequests, { params, token: owner, query: { sort: 'number' } });
      const request = body.items[one.request % Math.max(1, body.items.length)];
      if (!request) return 0;
      const made = one.made === undefined ? undefined : { [variants[0] ?? '']: one.made };
      return (await moveRequest(app, project, owner, request.id, one.to, made)).status;
    }
    case 'switch':
      await allowBackorders(app, project, one.on);
      return 200;
  }
}

it('keeps stock, waits and requests right over random sequences in a project that takes orders beyond stock', async () => {
  const outcomes = new Map<string, number>();
  let waited = 0;
  let filled = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const project = await backorderProject(app);
      const seller = await makeDropshipper(app, project);
      const variants = await makeVariants(app, project, [{ stock: 4 }, { stock: 1 }, {}]);
      const world: World = { project, seller, variants, orders: [] };
      for (const one of steps) {
        const status = await carryOut(world, one);
        expect(status, JSON.stringify(one)).toBeLessThan(500);
        const key = `${one.do} ${status < 300 ? 'done' : 'refused'}`;
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
        expect(await wrongFigures(app, project), JSON.stringify(one)).toEqual([]);
      }
      const [counts] = await app.sql<{ waits: number; filled: number; twice: number; made: number; income: number }>(
        project.id,
        `select count(*)::int as waits, coalesce(sum(filled), 0)::int as filled,
           (select count(*)::int from (select ref_id from manufacture_requests where automatic and status = 'new'
              group by ref_id having count(*) > 1) d) as twice,
           (select coalesce(sum(l.made), 0)::int from manufacture_lines l join manufacture_requests r on r.id = l.request_id
              where r.status = 'done') as made,
           (select coalesce(sum(m.delta), 0)::int from stock_movements m join turnover_documents d on d.id = m.ref_id
              where m.ref_kind = 'turnover' and d.ref_kind = 'manufacture_request') as income
         from stock_waits`,
      );
      waited += counts?.waits ?? 0;
      filled += counts?.filled ?? 0;
      expect(counts?.twice).toBe(0);
      expect(counts?.income).toBe(counts?.made);
      expect(await differencesOf(app, project)).toEqual([]);
    }),
    { numRuns: 15 },
  );
  // the sequences must reach what they are for
  for (const one of ['place', 'move', 'edit', 'hold', 'add', 'count', 'request', 'make'])
    expect(outcomes.get(`${one} done`), one).toBeGreaterThan(0);
  expect(waited).toBeGreaterThan(0);
  expect(filled).toBeGreaterThan(0);
});
