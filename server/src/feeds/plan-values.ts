import { combinationKey, MAX_OPTIONS, type OptionValue } from '@lanka/domain/catalog/rules';
import { FALLBACK_OPTION, type NamedValue, type VariantOptions } from '@lanka/domain/feeds/groups';
import { type ProductState, type VariantState, valuesOf } from '../catalog';
import type { KindTraits } from './kinds';
import type { PlanRow } from './plan-types';

const alike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const asValue = ({ name, value }: NamedValue): OptionValue => ({
  option: name.slice(0, 60).trim(),
  value: value.slice(0, 120).trim(),
});

/**
 * The values of each row's variant; null where they stay as they are. Options that a variant has and the file does
 * not tell apart (any more) are kept: a file with half of the variants must not take values away. No two variants
 * of the product get the same values.
 */
export function planValues(
  rows: readonly PlanRow[],
  before: ProductState | null,
  traits: KindTraits,
  names: VariantOptions,
): (OptionValue[] | null)[] {
  const known = new Map(before?.variants.map((variant) => [variant.id, variant]));
  const mine = new Set(rows.map(({ product_variant_id }) => product_variant_id));
  const taken = new Set<string>();
  for (const variant of known.values()) {
    if (before && !mine.has(variant.id)) taken.add(combinationKey(valuesOf(before, variant)));
  }
  return rows.map((row) => {
    const variant = row.product_variant_id === null ? undefined : known.get(row.product_variant_id);
    const current = before && variant ? valuesOf(before, variant) : [];
    let values = merge(wantedValues(row, traits, names), current);
    if (values.length > 0 && taken.has(combinationKey(values))) {
      values = [
        ...values.filter(({ option }) => !alike(option, FALLBACK_OPTION)).slice(0, MAX_OPTIONS - 1),
        { option: FALLBACK_OPTION, value: row.external_id.slice(0, 120).trim() },
      ];
    }
    const key = combinationKey(values);
    if (values.length > 0) taken.add(key);
    return key === combinationKey(current) && isWhole(variant, values) ? null : values;
  });
}

const isWhole = (variant: VariantState | undefined, values: readonly OptionValue[]): boolean =>
  variant ? variant.value_ids.length === values.length : values.length === 0;

function wantedValues({ external_id, offer }: PlanRow, traits: KindTraits, names: VariantOptions): OptionValue[] {
  const told = names.by_offer.get(external_id) ?? [];
  const fallback = told.filter(({ name }) => name === FALLBACK_OPTION);
  const own = traits.explicit_options ? offer.options : told.filter(({ name }) => name !== FALLBACK_OPTION);
  const values: OptionValue[] = [];
  for (const one of own.map(asValue)) {
    const repeated = values.some(({ option }) => alike(option, one.option));
    if (one.option !== '' && one.value !== '' && !repeated) values.push(one);
  }
  return [...values.slice(0, MAX_OPTIONS - 1), ...fallback.map(asValue)];
}

/** The file's values, with those it does not speak of. What was once made up to tell variants apart stays. */
function merge(wanted: readonly OptionValue[], current: readonly OptionValue[]): OptionValue[] {
  const old = current.find(({ option }) => option === FALLBACK_OPTION);
  const told = wanted.map((one) => (one.option === FALLBACK_OPTION && old ? old : one));
  return [...told, ...current.filter(({ option }) => !told.some((one) => alike(one.option, option)))].slice(
    0,
    MAX_OPTIONS,
  );
}
