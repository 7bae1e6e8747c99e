import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askAgainAfter,
  askOfRefundAfter,
  BANK_STATES,
  type Heard,
  hearOf,
  isUnderWay,
  type KnownPayment,
  mayServe,
  type ToldPayment,
} from './rules';

const AMOUNT = 10_000;
const fresh: KnownPayment = {
  ...{ state: 'open', amount: AMOUNT, refunded: 0, problem: null, bank_state: null, modified_at: null },
  resolved_at: null,
};
const at = (second: number): string => new Date(Date.UTC(2026, 10, 26, 10, 0, second)).toISOString();
const told = (bank_state: ToldPayment['bank_state'], second: number, more: Partial<ToldPayment> = {}): ToldPayment => ({
  ...{ bank_state, modified_at: at(second), amount: AMOUNT, ccy: 980, final_amount: null, ...more },
});

/** What comes of all of them, one after another. */
function all(events: readonly ToldPayment[], from: KnownPayment = fresh) {
  const happened: Heard['happened'][number][] = [];
  let known = from;
  for (const event of events) {
    const heard = hearOf(known, event);
    if (!heard) continue;
    happened.push(...heard.happened);
    known = heard;
  }
  return { known, happened };
}
const refunds = (happened: readonly Heard['happened'][number][]): number =>
  happened.reduce((sum, one) => sum + (one.what === 'refunded' ? one.amount : 0), 0);

describe('what the bank tells', () => {
  it('is paid once, however often it is told', () => {
    const { known, happened } = all([
      told('processing', 1),
      told('success', 2),
      told('success', 2),
      told('success', 9),
    ]);
    expect([known.state, happened]).toEqual(['paid', [{ what: 'paid' }]]);
  });
  it('says nothing where it is older', () => {
    const { known, happened } = all([told('success', 5), told('processing', 3), told('failure', 4)]);
    expect([known.state, known.problem, happened]).toEqual(['paid', null, [{ what: 'paid' }]]);
  });
  it('within one second goes by what comes later in the life of a payment', () => {
    expect(all([told('processing', 1), told('success', 1)]).known.state).toBe('paid');
    expect(all([told('success', 1), told('processing', 1)]).known.state).toBe('paid');
  });
  it('counts money of another sum or currency for nothing', () => {
    for (const wrong of [{ amount: AMOUNT - 1 }, { amount: AMOUNT * 100 }, { ccy: 840 }]) {
      const { known, happened } = all([told('success', 1, wrong)]);
      expect([known.state, known.problem, happened]).toEqual(['open', 'amount', []]);
      // what the bank says rightly afterwards holds
      expect(all([told('success', 2)], known).known).toMatchObject({ state: 'paid', problem: null });
    }
  });
  it('knows a payment by its reversal alone', () => {
    const { happened } = all([told('reversed', 7)]);
    expect(happened).toEqual([{ what: 'paid' }, { what: 'refunded', amount: AMOUNT }]);
  });
  it('refunds parts, each once', () => {
    const parts = [told('success', 2, { final_amount: 7_000 }), told('success', 3, { final_amount: 4_000 })];
    const { known, happened } = all([told('success', 1), ...parts, ...parts, told('reversed', 4, { final_amount: 0 })]);
    expect([known.refunded, refunds(happened)]).toEqual([AMOUNT, AMOUNT]);
    expect(happened.length).toBe(4);
  });
  it('does not take back by a word what was paid', () => {
    const { known } = all([told('success', 1), told('failure', 2)]);
    expect([known.state, known.problem]).toEqual(['paid', 'contradiction']);
  });
  it('is declined, tried again and paid', () => {
    const { known, happened } = all([told('failure', 1), told('processing', 2), told('success', 3)]);
    expect([known.state, happened.map(({ what }) => what)]).toEqual(['paid', ['failed', 'paid']]);
  });
  it('leaves a page that was given up, unless somebody pays on it', () => {
    const given = { ...fresh, state: 'canceled' } as const;
    expect(all([told('created', 1)], given).known.state).toBe('canceled');
    expect(all([told('success', 1)], given).known.state).toBe('paid');
  });
  it('stays over when nobody has paid in time, unless somebody has', () => {
    const over = { ...fresh, state: 'expired' } as const;
    expect(all([told('processing', 1)], over)).toMatchObject({ known: { state: 'expired' }, happened: [] });
    expect(all([told('success', 1)], over).known.state).toBe('paid');
  });
  describe('that a person has settled', () => {
    const resolved_at = at(30);
    it('is not raised again by the same word', () => {
      const { known } = all([told('success', 1), told('failure', 2)]);
      const settled = { ...known, problem: null, resolved_at };
      expect(all([told('failure', 2)], settled).known.problem).toBeNull();
      expect(all([told('failure', 3)], settled).known.problem).toBe('contradiction');
    });
    it('is heard of no more where its money was entered by hand', () => {
      const { known } = all([told('success', 1, { amount: 5 })]);
      const closed = { ...known, state: 'canceled', problem: null, resolved_at } as const;
      expect(hearOf(closed, told('success', 9))).toBeNull();
    });
    it('may still be paid where no money was taken', () => {
      const page = { ...fresh, state: 'canceled', resolved_at } as const;
      expect(all([told('success', 9)], page).known.state).toBe('paid');
    });
  });
  it('comes to the same whatever the order, once', () => {
    const event = fc.record({
      bank_state: fc.constantFrom(...BANK_STATES),
      modified_at: fc.integer({ min: 0, max: 5 }).map(at),
      amount: fc.constantFrom(AMOUNT, AMOUNT, AMOUNT, 5),
      ccy: fc.constantFrom(980, 980, 980, 840),
      final_amount: fc.option(fc.integer({ min: 0, max: AMOUNT }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const { known, happened } = all(events);
        const paid = happened.filter(({ what }) => what === 'paid').length;
        expect(paid).toBe(known.state === 'paid' ? 1 : 0);
        expect(refunds(happened)).toBe(known.refunded);
        expect(known.refunded).toBeLessThanOrEqual(AMOUNT);
        // nothing is refunded before it was paid
        const firstRefund = happened.findIndex(({ what }) => what === 'refunded');
        if (firstRefund >= 0) expect(happened.findIndex(({ what }) => what === 'paid')).toBeLessThan(firstRefund);
      }),
    );
  });
});

it('hands a page out again as long as it serves', () => {
  const page = { state: 'open', amount: 500, expires_at: at(0), problem: null } as const;
  const before = (minutes: number): number => Date.parse(at(0)) - minutes * 60_000;
  expect(mayServe(page, 500, before(11))).toBe(true);
  expect(mayServe(page, 501, before(11))).toBe(false);
  expect(mayServe(page, 500, before(9))).toBe(false);
  expect(mayServe({ ...page, state: 'failed' }, 500, before(60))).toBe(false);
  expect(mayServe({ ...page, problem: 'amount' }, 500, before(60))).toBe(false);
});

it('is under way until nothing can come of it any more, or a person looks at it', () => {
  const page = { state: 'processing', amount: 500, expires_at: at(0), problem: null } as const;
  const after = (hours: number): number => Date.parse(at(0)) + hours * 3_600_000;
  expect([isUnderWay(page, after(23)), isUnderWay(page, after(25))]).toEqual([true, false]);
  expect(isUnderWay({ ...page, problem: 'amount' }, after(0))).toBe(false);
  expect(isUnderWay({ ...page, state: 'open' }, after(0))).toBe(false);
});

it('asks for a refund less and less often', () => {
  const SECOND = 1_000;
  const pauses = [0, 20, 300, 3_600, 3 * 86_400].map((since) => askOfRefundAfter(since * SECOND) / SECOND);
  expect(pauses).toEqual([5, 15, 60, 600, 3_600]);
});

it('asks as long as something may come, and comes to an end', () => {
  const HOUR = 3_600_000;
  expect(askAgainAfter('open', 0)).toBe(60_000);
  // once past its end, so that it is told that it has expired
  expect(askAgainAfter('open', 24 * HOUR - 1_000)).toBeGreaterThan(1_000);
  expect(askAgainAfter('expired', 25 * HOUR)).toBeNull();
  expect(askAgainAfter('failed', 49 * HOUR)).toBeNull();
  expect(askAgainAfter('paid', 59 * 24 * HOUR)).toBe(24 * HOUR);
  expect(askAgainAfter('paid', 61 * 24 * HOUR)).toBeNull();
});
