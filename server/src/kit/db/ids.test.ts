import { expect, it } from 'vitest';
import { newId } from './ids';

const momentOf = (id = ''): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

it('ids grow, differ, and are UUIDs of version 7 of this moment', () => {
  const before = Date.now();
  // in this process the clock of another file may have been ahead, and ids never go back
  const ahead = momentOf(newId());
  const ids = Array.from({ length: 100_000 }, newId);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of [ids[0], ids.at(-1)]) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(momentOf(id)).toBeGreaterThanOrEqual(before);
    expect(momentOf(id)).toBeLessThanOrEqual(Math.max(Date.now(), ahead) + 1);
  }
  // what is not time and not counted is drawn for each
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length);
});
