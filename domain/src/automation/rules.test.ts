import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldMessages } from '../kit/field-messages';
import { CreateRuleBody, type UpdateRuleBody } from './contract';
import {
  ARRIVALS,
  type Arrival,
  circleThrough,
  isAskedBy,
  isForOrder,
  leadsTo,
  MOVES,
  type Move,
  type RuleShape,
} from './rules';

const rule = (statuses: readonly Arrival[], move_to: Move | null, more: Partial<RuleShape> = {}): RuleShape => ({
  ...{ trigger: 'moved', sum_from: null, sum_to: null, counterparty_ids: [], tags: [] },
  ...{ statuses, paid_states: [], delivery_states: [], move_to },
  ...more,
});

const delivery = (state: 'waiting' | 'received') => ({ kind: 'delivery', state, part_id: 'p', ttn: '2' }) as const;

describe('which rule is asked', () => {
  it.each([
    [rule(['Ready', 'Sent'], null), { kind: 'moved', to: 'Sent' }, true],
    [rule(['Ready'], null), { kind: 'moved', to: 'Sent' }, false],
    [rule([], null, { trigger: 'ttn_given' }), { kind: 'ttn_given' }, true],
    [rule([], null, { trigger: 'paid', paid_states: ['paid', 'partly'] }), { kind: 'paid', state: 'partly' }, true],
    [rule([], null, { trigger: 'paid', paid_states: ['overdue'] }), { kind: 'paid', state: 'paid' }, false],
    [rule(['Ready'], null, { paid_states: ['paid'] }), { kind: 'paid', state: 'paid' }, false],
    [rule([], null, { trigger: 'delivery', delivery_states: ['waiting', 'failed'] }), delivery('waiting'), true],
    [rule([], null, { trigger: 'delivery', delivery_states: ['waiting'] }), delivery('received'), false],
    [rule(['Ready'], null, { delivery_states: ['waiting'] }), delivery('waiting'), false],
    [rule(['Ready'], null), { kind: 'ttn_given' }, false],
    [rule(['Ready'], null, { trigger: 'ttn_given' }), { kind: 'moved', to: 'Ready' }, false],
  ] as const)('%j by %j: %s', (asked, happening, expected) => {
    expect(isAskedBy(asked, happening)).toBe(expected);
  });

  it.each([
    [{}, true],
    [{ sum_from: 1_000, sum_to: 1_000 }, true],
    [{ sum_from: 1_001 }, false],
    [{ sum_to: 999 }, false],
    [{ counterparty_ids: ['a', 'b'] }, true],
    [{ counterparty_ids: ['b'] }, false],
    [{ tags: ['терміново', 'опт'] }, true],
    [{ tags: ['опт'] }, false],
  ])('for an order of 10,00 of a, by %j: %s', (conditions, expected) => {
    const none = { sum_from: null, sum_to: null, counterparty_ids: [], tags: [] };
    expect(isForOrder({ ...none, ...conditions }, { sum: 1_000, counterparty_id: 'a', tags: ['Терміново'] })).toBe(
      expected,
    );
  });
});

describe('a circle', () => {
  const back = rule(['Ready'], 'InProduction');
  const forth = rule(['InProduction'], 'Ready');
  const loading = rule(['Loading'], 'Loaded');
  const unloading = rule(['Loaded'], 'Loading');

  it.each([
    ['of two', [back, forth], 2],
    ['of one that goes on', [rule(['Pending'], 'Ready')], 0],
    ['of one that waits for several', [rule(['Ready', 'InProduction'], 'InProduction'), forth], 2],
    ['not of those that never meet', [back, loading], 0],
    ['of others is not its own', [rule(['Pending'], 'Loading'), loading, unloading], 0],
    ['of three', [rule(['Ready'], 'Loading'), rule(['Loading'], 'Ready')], 2],
    ['not where the machine does not lead', [rule(['Sent'], 'Complete'), rule(['Complete'], 'Sent')], 0],
    ['not without a move', [back, rule(['InProduction'], null)], 0],
    ['not by a waybill', [rule([], 'Ready', { trigger: 'ttn_given' }), back], 0],
    ['not by the carrier', [rule([], 'Ready', { trigger: 'delivery', delivery_states: ['waiting'] }), back], 0],
    ['not by a payment', [rule([], 'Ready', { trigger: 'paid', paid_states: ['paid'] }), back], 0],
    [
      'not of sums that no order has both',
      [
        { ...back, sum_to: 999 },
        { ...forth, sum_from: 1_000 },
      ],
      0,
    ],
    [
      'of sums that meet in one',
      [
        { ...back, sum_to: 1_000 },
        { ...forth, sum_from: 1_000 },
      ],
      2,
    ],
    [
      'not of different counterparties',
      [
        { ...back, counterparty_ids: ['a'] },
        { ...forth, counterparty_ids: ['b'] },
      ],
      0,
    ],
    [
      'of tags that one order can have both',
      [
        { ...back, tags: ['a'] },
        { ...forth, tags: ['b'] },
      ],
      2,
    ],
    ['of one counterparty and all', [{ ...back, counterparty_ids: ['a'] }, forth], 2],
  ] as const)('%s', (_, rules, length) => {
    expect(circleThrough(rules)).toHaveLength(length);
  });

  it('is never walked by rules that were each saved without one', () => {
    const some = fc.record({
      trigger: fc.constantFrom('moved' as const, 'moved' as const, 'ttn_given' as const, 'paid' as const),
      paid_states: fc.constant(['paid' as const]),
      delivery_states: fc.constant([]),
      statuses: fc.uniqueArray(fc.constantFrom(...ARRIVALS), { minLength: 1, maxLength: 3 }),
      move_to: fc.option(fc.constantFrom(...MOVES)),
      sum_from: fc.option(fc.integer({ min: 0, max: 3 })),
      sum_to: fc.option(fc.integer({ min: 0, max: 3 })),
      counterparty_ids: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      tags: fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 1 }),
    });
    fc.assert(
      fc.property(
        fc.array(some, { maxLength: 10 }),
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom('a', 'b'),
        fc.constantFrom(...ARRIVALS),
        (wanted, sum, counterparty_id, start) => {
          const saved: RuleShape[] = [];
          for (const one of wanted) if (circleThrough([one, ...saved]).length === 0) saved.push(one);
          // every way that one order can be led, without looking which rules have run: all of them end
          const walk = (status: Arrival, steps: number): number => {
            if (steps > ARRIVALS.length) return steps;
            const next = saved.filter(
              (one) =>
                isAskedBy(one, { kind: 'moved', to: status }) &&
                isForOrder(one, { sum, counterparty_id, tags: ['x'] }) &&
                one.move_to !== null &&
                leadsTo([status], one.move_to),
            );
            return Math.max(steps, ...next.map((one) => walk(one.move_to as Arrival, steps + 1)));
          };
          expect(walk(start, 0)).toBeLessThanOrEqual(ARRIVALS.length);
        },
      ),
    );
  });
});

describe('what a rule must be', () => {
  const good = { name: 'Великі', trigger: 'moved', statuses: ['Pending'], move_to: 'InProduction' } as const;
  it.each([
    [{}, []],
    [{ statuses: [] }, ['automation.statuses']],
    [{ sum_from: 2, sum_to: 1 }, ['automation.sums']],
    [{ move_to: null }, ['automation.nothing']],
    [{ move_to: null, comment: '' }, ['automation.nothing']],
    [{ move_to: null, paper: 'invoice' }, []],
    [{ statuses: ['Canceled'] }, ['automation.no_way']],
    [{ move_to: 'Loaded' }, ['automation.no_way']],
    [{ trigger: 'ttn_given', statuses: [], move_to: 'Loaded' }, []],
    [{ notice_to: 'leaders' }, ['automation.notice_text']],
    [{ trigger: 'paid', statuses: [] }, ['automation.paid_states']],
    [{ trigger: 'delivery', statuses: [] }, ['automation.delivery_states']],
    [{ trigger: 'delivery', statuses: [], delivery_states: ['received'], move_to: 'Complete' }, []],
    [{ trigger: 'paid', statuses: [], paid_states: ['paid', 'overdue'], move_to: 'Loaded' }, []],
    [{ trigger: 'paid', statuses: [], paid_states: ['paid', 'no_longer'], move_to: 'Loaded' }, ['automation.not_back']],
    [{ trigger: 'paid', statuses: [], paid_states: ['no_longer'], move_to: null, comment: 'Так' }, []],
  ] satisfies [UpdateRuleBody, string[]][])('%j → %j', (change, codes) => {
    const parsed = CreateRuleBody.safeParse({ ...good, ...change });
    expect(parsed.error?.issues.map((issue) => issue.message) ?? []).toEqual(codes);
    for (const code of codes) expect(fieldMessages).toHaveProperty([code]);
  });
});
