import { expect, it } from 'vitest';
import type { ProductState } from '../catalog';
import { takeParams } from './plan-params';
import type { Field, PlanRow } from './plan-types';

const field = (set: Field['set'], key: string, name: string, more: Partial<Field> = {}) =>
  ({ ...{ set, key, name, type: 'text', options: [], archived: false, required: false }, ...more }) as unknown as Field;
const TEMPLATES = {
  product: [
    field('product', 'fabric', 'Тканина', { type: 'select', options: ['Льон', 'Бавовна'] }),
    field('product', 'care', 'Догляд', { type: 'long_text' }),
  ],
  product_modification: [field('product_modification', 'bust', 'Обхват', { type: 'number' })],
};

type Params = Readonly<Record<string, string>>;
const rowOf = (params: Params, at: number, product_variant_id: string | null = null) =>
  ({
    ...{ id: String(at), number: at + 1, external_id: String(at), product_variant_id },
    offer: { options: Object.entries(params).map(([name, value]) => ({ name, value })), warnings: [] },
  }) as unknown as PlanRow;
const known = (fields: object, options: readonly string[] = []) =>
  ({
    ...{ fields, options: options.map((name) => ({ name })) },
    variants: [{ id: 'v', fields: { bust: 88.5 } }],
  }) as unknown as ProductState;

const taken = (rows: readonly PlanRow[], before: ProductState | null = null) => {
  const { rows: left, fieldColumns } = takeParams(rows, before, { templates: TEMPLATES, fieldColumns: new Map() });
  return {
    options: left.map(({ offer }) => offer.options.map(({ name }) => name).join()),
    columns: left.map(({ offer }) => offer.columns ?? {}),
    fields: [...fieldColumns].map(([name, { key }]) => `${name}: ${key}`),
  };
};

it('a parameter that is called like a field brings its value', () => {
  const rows = [
    rowOf({ Розмір: 'S', тканина: 'Льон', Обхват: '88,5' }, 0),
    rowOf({ Розмір: 'M', тканина: 'Льон', Обхват: '92' }, 1),
  ];
  expect(taken(rows)).toEqual({
    options: ['Розмір', 'Розмір'],
    columns: [
      { тканина: 'Льон', Обхват: '88,5' },
      { тканина: 'Льон', Обхват: '92' },
    ],
    fields: ['тканина: fabric', 'Обхват: bust'],
  });
});

it.each<[string, readonly Params[], readonly string[]]>([
  ['of the product, when the rows do not agree', [{ Тканина: 'Льон' }, { Тканина: 'Бавовна' }], ['Тканина', 'Тканина']],
  [
    'of a modification, when nothing else tells the rows apart',
    [{ Обхват: '88' }, { Обхват: '92' }],
    ['Обхват', 'Обхват'],
  ],
  ['whose field cannot have the value', [{ Тканина: 'Залізо' }], ['Тканина']],
  ['that was cut when the file was read', [{ Догляд: 'я'.repeat(500) }], ['Догляд']],
])('stays a parameter %s', (_, params, options) => {
  expect(taken(params.map((one, at) => rowOf(one, at)))).toEqual({
    ...{ options, columns: params.map(() => ({})), fields: [] },
  });
});

it('an option that the product has stays one', () => {
  expect(taken([rowOf({ Тканина: 'Льон' }, 0, 'v')], known({}, ['Тканина'])).options).toEqual(['Тканина']);
});

it('what the goods say already is told no more, however its lines are broken', () => {
  const row = rowOf({ Догляд: 'Прати руками. Не сушити', Обхват: '88,5', Тканина: 'Бавовна' }, 0, 'v');
  const before = known({ care: 'Прати руками.\n\nНе сушити', fabric: 'Льон' });
  expect(taken([row], before)).toEqual({
    ...{ options: [''], columns: [{ Тканина: 'Бавовна' }], fields: ['Тканина: fabric'] },
  });
});
