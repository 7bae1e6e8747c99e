import { catalogErrors } from '@lanka/domain/catalog/errors';
import { isValueOfType, type MergeKeep, mergedValue } from '@lanka/domain/catalog/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { lockLevels } from '../stock';
import { loadProducts } from './bulk.store';
import {
  deletedWithBoth,
  type LockedColumn,
  lockProductsOf,
  productsWithBoth,
  queueProductsOf,
} from './column-edit.store';
import { Columns } from './columns';
import { type OptionState, type ProductState, settle, type ValueState } from './model';
import { saveProduct } from './products.store';

/** Each is written by itself: more of them are merged in portions, by taking one of the columns away where it is idle. */
const MOST = 300;
/** So many contradictions are told; the rest are of the same kind. */
const SHOWN = 5;

/** As the form allows. */
const MAX_VALUE = 120;

interface Contradiction {
  readonly name: string;
  readonly from: string;
  readonly into: string;
}

/**
 * Makes one option of the two in products that use both columns, before the rest of the products are moved. A modification
 * keeps the value that it has; where it has two that differ, `keep` says which, and without it they are told.
 * Answers the products that were changed.
 * @throws catalog.column_contradicts, catalog.column_beside, catalog.duplicate_combination, catalog.value_not_number
 */
export async function mergeWithin(
  tx: Tx,
  scope: ProjectScope,
  from: LockedColumn,
  into: LockedColumn,
  keep: MergeKeep | undefined,
): Promise<string[]> {
  const ids = await productsWithBoth(tx, scope, from.id, into.id);
  if (ids.length > MOST) throw catalogErrors.too_many_to_merge({ path: 'into', count: ids.length, allowed: MOST });
  // all products, then all levels, each in the order of their keys, as everybody locks them
  await lockProductsOf(tx, scope, from.id);
  await queueProductsOf(tx, scope, from.id);
  const states = await loadProducts(tx, scope, ids, false);
  await lockLevels(
    tx,
    scope,
    [...states.values()].flatMap(({ variants }) => variants.map(({ id }) => id)),
  );
  const found: Contradiction[] = [];
  const merged = [...states.values()].map((before) => {
    const after = structuredClone(before);
    mergeOptions(after, from, into, keep, (one) => found.push(one));
    return { before, after };
  });
  if (found.length > 0 && keep === undefined) throw contradicts(found);
  for (const { before, after } of merged) {
    settle(before, after, () => '');
    await saveProduct(tx, scope, before, after, new Columns(), () => '');
  }
  await deletedWithBoth(tx, scope, from, into);
  return ids;
}

const contradicts = (found: readonly Contradiction[]) => {
  const shown = found.slice(0, SHOWN).map(({ name, from, into }) => `${name}: «${from}» – «${into}»`);
  const examples = `${shown.join('; ')}${found.length > SHOWN ? '; …' : ''}`;
  return catalogErrors.column_contradicts({ path: 'keep', count: found.length, examples });
};

function mergeOptions(
  state: ProductState,
  from: LockedColumn,
  into: LockedColumn,
  keep: MergeKeep | undefined,
  tell: (contradiction: Contradiction) => void,
): void {
  const [gone, stays] = [from, into].map(({ id }) => state.options.find(({ column_id }) => column_id === id));
  if (!gone || !stays) return;
  const ownOf = ({ values }: OptionState, own: readonly string[]) => values.find(({ id }) => own.includes(id));
  // worked out first: what a modification has is not to change under the next one
  const given = state.variants.map((variant) => ({
    variant,
    left: ownOf(gone, variant.value_ids),
    right: ownOf(stays, variant.value_ids),
  }));
  for (const { variant, left, right } of given) {
    if (!left) continue;
    const { value, differs } = mergedValue(left.value, right?.value, into.value_type, keep);
    if (differs) tell({ name: `${state.name}, ${variant.name}`, from: left.value, into: right?.value ?? '' });
    const target = valueIn(stays, value, into);
    variant.value_ids = [...variant.value_ids.filter((id) => id !== left.id && id !== right?.id), target.id];
  }
  // values that no modification has are offered on in the option that stays
  for (const { value } of gone.values) valueIn(stays, value, into);
  stays.show_in_name ||= gone.show_in_name;
  state.options = state.options.filter(({ id }) => id !== gone.id);
}

/** The value of the option, which is added where it is not there. */
function valueIn(option: OptionState, value: string, { name, value_type }: LockedColumn): ValueState {
  const known = option.values.find((one) => one.value.toLowerCase() === value.toLowerCase());
  if (known) return known;
  if (value.length > MAX_VALUE) throw catalogErrors.value_too_long({ path: 'keep', value, allowed: MAX_VALUE });
  if (!isValueOfType(value, value_type)) throw catalogErrors.value_not_number({ path: 'keep', value, option: name });
  const position = Math.max(-1, ...option.values.map((one) => one.position)) + 1;
  const made = { id: newId(), value, position };
  option.values.push(made);
  return made;
}
