import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GroupTerms, ownTerms, termsInEffect } from './group_terms';

const level = fc.constantFrom(null, 'wholesale', 'vip');
const own = fc.record({ discount: fc.constantFrom(0, 300, 500), price_level_id: level });
const groups = fc
  .array(fc.record({ discount: fc.constantFrom(0, 200, 500, 700), price_level_id: level }), { maxLength: 5 })
  .map((all): GroupTerms[] => all.map((one, at) => ({ ...one, id: `group ${at}` })));

describe('terms of groups', () => {
  it.each<[string, Parameters<typeof termsInEffect>, ReturnType<typeof termsInEffect>]>([
    [
      'its own hold, also the smaller discount',
      [{ discount: 300, price_level_id: 'vip' }, [{ id: 'a', discount: 700, price_level_id: 'wholesale' }]],
      { discount: 300, discount_group_id: null, price_level_id: 'vip', price_level_group_id: null },
    ],
    [
      'the largest discount, the first level',
      [
        { discount: 0, price_level_id: null },
        [
          { id: 'a', discount: 200, price_level_id: null },
          { id: 'b', discount: 500, price_level_id: 'wholesale' },
          { id: 'c', discount: 500, price_level_id: 'vip' },
        ],
      ],
      { discount: 500, discount_group_id: 'b', price_level_id: 'wholesale', price_level_group_id: 'b' },
    ],
    [
      'each kind by itself',
      [{ discount: 300, price_level_id: null }, [{ id: 'a', discount: 700, price_level_id: 'wholesale' }]],
      { discount: 300, discount_group_id: null, price_level_id: 'wholesale', price_level_group_id: 'a' },
    ],
    [
      'none without groups',
      [{ discount: 0, price_level_id: null }, []],
      { discount: 0, discount_group_id: null, price_level_id: null, price_level_group_id: null },
    ],
  ])('%s', (_name, [mine, theirs], expected) => expect(termsInEffect(mine, theirs)).toEqual(expected));

  it('leave what is its own as it was, whatever groups come and go', () => {
    fc.assert(
      fc.property(own, groups, groups, (mine, first, then) => {
        const known = ownTerms(termsInEffect(mine, first));
        expect(known).toEqual(mine);
        expect(termsInEffect(known, then)).toEqual(termsInEffect(mine, then));
      }),
    );
  });

  it('name the group that gives what is in effect', () => {
    fc.assert(
      fc.property(own, groups, (mine, theirs) => {
        const found = termsInEffect(mine, theirs);
        const of = (id: string | null) => theirs.find((group) => group.id === id);
        expect(of(found.discount_group_id)?.discount ?? mine.discount).toBe(found.discount);
        expect(of(found.price_level_group_id)?.price_level_id ?? mine.price_level_id).toBe(found.price_level_id);
        if (mine.discount === 0) expect(found.discount).toBe(Math.max(0, ...theirs.map(({ discount }) => discount)));
      }),
    );
  });
});
