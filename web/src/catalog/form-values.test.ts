import { CreateProductBody, type Product, UpdateProductBody } from '@lanka/domain/catalog/entities';
import { describe, expect, it } from 'vitest';
import {
  emptyForm,
  formOf,
  isUsed,
  levelPriceOf,
  missingCombinations,
  newOption,
  newRow,
  type OptionRow,
  ProductForm,
  renameOption,
  rowsFor,
  sentRows,
  toCreateBody,
  toPatch,
  withLevelPrice,
  withMissing,
} from './form-values';

const option = (name: string, ...values: string[]): OptionRow => ({ ...newOption(name), values });
const size = option('Розмір', 'S', 'M');
const titles = (rows: readonly { values: readonly { value: string }[] }[]) =>
  rows.map(({ values }) => values.map(({ value }) => value).join(' '));

const variant = (id: string, value: string) => ({
  ...{ id, product_id: 'p', name: value, name_given: false, sku: '', barcode: null, description: '' },
  ...{
    price: 100,
    prices: [{ price_level_id: null, from_count: 5, price: 90 }],
    recommended_price: null,
    weight: null,
    thumbnail_url: null,
    position: 0,
    version: 1,
  },
  ...{ actual: 1, booked: 0, available: 1, created_at: '', updated_at: '' },
  values: [{ option: 'Розмір', value }],
});
const ID = '0190a0f0-0000-7000-8000-00000000000';
const product = {
  ...{ name: 'Плаття', description: '', tags: ['літо'], vendor: '' },
  options: [
    {
      ...{ id: `${ID}1`, product_id: 'p', name: 'Розмір', value_type: 'text', show_in_name: true, position: 0 },
      values: [{ id: 'v', option_id: 'o', value: 'S', position: 0 }],
    },
  ],
  variants: [variant(`${ID}2`, 'S'), variant(`${ID}3`, 'M')],
} as unknown as Product;

describe('rows of a new product', () => {
  it('are the combinations, and keep what was typed', () => {
    const simple = { ...newRow(), price: 500, sku: 'A' };
    const bySize = rowsFor([size], [simple]);
    expect(titles(bySize)).toEqual(['S', 'M']);
    expect(bySize.map(({ price, sku }) => [price, sku])).toEqual([
      [500, ''],
      [500, ''],
    ]);
    const typed = bySize.map((row, i) => ({ ...row, price: i + 1, barcode: `b${i}` }));
    const grown = rowsFor([size, option('Колір', 'білий', 'хакі')], typed);
    expect(titles(grown)).toEqual(['S білий', 'S хакі', 'M білий', 'M хакі']);
    expect(grown.map(({ price }) => price)).toEqual([1, 1, 2, 2]);
    expect(rowsFor([option('Розмір', 'S', 'M', 'L')], typed).map(({ barcode }) => barcode)).toEqual(['b0', 'b1', '']);
    expect(titles(rowsFor([], typed))).toEqual(['']);
  });

  it('stay as they are when there would be too many', () => {
    const many = Array.from({ length: 101 }, (_, i) => String(i));
    expect(rowsFor([option('A', ...many), option('B', ...many)], [newRow()])).toHaveLength(1);
  });
});

describe('creating', () => {
  it('needs only a name: an untouched row is no variant', () => {
    const body = toCreateBody({ ...emptyForm([], 'м'), name: 'Чашка' });
    expect(CreateProductBody.parse(body)).toMatchObject({ name: 'Чашка', unit: 'м', variants: [] });
  });
  it('calls the only variant as the product', () => {
    const form = ProductForm.parse({
      ...emptyForm([], 'шт'),
      name: 'Чашка',
      variants: [{ ...newRow(), price: 100, weight: '', actual: 5 }],
    });
    expect(CreateProductBody.parse(toCreateBody(form)).variants).toMatchObject([
      { name: 'Чашка', price: 100, actual: 5 },
    ]);
  });
});

describe('changing', () => {
  it('sends nothing when nothing changed', () => expect(toPatch(formOf(product), formOf(product))).toEqual({}));

  it('sends further prices as they shall be, and none that are only in another order', () => {
    const base = formOf(product);
    const [first, second] = base.variants;
    if (!first || !second) throw new Error('no rows');
    const priced = { ...first, prices: withLevelPrice(first.prices, ID, 70) };
    expect(levelPriceOf(priced.prices, ID)).toBe(70);
    expect(toPatch(base, { ...base, variants: [priced, second] }).variants).toEqual([
      { id: first.id, prices: [...first.prices, { price_level_id: ID, from_count: 1, price: 70 }] },
    ]);
    const turned = { ...base, variants: [{ ...priced, prices: [...priced.prices].reverse() }, second] };
    expect(toPatch({ ...base, variants: [priced, second] }, turned)).toEqual({});
    expect(withLevelPrice(priced.prices, ID, null)).toEqual(first.prices);
  });

  it('sends the changed fields of the changed rows, new rows and what is gone', () => {
    const base = formOf(product);
    const [first] = base.variants;
    if (!first) throw new Error('no row');
    const form = {
      ...base,
      vendor: 'Льон',
      unit: 'рулон',
      variants: [{ ...first, price: 200 }, newRow(), newRow([{ option: 'Розмір', value: 'L' }], first)],
    };
    const body = toPatch(base, form);
    expect(body).toMatchObject({
      vendor: 'Льон',
      unit: 'рулон',
      variants: [
        { id: `${ID}2`, price: 200 },
        { name: '', price: 100, values: [{ value: 'L' }] },
      ],
      remove_variants: [`${ID}3`],
    });
    expect(Object.keys(body.variants?.[0] ?? {})).toEqual(['id', 'price']);
    expect(Object.keys(body)).not.toContain('options');
    expect(sentRows(base, form)).toEqual([0, 2]);
    expect(UpdateProductBody.safeParse(body).error).toBeUndefined();
  });

  it('renames values with their option, and knows which are in use', () => {
    const base = formOf(product);
    const renamed = renameOption(base.variants, 'Розмір', 'Size');
    expect(renamed[0]?.values).toEqual([{ option: 'Size', value: 'S' }]);
    expect([isUsed(base.variants, 'Розмір', 'S'), isUsed(base.variants, 'Розмір', 'XL')]).toEqual([true, false]);
  });

  it('adds missing combinations; a lone row without values becomes the first', () => {
    const base = formOf(product);
    expect(missingCombinations([option('Розмір', 'S', 'M', 'L')], base.variants)).toEqual([
      [{ option: 'Розмір', value: 'L' }],
    ]);
    const lone = { ...newRow(), id: `${ID}9`, price: 70 };
    const rows = withMissing([size], [lone]);
    expect(titles(rows)).toEqual(['S', 'M']);
    expect(rows.map(({ id, price }) => [id, price])).toEqual([
      [`${ID}9`, 70],
      [undefined, 70],
    ]);
  });
});
