import type { OptionInput, UpdateProductBody, ValueType, VariantInput } from '@lanka/domain/catalog/entities';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import {
  columnKey,
  combinationLabel,
  isValueOfType,
  MAX_OPTIONS,
  MAX_VARIANTS,
  type OptionValue,
  repeatedCombinations,
  variantName,
} from '@lanka/domain/catalog/rules';
import { NO_SIZE, type Size } from '@lanka/domain/kit/size';
import { type FurtherPrice, inPriceOrder, samePrices } from '@lanka/domain/price_levels/rules';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { newId } from '../kit/db/ids';
import type { Column, Columns } from './columns';

/**
 * A product in memory: loaded whole under a lock, changed by the functions here, checked by `settle`, and written
 * as a difference (`products.store.ts`). Every change of options, values and variants goes this one way.
 */
export interface ValueState {
  readonly id: string;
  value: string;
  position: number;
}

export interface OptionState {
  readonly id: string;
  /** The attribute column of the project that it is; name and type are those of it. */
  column_id: string;
  name: string;
  value_type: ValueType;
  show_in_name: boolean;
  position: number;
  values: ValueState[];
}

export interface VariantState extends Size {
  readonly id: string;
  name: string;
  name_given: boolean;
  sku: string;
  barcode: string | null;
  /** Handed out by the project; nothing here changes it. */
  readonly internal_code: string | null;
  price: number | null;
  recommended_price: number | null;
  prices: FurtherPrice[];
  weight: number | null;
  description: string;
  place: string;
  minimum: number | null;
  /** Checked by `fields.ts` before they come here. */
  fields: StoredValues;
  value_ids: string[];
  position: number;
  version: number;
}

export interface ProductState {
  readonly id: string;
  name: string;
  description: string;
  tags: string[];
  vendor: string;
  unit: string;
  category_id: string | null;
  category_path: string;
  fields: StoredValues;
  published: boolean;
  tracked: boolean;
  readonly version: number;
  options: OptionState[];
  variants: VariantState[];
}

const alike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function emptyProduct(id: string, name: string, unit: string): ProductState {
  return {
    id,
    name,
    description: '',
    tags: [],
    vendor: '',
    unit,
    category_id: null,
    category_path: '',
    fields: {},
    published: false,
    tracked: true,
    version: 0,
    options: [],
    variants: [],
  };
}

export function valuesOf(state: ProductState, variant: VariantState): OptionValue[] {
  const own = new Set(variant.value_ids);
  return state.options.flatMap(({ name, values }) =>
    values.filter(({ id }) => own.has(id)).map(({ value }) => ({ option: name, value })),
  );
}

export function optionOf(state: ProductState, id: string): OptionState {
  const option = state.options.find((one) => one.id === id);
  if (!option) throw catalogErrors.option_not_found();
  return option;
}

export function variantOf(state: ProductState, id: string): VariantState {
  const variant = state.variants.find((one) => one.id === id);
  if (!variant) throw catalogErrors.variant_not_found({ product_variant_id: id });
  return variant;
}

export function addValue(option: OptionState, value: string, path = 'value'): ValueState {
  if (!isValueOfType(value, option.value_type))
    throw catalogErrors.value_not_number({ path, value, option: option.name });
  if (option.values.some((known) => alike(known.value, value))) throw catalogErrors.duplicate_value({ path, value });
  const added = { id: newId(), value, position: option.values.length };
  option.values.push(added);
  return added;
}

/** @throws catalog.column_type when the column has another type than the one that is asked for */
function columnOf(columns: Columns, name: string, type: ValueType | undefined, path: string): Column {
  const column = columns.of(name, type);
  if (type === undefined || column.value_type === type) return column;
  const words = { number: 'число', text: 'текст' };
  throw catalogErrors.column_type({
    path,
    name: column.name,
    type: column.value_type,
    type_ua: words[column.value_type],
  });
}

export function addOption(
  state: ProductState,
  input: OptionInput,
  columns: Columns,
  path = 'name',
  typePath = 'value_type',
): OptionState {
  const column = columnOf(columns, input.name, input.value_type, typePath);
  if (state.options.some(({ column_id }) => column_id === column.id))
    throw catalogErrors.duplicate_option({ path, name: input.name });
  if (state.options.length >= MAX_OPTIONS)
    throw catalogErrors.too_many_combinations({ count: MAX_OPTIONS + 1, allowed: MAX_OPTIONS });
  const option: OptionState = {
    id: newId(),
    ...{ column_id: column.id, name: column.name, value_type: column.value_type },
    show_in_name: input.show_in_name ?? true,
    position: state.options.length,
    values: [],
  };
  state.options.push(option);
  for (const value of input.values ?? []) addValue(option, value, path);
  return option;
}

/** The options as they shall be: known ones by id in this order, new ones added, the rest removed. */
export function replaceOptions(
  state: ProductState,
  wanted: NonNullable<UpdateProductBody['options']>,
  columns: Columns,
): void {
  const kept = wanted.map(({ id }) => (id === undefined ? null : optionOf(state, id)));
  for (const option of [...state.options]) if (!kept.includes(option)) removeOption(state, option.id);
  state.options = [];
  wanted.forEach((input, i) => {
    const known = kept[i];
    const path = `options.${i}.name`;
    if (!known) {
      addOption(state, input, columns, path, `options.${i}.value_type`);
      return;
    }
    setColumn(state, known, input, columns, `options.${i}.`);
    known.show_in_name = input.show_in_name ?? known.show_in_name;
    state.options.push(known);
  });
  renumber(state.options);
}

/** Lets an option be another column; its values have to fit there. The type of a column changes for the whole project. */
export function setColumn(
  state: ProductState,
  option: OptionState,
  { name = option.name, value_type }: Pick<Partial<OptionInput>, 'name' | 'value_type'>,
  columns: Columns,
  path = '',
): void {
  const isSame = name === option.name;
  const known = { id: option.column_id, name: option.name, value_type: option.value_type };
  const column =
    isSame && (value_type ?? known.value_type) === known.value_type
      ? known
      : columnOf(columns, name, value_type, `${path}value_type`);
  if (state.options.some((one) => one !== option && one.column_id === column.id))
    throw catalogErrors.duplicate_option({ path: `${path}name`, name });
  const wrong = option.values.find(({ value }) => !isValueOfType(value, column.value_type));
  if (wrong && column.id !== option.column_id)
    throw catalogErrors.value_not_number({ path: `${path}name`, value: wrong.value, option: column.name });
  Object.assign(option, { column_id: column.id, name: column.name, value_type: column.value_type });
}

export function removeOption(state: ProductState, id: string): void {
  const option = optionOf(state, id);
  const gone = new Set(option.values.map((value) => value.id));
  state.options = state.options.filter((one) => one !== option);
  renumber(state.options);
  for (const variant of state.variants) variant.value_ids = variant.value_ids.filter((value) => !gone.has(value));
  const [repeated] = repeatedRows(state);
  if (repeated) throw catalogErrors.option_in_use({ combination: repeated.combination, option: option.name });
  const bare = state.variants.filter(({ value_ids }) => value_ids.length === 0);
  if (gone.size > 0 && state.variants.length > 1 && bare.length > 1 && state.options.length === 0)
    throw catalogErrors.option_in_use({ combination: bare.map(({ name }) => name).join(', '), option: option.name });
}

export function renumber(list: { position: number }[]): void {
  list.forEach((one, i) => {
    one.position = i;
  });
}

/** Moves one entry to a place in its list; a place beyond the end is the end. */
export function moveTo<T extends { position: number }>(list: T[], one: T, position: number): T[] {
  const rest = list.filter((other) => other !== one);
  rest.splice(Math.min(position, rest.length), 0, one);
  renumber(rest);
  return rest;
}

const optionCalled = (state: ProductState, name: string): OptionState | undefined =>
  state.options.find((one) => one.name === name) ??
  state.options.find((one) => columnKey(one.name) === columnKey(name));

/** Gives the variant these values; options and values that do not exist yet are made. */
function setValues(
  state: ProductState,
  variant: VariantState,
  values: readonly OptionValue[],
  columns: Columns,
  path: string,
): void {
  const ids = new Map<string, string>();
  values.forEach(({ option: name, value }, i) => {
    const option = optionCalled(state, name) ?? addOption(state, { name }, columns, `${path}.${i}.option`);
    if (ids.has(option.id)) throw catalogErrors.duplicate_option({ path: `${path}.${i}.option`, name });
    const known = option.values.find((one) => alike(one.value, value)) ?? addValue(option, value, `${path}.${i}.value`);
    ids.set(option.id, known.id);
  });
  variant.value_ids = [...ids.values()];
}

type VariantFields = Omit<VariantInput, 'actual' | 'fields'>;

export function patchVariant(
  state: ProductState,
  variant: VariantState,
  patch: VariantFields,
  columns: Columns,
  path: string,
): void {
  const { name, values, prices, ...plain } = patch;
  for (const [key, value] of Object.entries(plain)) {
    if (value !== undefined && key in variant) Object.assign(variant, { [key]: value });
  }
  if (name !== undefined) {
    variant.name_given = name !== '';
    variant.name = name;
  }
  // the same ones in another order are no change
  if (prices && !samePrices(variant.prices, prices)) variant.prices = inPriceOrder(prices);
  if (values) setValues(state, variant, values, columns, `${path}values`);
}

export function addVariant(state: ProductState, input: VariantFields, columns: Columns, path: string): VariantState {
  const variant: VariantState = {
    id: newId(),
    name: '',
    name_given: false,
    sku: '',
    barcode: null,
    internal_code: null,
    price: null,
    recommended_price: null,
    prices: [],
    weight: null,
    ...NO_SIZE,
    description: '',
    place: '',
    minimum: null,
    fields: {},
    value_ids: [],
    position: Math.max(-1, ...state.variants.map(({ position }) => position)) + 1,
    version: 0,
  };
  patchVariant(state, variant, input, columns, path);
  state.variants.push(variant);
  if (state.variants.length > MAX_VARIANTS)
    throw catalogErrors.too_many_combinations({ count: state.variants.length, allowed: MAX_VARIANTS });
  return variant;
}

function repeatedRows(state: ProductState): { variant: VariantState; combination: string }[] {
  const rows = state.variants.map((variant) => ({ variant, values: valuesOf(state, variant) }));
  return repeatedCombinations(rows).flatMap(([i]) => {
    const row = rows[i];
    return row ? [{ variant: row.variant, combination: combinationLabel(row.values) }] : [];
  });
}

/**
 * After changes: makes the names that follow from values, and refuses two variants with the same values. Variants
 * that were alike before (an import found them so) are left in peace.
 */
export function settle(before: ProductState | null, state: ProductState, pathOf: (variantId: string) => string): void {
  const old = new Map(before?.variants.map(({ id, value_ids }) => [id, value_ids.join()]));
  const repeated = repeatedRows(state).filter(({ variant }) => old.get(variant.id) !== variant.value_ids.join());
  if (repeated.length > 0) {
    throw catalogErrors.duplicate_combination(
      ...repeated.map(({ variant, combination }) => ({
        path: `${pathOf(variant.id)}values`,
        product_variant_id: variant.id,
        combination,
      })),
    );
  }
  for (const variant of state.variants) {
    if (!variant.name_given) variant.name = variantName(state.options, valuesOf(state, variant));
  }
}
