import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kit/errors';
import { Role } from '../kit/roles';
import { OrderStatus } from './contract';
import {
  canSeeComment,
  editableParts,
  firstDuplicate,
  isFinal,
  type OrderFacts,
  planMove,
  possibleMoves,
  priceLine,
  queueKey,
  recountLine,
  sumLines,
  tidyTags,
  toCollect,
} from './rules';

const facts = (status: OrderStatus, rest: Partial<OrderFacts> = {}): OrderFacts => ({
  status,
  item_count: 1,
  shipped: false,
  charged: false,
  customer_name: 'Ірина',
  delivery: { operator: 'nova_poshta', recipient_name: 'Ірина', recipient_phone: '380671234567', address: 'Львів' },
  ...rest,
});

/**
 * domain.md, Order machine, written again by hand: from → to → who may (c client, s staff, p Producer, w Stockman) and
 * the effects. What is not in the table is impossible for everybody.
 */
const TABLE: Record<string, [who: string, effects: string, reason?: 'reason']> = {
  'Draft→Pending': ['cs', 'freeze_prices book'],
  'Blocked→Pending': ['cs', 'freeze_prices book'],
  'Draft→Canceled': ['cs', 'release'],
  'Blocked→Canceled': ['cs', 'release'],
  'Pending→InProduction': ['s', ''],
  'Pending→Ready': ['s', ''],
  'Pending→Loading': ['s', ''],
  'Pending→Sent': ['s', 'ship charge'],
  'Pending→Complete': ['s', 'ship charge'],
  'Pending→Blocked': ['s', 'release', 'reason'],
  'Pending→Canceled': ['s', 'release', 'reason'],
  'InProduction→Ready': ['sp', ''],
  'InProduction→Loading': ['s', ''],
  'InProduction→Sent': ['s', 'ship charge'],
  'InProduction→Complete': ['s', 'ship charge'],
  'InProduction→Blocked': ['s', 'release', 'reason'],
  'InProduction→Canceled': ['s', 'release', 'reason'],
  'Ready→InProduction': ['sp', ''],
  'Ready→Loading': ['sw', ''],
  'Ready→Sent': ['sw', 'ship charge'],
  'Ready→Complete': ['sw', 'ship charge'],
  'Ready→Blocked': ['s', 'release', 'reason'],
  'Ready→Canceled': ['s', 'release', 'reason'],
  'Loading→Loaded': ['sw', ''],
  'Loading→Ready': ['sw', ''],
  'Loading→Sent': ['sw', 'ship charge'],
  'Loading→Complete': ['sw', 'ship charge'],
  'Loading→Blocked': ['s', 'release', 'reason'],
  'Loading→Canceled': ['s', 'release', 'reason'],
  'Loaded→Sent': ['sw', 'ship charge'],
  'Loaded→Loading': ['sw', ''],
  'Loaded→Complete': ['sw', 'ship charge'],
  'Loaded→Blocked': ['s', 'release', 'reason'],
  'Loaded→Canceled': ['s', 'release', 'reason'],
  'Sent→Complete': ['sw', 'ship charge'],
};
const LETTER: Record<Role, string> = {
  Owner: 's',
  Administrator: 's',
  Manager: 's',
  Client: 'c',
  Producer: 'p',
  Stockman: 'w',
};

describe('the order machine', () => {
  for (const role of Role.options) {
    it(`is the table for ${role}, every from × to`, () => {
      for (const from of OrderStatus.options) {
        for (const to of OrderStatus.options) {
          const [who, effects, reason] = TABLE[`${from}→${to}`] ?? [];
          const plan = planMove(facts(from), to, role);
          if (who?.includes(LETTER[role])) {
            expect(plan, `${from}→${to}`).toEqual({
              effects: effects ? effects.split(' ') : [],
              needs_reason: reason === 'reason',
            });
          } else {
            const code = 'refused' in plan ? plan.refused.code : 'allowed';
            expect(code, `${from}→${to}`).toBe(who ? 'orders.move_forbidden' : 'orders.move_impossible');
          }
        }
      }
    });
  }

  it('leads nowhere from a final status, and offers exactly what it allows', () => {
    for (const status of OrderStatus.options) {
      for (const role of Role.options) {
        const offered = possibleMoves(facts(status), role).map(({ to }) => to);
        if (isFinal(status)) expect(offered).toEqual([]);
        const allowed = OrderStatus.options.filter((to) => !('refused' in planMove(facts(status), to, role)));
        expect(new Set(offered)).toEqual(new Set(allowed));
      }
    }
  });

  it('does no effect a second time', () => {
    expect(planMove(facts('Sent', { shipped: true, charged: true }), 'Complete', 'Owner')).toMatchObject({
      effects: [],
    });
    expect(planMove(facts('Sent', { shipped: true }), 'Complete', 'Owner')).toMatchObject({ effects: ['charge'] });
  });

  it.each([
    [{ item_count: 0 }, 'orders.no_items'],
    [{ customer_name: '' }, 'orders.no_customer'],
    [{ delivery: { ...facts('Draft').delivery, address: '' } }, 'orders.no_recipient'],
    [{ delivery: { ...facts('Draft').delivery, recipient_phone: null } }, 'orders.no_recipient'],
  ])('is not sent while something is missing: %o', (rest, code) => {
    const plan = planMove(facts('Draft', rest), 'Pending', 'Client');
    expect('refused' in plan && plan.refused.code).toBe(code);
  });

  it('needs no address for pick-up', () => {
    const delivery = { operator: 'pickup', recipient_name: '', recipient_phone: null, address: '' };
    expect(planMove(facts('Draft', { delivery }), 'Pending', 'Client')).toMatchObject({
      effects: ['freeze_prices', 'book'],
    });
  });
});

describe('editing', () => {
  it.each<[OrderStatus, Role, boolean, boolean, boolean]>([
    ['Draft', 'Client', true, true, true],
    ['Blocked', 'Client', true, true, true],
    ['Pending', 'Client', false, false, true],
    ['Sent', 'Client', false, false, true],
    ['Complete', 'Client', false, false, false],
    ['Pending', 'Manager', true, true, true],
    ['Ready', 'Manager', true, true, true],
    ['Loading', 'Manager', false, true, true],
    ['Sent', 'Manager', false, true, true],
    ['Complete', 'Owner', false, false, false],
    ['Canceled', 'Owner', false, false, false],
    ['Ready', 'Stockman', false, false, false],
  ])('%s by %s: items %s, details %s, prepayment %s', (status, role, items, details, prepayment) => {
    expect(editableParts(status, role)).toMatchObject({ items, details, prepayment });
  });

  it('cash on delivery is the seller’s to say until the order is with the manager, then the staff’s until it is sent', () => {
    const may = (status: OrderStatus, role: Role) => editableParts(status, role).cod;
    expect([may('Draft', 'Client'), may('Pending', 'Client'), may('Loaded', 'Manager')]).toEqual([true, false, true]);
    expect([may('Sent', 'Manager'), may('Complete', 'Owner'), may('Ready', 'Stockman')]).toEqual([false, false, false]);
  });
});

it('keeps each tag once, whatever its case and spaces, and is done with that the first time', () => {
  expect(tidyTags([' Терміново', 'терміново ', 'на  весілля', ' '])).toEqual(['Терміново', 'на весілля']);
  fc.assert(
    fc.property(fc.array(fc.string()), (tags) => {
      expect(tidyTags(tidyTags(tags))).toEqual(tidyTags(tags));
    }),
  );
});

it('queues by the moment, then by the number, exactly', () => {
  const sent = fc.record({ at: fc.integer({ min: 0, max: 4e12 }), number: fc.integer({ min: 1, max: 2 ** 31 - 1 }) });
  const keyOf = ({ at, number }: { at: number; number: number }) => queueKey(new Date(at).toISOString(), number);
  fc.assert(
    fc.property(sent, sent, (a, b) => {
      const exact = (key: string) => BigInt(key.replace('.', ''));
      const isBefore = a.at < b.at || (a.at === b.at && a.number < b.number);
      expect(exact(keyOf(a)) < exact(keyOf(b))).toBe(isBefore);
    }),
  );
});

it('leaves to collect what was not prepaid, and never less than nothing', () => {
  expect([toCollect(80_000, 0), toCollect(80_000, 30_000), toCollect(80_000, 90_000)]).toEqual([80_000, 50_000, 0]);
});

describe('prices', () => {
  const none = { counterparty_discount: 0, promotions: [], customer_discount: 0 };

  it('takes the largest discount, never their sum, and leaves the recommended price to the customer’s own', () => {
    const promotions = [{ id: 'p', discount: 1500, discount_type: 'percent' as const }];
    const line = priceLine(
      { base_price: 10_000, recommended_price: 20_000, count: 3, customer_price: null },
      { counterparty_discount: 1000, promotions, customer_discount: 500 },
    );
    expect(line).toMatchObject({
      discount: 1500,
      discount_source: 'promotion',
      promotion_id: 'p',
      amount: 25_500,
      recommended_amount: 57_000,
    });
  });

  it('rounds half up, once for the line', () => {
    const of = (count: number) => ({ base_price: 1_005, recommended_price: 0, count, customer_price: null });
    expect(priceLine(of(1), { ...none, counterparty_discount: 1000 }).amount).toBe(905);
    expect(priceLine(of(3), { ...none, counterparty_discount: 1000 }).amount).toBe(2_714);
  });

  it('stays within bounds and grows with the count', () => {
    const money = fc.integer({ min: 0, max: 100_000_000 });
    const percent = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(
        money,
        money,
        fc.integer({ min: 1, max: 1_000 }),
        percent,
        percent,
        fc.option(money),
        (base_price, recommended_price, count, a, b, customer_price) => {
          const discounts = { counterparty_discount: a, promotions: [], customer_discount: b };
          const line = priceLine({ base_price, recommended_price, count, customer_price }, discounts);
          expect(line.amount).toBeGreaterThanOrEqual(0);
          expect(line.amount).toBeLessThanOrEqual(base_price * count);
          expect(Number.isInteger(line.amount)).toBe(true);
          expect(line.recommended_amount).toBeLessThanOrEqual(recommended_price * count);
          // a frozen line with its own count is the same line
          const frozen = { ...line, count };
          expect(recountLine(frozen, frozen, b)).toEqual(line);
          const more = recountLine(frozen, { customer_price, count: count + 1 }, b);
          // what the seller asks touches neither the base cost nor what was recommended
          const unset = recountLine(frozen, { count, customer_price: null }, b);
          expect(unset).toEqual({ ...line, customer_price: null, customer_amount: line.recommended_amount });
          expect(line.customer_amount).toBe(customer_price === null ? line.recommended_amount : customer_price * count);
          expect(more.amount).toBeGreaterThanOrEqual(line.amount);
          expect(sumLines([line, more])).toEqual({
            sum: line.amount + more.amount,
            recommended_sum: line.recommended_amount + more.recommended_amount,
            customer_sum: line.customer_amount + more.customer_amount,
          });
        },
      ),
    );
  });

  it('keeps so much off each piece when a promotion in kopecks is recounted', () => {
    const promotions = [{ id: 'p', discount: 333, discount_type: 'amount' as const }];
    const line = priceLine(
      { base_price: 1_000, recommended_price: 0, count: 3, customer_price: null },
      { ...none, promotions },
    );
    expect(line.amount).toBe(2_001);
    expect(recountLine({ ...line, count: 3 }, { count: 7, customer_price: null }, 0).amount).toBe(7 * 667);
  });

  it('refuses sums beyond the limit instead of losing kopecks', () => {
    const line = { base_price: 0, recommended_price: 0, count: 2, customer_price: null };
    for (const much of ['base_price', 'recommended_price', 'customer_price'])
      expect(() => priceLine({ ...line, [much]: 10 ** 12 }, none)).toThrow(DomainError);
  });
});

it('finds the first modification that stands twice', () => {
  const item = (product_variant_id: string) => ({ product_variant_id });
  expect(firstDuplicate(['a', 'b', 'a'].map(item))).toBe('a');
  expect(firstDuplicate(['a', 'b'].map(item))).toBeNull();
});

it('shows a comment to its author, to all, or to managers', () => {
  const comment = { user_id: 'x', visibility: 'managers' as const };
  expect(canSeeComment(comment, { id: 'x', role: 'Client' })).toBe(true);
  expect(canSeeComment(comment, { id: 'y', role: 'Client' })).toBe(false);
  expect(canSeeComment(comment, { id: 'y', role: 'Stockman' })).toBe(false);
  expect(canSeeComment(comment, { id: 'y', role: 'Manager' })).toBe(true);
  expect(canSeeComment({ ...comment, visibility: 'self' }, { id: 'y', role: 'Owner' })).toBe(false);
});

describe('an order beyond stock', () => {
  it.each(['Sent', 'Complete'] as const)(
    'does not go to %s while pieces are missing, and does when they have come',
    (to) => {
      const refused = planMove(facts('Ready', { waiting: 2 }), to, 'Owner');
      expect('refused' in refused && refused.refused.message_in('ua')).toContain('бракує 2 од.');
      expect('effects' in planMove(facts('Ready', { waiting: 0 }), to, 'Owner')).toBe(true);
      expect('effects' in planMove(facts('Sent', { waiting: 2, shipped: true }), 'Complete', 'Owner')).toBe(true);
    },
  );

  it('goes everywhere else', () => {
    for (const to of ['InProduction', 'Ready', 'Loading', 'Blocked', 'Canceled'] as const)
      expect('effects' in planMove(facts('Pending', { waiting: 2 }), to, 'Owner'), to).toBe(true);
    const moves = possibleMoves(facts('Pending', { waiting: 2 }), 'Owner');
    expect(moves.filter(({ plan }) => 'refused' in plan).map(({ to }) => to)).toEqual(['Sent', 'Complete']);
  });
});
