import { formatMoney } from '@lanka/domain/kit/money';
import { expect, it } from 'vitest';
import { changeInWords, codInWords } from './changes';
import { changesText } from './changes-text';

it('names a field of the template as people do, and one that is gone by its key', () => {
  const change = { field: 'fields', of: 'origin', before: null, after: 'Косів' } as const;
  const fields = [{ key: 'origin', name: 'Джерело' }];
  const t = changesText.ua;
  expect(changeInWords(change, t, 'ua', fields)).toBe(`Джерело: ${t.nothing} → Косів`);
  expect(changeInWords(change, t, 'ua')).toBe(`origin: ${t.nothing} → Косів`);
});

it('tells cash on delivery with its fee, and what nobody has set as computed', () => {
  const t = changesText.ua;
  const said = (sum: string, fee: string) => `${t.names.cod_sum}: ${sum}; ${t.names.cod_fee}: ${fee}`;
  expect(codInWords({ on: true, sum: '', fee: 0 }, t)).toBe(said(t.byRule, formatMoney(0)));
  expect(codInWords({ on: true, sum: 50_000, fee: '' }, t)).toBe(said(formatMoney(50_000), t.byRule));
  expect(codInWords({ on: false, sum: 50_000, fee: '' }, t)).toBe(t.nothing);
});
