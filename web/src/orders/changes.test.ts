import { expect, it } from 'vitest';
import { changeInWords } from './changes';
import { changesText } from './changes-text';

it('names a field of the template as people do, and one that is gone by its key', () => {
  const change = { field: 'fields', of: 'origin', before: null, after: 'Косів' } as const;
  const fields = [{ key: 'origin', name: 'Джерело' }];
  const t = changesText.ua;
  expect(changeInWords(change, t, 'ua', fields)).toBe(`Джерело: ${t.nothing} → Косів`);
  expect(changeInWords(change, t, 'ua')).toBe(`origin: ${t.nothing} → Косів`);
});
