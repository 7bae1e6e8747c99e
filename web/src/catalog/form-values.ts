/** What the product form holds, and how it becomes the body of a call. Pure, so that it can be tested alone. */
import {
  type CreateProductBody,
  type Product,
  productFields,
  type UpdateProductBody,
  ValueInput,
  ValueType,
} from '@lanka/domain/catalog/entities';
import {
  combinationKey,
  combinations,
  countCombinations,
  MAX_OPTIONS,
  MAX_PLACE,
  MAX_VALUES,
  MAX_VARIANTS,
  type OptionValue,
  variantName,
} from '@lanka/domain/catalog/rules';
import { MAX_STOCK } from '@lanka/domain/kit/bounds';
import type { Locale } from '@lanka/domain/kit/errors';
import { requiredText, text } from '@lanka/domain/kit/ids';
import { Price } from '@lanka/domain/kit/money';
import { hasSize, SIDES, Side, sidesBy } from '@lanka/domain/kit/size';
import { FurtherPrices } from '@lanka/domain/price_levels/contract';
import { type FurtherPrice, inPriceOrder, samePrices } from '@lanka/domain/price_levels/rules';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { isEmptyValue } from '@lanka/domain/templates/rules';
import { z } from 'zod';
import { changedFields, fieldsPart, filledFields, ofSet, startValues } from '../templates';

/** An emptied number input holds '' or null. */
const blank = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? null : value), schema);

const OptionRow = z.object({
  id: z.string().optional(),
  key: z.string(),
  name: requiredText(60),
  value_type: ValueType,
  show_in_name: z.boolean(),
  values: z.array(requiredText(120)).max(MAX_VALUES),
});
export type OptionRow = z.output<typeof OptionRow>;

/** Values of additional fields, by key. */
const Fields = z.record(z.string(), z.unknown());

const VariantRow = z.object({
  id: z.string().optional(),
  key: z.string(),
  name: text(300),
  sku: text(100),
  barcode: blank(text(60).nullable()),
  price: blank(Price.nullable()),
  recommended_price: blank(Price.nullable()),
  prices: FurtherPrices,
  weight: blank(z.int().min(0).max(10_000_000).nullable()),
  ...sidesBy(() => blank(Side.nullable())),
  place: text(MAX_PLACE),
  minimum: blank(z.int().min(0).max(MAX_STOCK).nullable()),
  /** Only for rows that do not exist yet. */
  actual: blank(z.int().min(0).max(MAX_STOCK).nullable()),
  values: z.array(ValueInput),
  fields: Fields,
});
export type VariantRow = z.output<typeof VariantRow>;

export const ProductForm = z.object({
  ...productFields,
  category_id: blank(productFields.category_id),
  fields: Fields,
  options: z.array(OptionRow).max(MAX_OPTIONS),
  variants: z.array(VariantRow).max(MAX_VARIANTS),
});
export type ProductForm = z.output<typeof ProductForm>;

/** With the fields of the project; a new product has to fill in those that are required. */
export function productForm(templates: readonly TemplateField[], isNew: boolean, locale: Locale): typeof ProductForm {
  const ofVariant = fieldsPart(ofSet(templates, 'product_modification'), false, locale);
  return ProductForm.extend({
    fields: fieldsPart(ofSet(templates, 'product'), isNew, locale),
    variants: z.array(VariantRow.extend({ fields: ofVariant })).max(MAX_VARIANTS),
  });
}

let counter = 0;
const newKey = (): string => {
  counter += 1;
  return `new-${counter}`;
};

export const newOption = (name = ''): OptionRow => ({
  key: newKey(),
  name,
  value_type: 'text',
  show_in_name: true,
  values: [],
});

export const newRow = (values: OptionValue[] = [], like?: VariantRow): VariantRow => ({
  key: newKey(),
  name: '',
  sku: '',
  barcode: '',
  price: like?.price ?? null,
  recommended_price: like?.recommended_price ?? null,
  prices: like?.prices ?? [],
  weight: like?.weight ?? null,
  ...sidesBy((side) => like?.[side] ?? null),
  place: like?.place ?? '',
  minimum: like?.minimum ?? null,
  actual: null,
  values,
  fields: {},
});

/** `unit`: what new goods are counted in. */
export const emptyForm = (templates: readonly TemplateField[], unit: string): ProductForm => ({
  ...{ name: '', description: '', tags: [], vendor: '', unit, tracked: true, category_id: null },
  fields: startValues(ofSet(templates, 'product'), null),
  options: [],
  variants: [newRow()],
});

export function formOf(product: Product): ProductForm {
  const { name, description, tags, vendor, unit, tracked, category_id } = product;
  return {
    ...{ name, description, tags, vendor, unit, tracked, category_id },
    fields: { ...product.fields },
    options: product.options.map((option) => ({
      ...{ id: option.id, key: option.id, name: option.name },
      ...{ value_type: option.value_type, show_in_name: option.show_in_name },
      values: option.values.map(({ value }) => value),
    })),
    variants: product.variants.map((variant) => ({
      ...{ id: variant.id, key: variant.id, sku: variant.sku, barcode: variant.barcode ?? '' },
      name: variant.name_given ? variant.name : '',
      ...{ price: variant.price, recommended_price: variant.recommended_price, weight: variant.weight },
      ...sidesBy((side) => variant[side]),
      prices: inPriceOrder(variant.prices),
      ...{ place: variant.place, minimum: variant.minimum },
      actual: null,
      values: variant.values,
      fields: { ...variant.fields },
    })),
  };
}

/** What a piece costs by the level, whatever the count; null: no price of its own. */
export const levelPriceOf = (prices: readonly FurtherPrice[], level: string): number | null =>
  prices.find(({ price_level_id, from_count }) => price_level_id === level && from_count === 1)?.price ?? null;

export function withLevelPrice(prices: readonly FurtherPrice[], level: string, price: number | null): FurtherPrice[] {
  const others = prices.filter(({ price_level_id, from_count }) => price_level_id !== level || from_count !== 1);
  return price === null ? others : inPriceOrder([...others, { price_level_id: level, from_count: 1, price }]);
}

const named = (options: readonly OptionRow[]) => options.filter(({ name }) => name.trim() !== '');

/** How many variants the options make, and whether that is too many. */
export const combinationCount = (options: readonly OptionRow[]): number => countCombinations(named(options));

/** Combinations of the values that no row has yet. Empty when there are too many to make. */
export function missingCombinations(options: readonly OptionRow[], rows: readonly VariantRow[]): OptionValue[][] {
  if (combinationCount(options) > MAX_VARIANTS) return [];
  const known = new Set(rows.map(({ values }) => combinationKey(values)));
  return combinations(named(options)).filter((combination) => !known.has(combinationKey(combination)));
}

const includes = (combination: readonly OptionValue[], part: readonly OptionValue[]): boolean =>
  part.every(({ option, value }) => combination.some((one) => one.option === option && one.value === value));

/**
 * The rows of a new product: exactly one for each combination. What was typed stays with its combination; a new
 * one takes prices and weight from the row it grew out of.
 */
export function rowsFor(options: readonly OptionRow[], rows: readonly VariantRow[]): VariantRow[] {
  if (combinationCount(options) > MAX_VARIANTS) return [...rows];
  const wanted = combinations(named(options));
  if (wanted.length === 0) return [newRow([], rows[0])];
  const known = new Map(rows.map((row) => [combinationKey(row.values), row]));
  return wanted.map((combination) => {
    const same = known.get(combinationKey(combination));
    return same ?? newRow(combination, rows.find(({ values }) => includes(combination, values)) ?? rows[0]);
  });
}

/** Adds what is missing to the rows of a known product. A single row without values becomes the first combination. */
export function withMissing(options: readonly OptionRow[], rows: readonly VariantRow[]): VariantRow[] {
  const [first, ...missing] = missingCombinations(options, rows);
  if (!first) return [...rows];
  const only = rows.length === 1 ? rows[0] : undefined;
  if (only && only.values.length === 0)
    return [{ ...only, values: first }, ...missing.map((values) => newRow(values, only))];
  return [...rows, ...[first, ...missing].map((values) => newRow(values, rows[0]))];
}

/** After an option was renamed, the rows' values follow. */
export const renameOption = (rows: readonly VariantRow[], from: string, to: string): VariantRow[] =>
  rows.map((row) => ({
    ...row,
    values: row.values.map((value) => (value.option === from ? { ...value, option: to } : value)),
  }));

export const isUsed = (rows: readonly VariantRow[], option: string, value: string): boolean =>
  rows.some(({ id, values }) => id !== undefined && values.some((one) => one.option === option && one.value === value));

/** What a row is called while nobody gave it a name. */
export const rowTitle = (options: readonly OptionRow[], row: VariantRow): string =>
  row.name || variantName(options, row.values);

const isEmptyRow = (row: VariantRow): boolean =>
  row.values.length === 0 &&
  !row.name &&
  !row.sku &&
  !row.barcode &&
  row.price === null &&
  row.recommended_price === null &&
  row.prices.length === 0 &&
  row.weight === null &&
  !hasSize(row) &&
  Object.values(row.fields).every(isEmptyValue) &&
  !row.place &&
  row.minimum === null &&
  !row.actual;

/** A product without options has one variant; it is called as the product unless somebody says otherwise. */
const nameFor = (row: VariantRow, productName: string): string =>
  row.name || (row.values.length === 0 ? productName : '');

function newVariant(row: VariantRow, productName: string) {
  const { id: _, key: __, actual, fields, weight, length, width, height, ...plain } = row;
  const size = { length, width, height };
  const filled = filledFields(fields);
  return {
    ...plain,
    name: nameFor(row, productName),
    // an empty weight or size is that of the general settings
    ...(weight === null ? {} : { weight }),
    ...(hasSize(size) ? size : {}),
    ...(actual ? { actual } : {}),
    ...(filled ? { fields: filled } : {}),
  };
}

export function toCreateBody(form: ProductForm): CreateProductBody {
  const fields = filledFields(form.fields);
  return {
    ...(fields ? { fields } : {}),
    ...{
      name: form.name,
      description: form.description,
      tags: form.tags,
      vendor: form.vendor,
      unit: form.unit,
      tracked: form.tracked,
      category_id: form.category_id,
    },
    options: form.options.map(({ id: _, key: __, ...option }) => option),
    variants: form.variants.filter((row) => !isEmptyRow(row)).map((row) => newVariant(row, form.name)),
  };
}

const ROW_FIELDS = [
  'name',
  'sku',
  'barcode',
  'price',
  'recommended_price',
  'prices',
  'weight',
  ...SIDES,
  'place',
  'minimum',
  'values',
] as const;
const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a || null) !== JSON.stringify(b || null);

/** Only what was changed since `base`: fields, options as a whole, and of each variant its changed fields. */
export function toPatch(base: ProductForm, form: ProductForm): UpdateProductBody {
  const body: UpdateProductBody = {};
  if (form.name !== base.name) body.name = form.name;
  if (form.description !== base.description) body.description = form.description;
  if (form.vendor !== base.vendor) body.vendor = form.vendor;
  if (form.unit !== base.unit) body.unit = form.unit;
  if (form.tracked !== base.tracked) body.tracked = form.tracked;
  if (form.category_id !== base.category_id) body.category_id = form.category_id;
  if (differs(form.tags, base.tags)) body.tags = form.tags;
  const fields = changedFields(base.fields, form.fields);
  if (fields) body.fields = fields;
  const plain = (options: readonly OptionRow[]) => options.map(({ key: _, values: __, ...option }) => option);
  if (differs(plain(form.options), plain(base.options))) body.options = plain(form.options);
  const old = new Map(base.variants.map((row) => [row.id, row]));
  const rows = form.variants.flatMap((row): NonNullable<UpdateProductBody['variants']> => {
    if (row.id === undefined) return isEmptyRow(row) ? [] : [newVariant(row, form.name)];
    const before = old.get(row.id);
    const changed = ROW_FIELDS.filter((field) =>
      field === 'prices'
        ? !before || !samePrices(before.prices, row.prices)
        : !before || differs(before[field], row[field]),
    );
    const given = changedFields(before?.fields ?? {}, row.fields);
    return changed.length === 0 && !given
      ? []
      : [
          {
            id: row.id,
            ...Object.fromEntries(changed.map((field) => [field, row[field]])),
            ...(given ? { fields: given } : {}),
          },
        ];
  });
  if (rows.length > 0) body.variants = rows;
  const left = new Set(form.variants.map(({ id }) => id));
  const gone = base.variants.flatMap(({ id }) => (id !== undefined && !left.has(id) ? [id] : []));
  if (gone.length > 0) body.remove_variants = gone;
  return body;
}

/** The place in the form of each row that `toPatch` sends: errors name the place in the request. */
export function sentRows(base: ProductForm, form: ProductForm): number[] {
  const sent = toPatch(base, form).variants ?? [];
  const ids = new Set(sent.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return form.variants.flatMap((row, i) =>
    row.id === undefined ? (isEmptyRow(row) ? [] : [i]) : ids.has(row.id) ? [i] : [],
  );
}
