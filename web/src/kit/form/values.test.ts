import { requiredText, text } from '@lanka/domain/kit/ids';
import { Kopecks } from '@lanka/domain/kit/money';
import { Phone } from '@lanka/domain/kit/phone';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { changedNames, check, currentEntity, emptyAsMissing, fieldErrors, fieldOf, onlyChanged } from './values';

const schema = z.object({
  title: requiredText(10),
  note: text(10).optional(),
  price: Kopecks.nullable().optional(),
  phone: Phone.optional(),
  email: z.email().optional(),
  category: z.enum(['Одяг']).optional(),
  address: z.object({ city: requiredText(10), zip: z.string().length(5).optional() }).optional(),
  items: z.array(z.object({ count: z.int().min(1) })).optional(),
});

test('an emptied field is cleared, left out or complained about, as its schema wants', () => {
  expect(
    emptyAsMissing(schema, { title: '', note: '', price: '', phone: '', address: { city: 'Київ', zip: '' } }),
  ).toEqual({ title: '', note: '', price: null, phone: undefined, address: { city: 'Київ', zip: undefined } });
});

test.each([
  [{ title: '' }, { title: 'Обов’язкове поле' }],
  [{}, { title: 'Обов’язкове поле' }],
  [{ title: 'а', phone: '12' }, { phone: 'Невірний номер телефону. Приклад: +380 67 123 45 67' }],
  [{ title: 'а', email: 'x' }, { email: 'Невірна адреса електронної пошти' }],
  [{ title: 'а', price: Number.NaN }, { price: 'Потрібне число' }],
  [{ title: 'а', address: { city: '' } }, { 'address.city': 'Обов’язкове поле' }],
  [{ title: 'а', items: [{ count: 1 }, { count: null }] }, { 'items.1.count': 'Обов’язкове поле' }],
])('%j is answered with %j', (values, errors) => {
  expect(check(schema, values, 'ua').errors).toEqual(errors);
});

test('what is right comes back parsed', () => {
  expect(check(schema, { title: ' а ', phone: '067 123 45 67', category: '' }, 'ua').values).toEqual({
    title: 'а',
    phone: '380671234567',
  });
});

test('only what was changed is sent', () => {
  const start = { title: 'а', note: '', tags: ['x'] };
  const now = { title: 'а', note: 'б', tags: ['x'] };
  expect(changedNames(start, now)).toEqual(['note']);
  expect(onlyChanged(start, now, { title: 'а', note: 'б', tags: ['x'] })).toEqual({ note: 'б' });
  expect(changedNames(start, { ...start, tags: ['x', 'y'] })).toEqual(['tags']);
});

test('details of the server find their fields', () => {
  expect(
    fieldErrors([
      { path: 'email', message: 'a' },
      { path: ['items', 0, 'count'], message: 'b' },
      { path: 'body.title', message: 'c' },
      { path: '/body/note', message: 'd' },
      { product_variant_id: '1', wanted: 2 },
    ]),
  ).toEqual({ email: 'a', 'items.0.count': 'b', title: 'c', note: 'd' });
});

test.each([
  ['title', 'title'],
  ['project.title', 'title'],
  ['items.0.count', 'items.0.count'],
  ['project.unknown', null],
  ['unknown', null],
])('the path %s is the field %s', (path, field) => {
  expect(fieldOf(path, (name) => ['title', 'items'].includes(name))).toBe(field);
});

test('the current entity is found beside the error or in its details', () => {
  const entity = { title: 'б', version: 2 };
  expect(currentEntity({ code: 'common.stale', current: entity })).toEqual(entity);
  expect(currentEntity({ code: 'common.stale', details: [{ current: entity }] })).toEqual(entity);
  expect(currentEntity({ code: 'common.stale', details: [] })).toBeNull();
});
