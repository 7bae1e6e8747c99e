import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyPick } from './rules';

it('never picks more than the order has, nor less than nothing, in whatever order pieces are taken and put back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.constantFrom<1 | -1>(1, -1)), (count, steps) => {
      let picked = 0;
      for (const by of steps) {
        const isAllowed = by > 0 ? picked < count : picked > 0;
        if (isAllowed) picked = applyPick({ name: 'Сукня', count, picked }, by);
        else expect(() => applyPick({ name: 'Сукня', count, picked }, by)).toThrow();
        expect(picked).toBeGreaterThanOrEqual(0);
        expect(picked).toBeLessThanOrEqual(count);
      }
    }),
  );
});
