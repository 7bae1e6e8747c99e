import { describe, expect, it } from 'vitest';
import { codesOf, isPicked, type PickLine, pickOf } from './picking';

const line = (id: string, rest: Partial<PickLine> = {}): PickLine => ({
  ...{ product_variant_id: id, place: '', codes: [id], count: 1, picked: 0 },
  ...rest,
});

describe('picking', () => {
  it('ticks by code, SKU in any case, and the address of a label', () => {
    const lines = [line('a', { codes: ['2000000000015', 'PL-01'] }), line('b')];
    for (const code of ['2000000000015', 'pl-01', 'https://lanka.ua/q/fabryka/2000000000015/key'])
      expect(pickOf(lines, code)).toEqual({ line: lines[0], ok: true });
  });

  it('ticks what a hand scanner says in the Ukrainian layout, unless a line is called so', () => {
    const lines = [line('a', { codes: ['PL-01'] }), line('b', { codes: ['ЗД-02'] }), line('c', { codes: ['PL-02'] })];
    expect(pickOf(lines, 'ЗД-01')?.line).toBe(lines[0]);
    expect(pickOf(lines, 'зд-02')?.line).toBe(lines[1]);
  });

  it('knows goods by a label from before they got a barcode, unless that is the code of others now', () => {
    const codes = codesOf({ code: '4820000000017', internal_code: '2000000000015' }, 'PL-01');
    const [old, other] = [line('a', { codes }), line('b', { codes: codesOf({ code: '2000000000015' }, 'PL-02') })];
    for (const code of ['4820000000017', '2000000000015', 'pl-01']) expect(pickOf([old], code)?.line).toBe(old);
    expect(pickOf([old, other], '2000000000015')?.line).toBe(other);
    // what is without a code is not what an empty code names
    expect(pickOf([line('c', { codes: codesOf({}, '') })], 'x')).toBeNull();
  });

  it('blocks what is not in the order, and a piece too many', () => {
    const lines = [line('a', { count: 2, picked: 2 }), line('b')];
    expect(pickOf(lines, 'x')).toBeNull();
    expect(pickOf(lines, 'a')).toEqual({ line: lines[0], ok: false });
    // two modifications with one SKU: the one that is still wanted
    expect(pickOf([...lines, line('c', { codes: ['a'] })], 'a')?.line.product_variant_id).toBe('c');
  });

  it('is done when every piece is ticked', () => {
    expect(isPicked([])).toBe(false);
    expect(isPicked([line('a', { picked: 1 }), line('b')])).toBe(false);
    expect(isPicked([line('a', { picked: 1 }), line('b', { count: 3, picked: 3 })])).toBe(true);
  });
});
