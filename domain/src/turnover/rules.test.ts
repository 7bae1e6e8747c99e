import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_KOPECKS, MAX_PRICE } from '../kit/bounds';
import { DomainError } from '../kit/errors';
import { can } from '../kit/permissions';
import { counterpartyChange, isEntry, reversalOf } from '../ledger/rules';
import { TurnoverFlow, TurnoverType } from './contract';
import {
  type CostStep,
  costOver,
  counterpartyRule,
  type Fields,
  marginOf,
  marginsOf,
  mixedCost,
  moneyOf,
  movementKind,
  oppositeOf,
  planArrival,
  refuseArrival,
  refuseDocument,
  signOf,
  sumOf,
  typesOf,
} from './rules';

const TODAY = '2026-05-10';
const item = (product_variant_id: string, count = 1, transaction_item_price: number | null = 100) => ({
  product_variant_id,
  count,
  transaction_item_price,
  sale_price: null,
});
const purchase: Fields = {
  flow: 'income',
  type: 'purchase',
  counterparty_id: null,
  date: TODAY,
  in_stock: true,
  reason: '',
  items: [item('a')],
};
const refused = (change: Partial<Fields>, draft = false) => {
  const error = refuseDocument({ ...purchase, ...change }, { draft, today: TODAY });
  return error && [error.code.replace('turnover.', ''), error.details.map(({ path }) => path)];
};
const thrown = (work: () => unknown): DomainError => {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('nothing was refused');
};

describe('what a document asks for', () => {
  it.each([
    ['a purchase from nobody in particular', {}, null],
    ['a type of the other flow', { type: 'sale' }, ['wrong_type', ['type']]],
    ['a sale to nobody', { flow: 'outcome', type: 'sale' }, ['counterparty_required', ['counterparty_id']]],
    ['a return from nobody', { type: 'return' }, ['counterparty_required', ['counterparty_id']]],
    [
      'a write-off of somebody',
      { flow: 'outcome', type: 'write_off', counterparty_id: 'x', reason: 'бій' },
      ['no_counterparty', ['counterparty_id']],
    ],
    ['a write-off without a reason', { flow: 'outcome', type: 'write_off' }, ['reason_required', ['reason']]],
    [
      'a write-off without prices',
      { flow: 'outcome', type: 'write_off', reason: 'бій', items: [item('a', 1, null)] },
      null,
    ],
    [
      'an expected outcome',
      { flow: 'outcome', type: 'sale', counterparty_id: 'x', in_stock: false },
      ['only_expected_later', ['in_stock']],
    ],
    ['tomorrow', { date: '2026-05-11' }, ['in_future', ['date']]],
    ['nothing', { items: [] }, ['no_items', ['items']]],
    [
      'a quantity without a price',
      { items: [item('a'), item('b', 2, null)] },
      ['price_required', ['items.1.transaction_item_price']],
    ],
    ['a price of zero', { items: [item('a', 1, 0)] }, null],
    [
      'one modification twice',
      { items: [item('a'), item('b'), item('a')] },
      ['duplicate_variant', ['items.2.product_variant_id']],
    ],
    ['too large a sum', { items: [item('a', 1_000_000, MAX_PRICE)] }, ['sum_too_large', ['items']]],
  ] as [string, Partial<Fields>, unknown][])('%s', (_, change, expected) => expect(refused(change)).toEqual(expected));

  it('lets a draft lack what posting asks for, but not contradict itself', () => {
    expect(refused({ items: [] }, true)).toBeNull();
    expect(refused({ flow: 'outcome', type: 'write_off', date: '2027-01-01' }, true)).toBeNull();
    expect(refused({ items: [item('a'), item('a')] }, true)?.[0]).toBe('duplicate_variant');
    expect(refused({ type: 'sale' }, true)?.[0]).toBe('wrong_type');
  });

  it('sums are exact up to the bound', () => {
    expect(refused({ items: [item('a', 100, MAX_KOPECKS / 100)] })).toBeNull();
    expect(refused({ items: [item('a', 100, MAX_KOPECKS / 100), item('b', 1, 1)] })?.[0]).toBe('sum_too_large');
  });
});

const documents = TurnoverFlow.options.flatMap((flow) => typesOf(flow).map((type) => ({ flow, type })));

describe('what a document does', () => {
  it.each([
    ['income', 'purchase', 'income', 1, 500, 'purchase'],
    ['income', 'return', 'return', 1, 500, 'return'],
    ['outcome', 'sale', 'shipment', -1, -500, 'sale'],
    ['outcome', 'return', 'shipment', -1, -500, 'purchase_return'],
    ['outcome', 'write_off', 'write_off', -1, null, null],
  ] as const)('%s %s', (flow, type, kind, sign, change, purpose) => {
    expect([movementKind(flow, type, false), signOf(flow)]).toEqual([kind, sign]);
    const money = moneyOf(flow, type, 500);
    expect(money && counterpartyChange(money)).toBe(change);
    expect(money?.purpose ?? null).toBe(purpose);
  });
  it('has a row above for each', () => expect(documents).toHaveLength(5));

  it('is taken back to the kopeck and the piece by its counter-document', () => {
    fc.assert(
      fc.property(fc.constantFrom(...documents), fc.integer({ min: 0, max: MAX_KOPECKS }), ({ flow, type }, amount) => {
        expect(signOf(flow) + signOf(oppositeOf(flow))).toBe(0);
        expect(movementKind(oppositeOf(flow), type, true)).toBe('correction');
        const money = moneyOf(flow, type, amount);
        if (amount === 0 || type === 'write_off') expect(money).toBeNull();
        if (!money) return;
        expect(isEntry(money)).toBe(true);
        expect(counterpartyChange(money) + counterpartyChange(reversalOf(money))).toBe(0);
        // what comes is owed to whom it came from, what goes is owed by whom it went to
        expect(Math.sign(counterpartyChange(money))).toBe(signOf(flow));
      }),
    );
  });
  it('asks each type for its counterparty', () =>
    expect(TurnoverType.options.map((type) => [type, counterpartyRule(type)])).toEqual([
      ['purchase', 'optional'],
      ['return', 'required'],
      ['sale', 'required'],
      ['write_off', 'none'],
    ]));
});

const expectedLine = (product_variant_id: string, expected: number) => ({ product_variant_id, expected });
const pieces = (product_variant_id: string, count: number) => ({ product_variant_id, count });

describe('what arrives', () => {
  it('is everything that is expected unless told otherwise', () => {
    const lines = [expectedLine('a', 3), expectedLine('b', 0), expectedLine('c', 2)];
    expect(planArrival(lines)).toEqual([pieces('a', 3), pieces('c', 2)]);
    expect(planArrival(lines, [pieces('a', 1), pieces('c', 0)])).toEqual([pieces('a', 1)]);
  });
  it.each([
    [[pieces('x', 1)], 'turnover.not_in_document', 'items.0.product_variant_id'],
    [[pieces('a', 4)], 'turnover.more_than_expected', 'items.0.count'],
    [[pieces('a', 2), pieces('a', 2)], 'turnover.more_than_expected', 'items.1.count'],
    [[pieces('b', 1)], 'turnover.more_than_expected', 'items.0.count'],
    [[pieces('a', 0)], 'turnover.nothing_arrived', 'items'],
    [[], 'turnover.nothing_arrived', 'items'],
  ])('%j is refused', (told, code, path) => {
    const error = thrown(() => planArrival([expectedLine('a', 3), expectedLine('b', 0)], told));
    expect([error.code, error.details[0]?.path]).toEqual([code, path]);
    expect(error.message_in('ua')).not.toContain('{');
  });
  it('is refused where nothing is left, and by the state of the document', () => {
    expect(thrown(() => planArrival([expectedLine('a', 0)])).code).toBe('turnover.nothing_arrived');
    expect([refuseArrival('draft')?.code, refuseArrival('posted'), refuseArrival('reversed')?.code]).toEqual([
      'turnover.is_draft',
      null,
      'turnover.reversed',
    ]);
  });

  const variants = fc.constantFrom('a', 'b', 'c');
  it('in any parts never exceeds what is expected, and the parts add up to it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ product_variant_id: variants, expected: fc.nat(20) }), {
          selector: ({ product_variant_id }) => product_variant_id,
        }),
        fc.array(fc.array(fc.record({ product_variant_id: variants, count: fc.nat(9) }), { maxLength: 4 })),
        (lines, parts) => {
          const left = new Map<string, number>(
            lines.map(({ product_variant_id, expected }) => [product_variant_id, expected]),
          );
          const now = () => [...left].map(([id, expected]) => expectedLine(id, expected));
          for (const part of parts) {
            try {
              for (const { product_variant_id, count } of planArrival(now(), part))
                left.set(product_variant_id, (left.get(product_variant_id) ?? 0) - count);
            } catch (error) {
              expect(error).toBeInstanceOf(DomainError);
            }
            for (const count of left.values()) expect(count).toBeGreaterThanOrEqual(0);
          }
          const rest = now().some(({ expected }) => expected > 0) ? planArrival(now()) : [];
          expect(rest).toEqual(
            now().flatMap(({ product_variant_id, expected }) =>
              expected > 0 ? [pieces(product_variant_id, expected)] : [],
            ),
          );
        },
      ),
    );
  });
});

const bought = (document_id: string, count: number, price: number, pieces_before: number): CostStep => ({
  document_id,
  count,
  price,
  pieces_before,
  reverses: null,
});
const takenBack = (reverses: string, count: number): CostStep => ({
  document_id: `-${reverses}`,
  count: -count,
  price: 0,
  pieces_before: 0,
  reverses,
});

describe('the moving average', () => {
  it.each([
    ['the first price', null, 0, 10, 100, 100],
    ['of stock whose cost nobody knows', null, 50, 10, 100, 100],
    ['of an empty shelf', 300, 0, 10, 100, 100],
    ['of as many', 100, 10, 10, 200, 150],
    ['rounded half up', 100, 1, 1, 101, 101],
    ['rounded down', 100, 2, 1, 101, 100],
    ['at the bounds', MAX_PRICE, 10_000_000, 1_000_000, MAX_PRICE, MAX_PRICE],
  ])('%s', (_, cost, before, count, price, after) => expect(mixedCost(cost, before, count, price)).toBe(after));

  it('lies between what it was and what came, and nearer to what is more', () => {
    const price = fc.integer({ min: 0, max: MAX_PRICE });
    const some = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(price, some, some, price, (cost, before, count, came) => {
        const after = mixedCost(cost, before, count, came);
        expect(after).toBeGreaterThanOrEqual(Math.min(cost, came));
        expect(after).toBeLessThanOrEqual(Math.max(cost, came));
        const exact = (BigInt(before) * BigInt(cost) + BigInt(count) * BigInt(came)) * 2n;
        const distance = BigInt(after) * 2n * BigInt(before + count) - exact;
        expect(distance <= BigInt(before + count) && distance > -BigInt(before + count)).toBe(true);
      }),
    );
  });

  it('is brought back by a reversal', () => {
    const first = bought('1', 10, 100, 0);
    const second = bought('2', 10, 200, 10);
    expect(costOver([])).toBeNull();
    expect(costOver([first, second])).toBe(150);
    expect(costOver([first, second, takenBack('2', 10)])).toBe(100);
    expect(costOver([first, second, takenBack('1', 10)])).toBe(200);
    expect(costOver([first, takenBack('1', 10)])).toBeNull();
    // what comes after the reversal is mixed with what is there then
    expect(costOver([first, second, takenBack('2', 10), bought('3', 10, 300, 10)])).toBe(200);
  });

  const arrivals = fc.array(
    fc.record({
      document: fc.constantFrom('1', '2', '3', '4'),
      count: fc.integer({ min: 1, max: 50 }),
      price: fc.integer({ min: 0, max: 10_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  /** Purchases that stay on the shelf, with or without those of one document. */
  const story = (all: readonly { document: string; count: number; price: number }[], without?: string) => {
    let shelf = 0;
    return all.flatMap(({ document, count, price }) => {
      if (document === without) return [];
      const step = bought(document, count, price, shelf);
      shelf += count;
      return [step];
    });
  };
  it('after a reversal is what it would be had the document never been, whenever it is taken back', () => {
    fc.assert(
      fc.property(arrivals, fc.constantFrom('1', '2', '3', '4'), (all, gone) => {
        const count = all.reduce((sum, one) => sum + (one.document === gone ? one.count : 0), 0);
        const steps = story(all);
        const after = count > 0 ? [...steps, takenBack(gone, count)] : steps;
        expect(costOver(after)).toBe(costOver(story(all, gone)));
      }),
    );
  });
  it('does not care in which order documents are taken back', () => {
    fc.assert(
      fc.property(arrivals, (all) => {
        const steps = story(all);
        const of = (id: string) =>
          steps.filter((one) => one.document_id === id).reduce((sum, one) => sum + one.count, 0);
        const back = ['1', '2'].filter((id) => of(id) > 0).map((id) => takenBack(id, of(id)));
        expect(costOver([...steps, ...back])).toBe(costOver([...steps, ...back.reverse()]));
      }),
    );
  });
});

describe('the margin', () => {
  it.each([
    [15_000, 10_000, 5000, 3333],
    [10_000, 15_000, -5000, -5000],
    [10_000, 0, 10_000, 10_000],
    [0, 100, -100, null],
    [null, 100, null, null],
    [100, null, null, null],
  ])('of %s at a cost of %s', (price, cost, margin, percent) =>
    expect(marginOf(price, cost)).toEqual({ margin, percent }),
  );
});

it('is prepared by the warehouse, posted by the staff, and never seen by a Client', () => {
  expect(['Stockman', 'Manager', 'Client', 'Producer'].map((role) => can(role as 'Stockman', 'turnover.edit'))).toEqual(
    [true, true, false, false],
  );
  expect(can('Stockman', 'turnover.post') || can('Stockman', 'turnover.cost')).toBe(false);
  expect(can('Client', 'turnover.read') || can('Client', 'turnover.cost')).toBe(false);
  expect(sumOf([item('a', 3, 100), item('b', 2, null)])).toBe(300);
});

it('margins of a product go from the least to the most, of what is known', () => {
  expect(
    marginsOf([
      { price: 1000, cost: 600 },
      { price: 2000, cost: 1000 },
      { price: null, cost: 100 },
      { price: 500, cost: null },
    ]),
  ).toEqual({
    min_cost: 100,
    max_cost: 1000,
    min_margin: 400,
    max_margin: 1000,
    min_percent: 4000,
    max_percent: 5000,
    known: 3,
  });
  expect(marginsOf([{ price: 500, cost: null }])).toMatchObject({ min_cost: null, max_margin: null, known: 0 });
});
