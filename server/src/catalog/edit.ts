import type { CreateProductBody, UpdateProductBody, VariantInput } from '@lanka/domain/catalog/entities';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { publishProblems, publishProblemText } from '@lanka/domain/catalog/rules';
import { common, DomainError, type Locale } from '@lanka/domain/kit/errors';
import { NO_SIZE, SIDES } from '@lanka/domain/kit/size';
import { DEFAULT_UNIT, unitOf } from '@lanka/domain/kit/units';
import type { MainInfo } from '@lanka/domain/templates/main_info';
import { holdCategories } from '../categories';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { refuseStale } from '../kit/http/stale';
import { holdLevels } from '../price_levels';
import { changeMany, lockLevels } from '../stock';
import { type Templates, withFields } from '../templates';
import { Columns } from './columns';
import { holdColumns } from './columns.store';
import { assertPlaceFor } from './limits/limits';
import {
  addOption,
  addVariant,
  emptyProduct,
  type ProductState,
  patchVariant,
  replaceOptions,
  settle,
  type VariantState,
  variantOf,
} from './model';
import { lockProduct, saveProduct } from './products.store';

export interface Editing {
  readonly tx: Tx;
  readonly scope: ProjectScope;
  readonly locale: Locale;
  /** By which fields are checked; none where none are given. */
  readonly templates?: Templates;
  /** The units of the project, weight and size of new modifications that give none; where one of them is asked for. */
  readonly defaults?: Pick<MainInfo, 'units' | 'default_weight' | 'default_size'>;
  /** Held already, where the product is locked before it is changed. */
  readonly columns?: Columns;
}

/** Remembers which field of the request a variant came from, and how many pieces it starts with. */
export class Request {
  readonly paths = new Map<string, string>();
  readonly stock: { product_variant_id: string; counted: number }[] = [];
  pathOf = (variantId: string): string => this.paths.get(variantId) ?? '';

  constructor(
    private readonly editing: Pick<Editing, 'templates' | 'locale' | 'defaults'>,
    readonly columns: Columns,
  ) {}

  add(state: ProductState, { actual, fields, ...input }: VariantInput, path: string): string {
    const { default_weight = null, default_size = NO_SIZE } = this.editing.defaults ?? {};
    const weight = input.weight === undefined ? default_weight : input.weight;
    // a size is one thing: who gives a side has measured it
    const size = SIDES.some((side) => input[side] !== undefined) ? {} : default_size;
    const variant = addVariant(state, { ...input, weight, ...size }, this.columns, path);
    this.setFields(variant, fields, path, true);
    this.paths.set(variant.id, path);
    if (actual) this.stock.push({ product_variant_id: variant.id, counted: actual });
    return variant.id;
  }

  setFields(variant: VariantState, given: VariantInput['fields'], path: string, isNew = false): void {
    if (!isNew && !given) return;
    const { templates, locale } = this.editing;
    const check = { known: variant.fields, isNew, path: `${path}fields`, locale };
    variant.fields = withFields(templates?.product_modification, given, check);
  }
}

/** Refuses what may not be shown to dropshippers, naming each empty field (specification §5). */
export function requirePublishable(state: ProductState, locale: Locale, pathOf?: (variantId: string) => string): void {
  const problems = publishProblems(state.variants);
  if (problems.length === 0) return;
  throw catalogErrors.not_publishable(
    ...problems.map((problem) => {
      const given = problem.product_variant_id ? pathOf?.(problem.product_variant_id) : undefined;
      return {
        ...problem,
        ...(given === undefined ? {} : { path: `${given}${problem.field}` }),
        name: state.variants.find(({ id }) => id === problem.product_variant_id)?.name ?? '',
        message: publishProblemText(problem, locale),
      };
    }),
  );
}

const OURS = /^(catalog|stock)\./;

/** Puts the text of the error into each detail that names a field, so that a form can show it there. */
async function explained<T>(locale: Locale, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || !OURS.test(error.code)) throw error;
    const { code, text } = error;
    const details = error.details.map((detail) =>
      'path' in detail && !('message' in detail)
        ? {
            ...detail,
            code: code.replace(OURS, ''),
            message: new DomainError(code, text, [detail]).message_in(locale),
          }
        : detail,
    );
    throw new DomainError(code, text, details);
  }
}

async function save(
  { tx, scope, locale }: Editing,
  before: ProductState | null,
  after: ProductState,
  request: Request,
): Promise<void> {
  settle(before, after, request.pathOf);
  if (after.published) {
    if (after.variants.length === 0 && before && before.variants.length > 0) throw catalogErrors.last_variant();
    requirePublishable(after, locale, request.pathOf);
  }
  await assertPlaceFor(tx, scope, {
    products: before ? 0 : 1,
    // one that goes makes place for one that comes
    product_variants: after.variants.length - (before?.variants.length ?? 0),
  });
  if (before?.tracked && !after.tracked) await emptyShelf(tx, scope, before, locale);
  await saveProduct(tx, scope, before, after, request.columns, request.pathOf);
  if (request.stock.length > 0) {
    const comment = locale === 'ua' ? 'Початковий залишок' : 'Initial stock';
    const ref = { kind: 'product', id: after.id };
    const { refused } = await changeMany(tx, scope, request.stock, { kind: 'correction', comment, ref });
    for (const [id, { code, text, details }] of refused) {
      const path = `${request.pathOf(id)}actual`;
      throw new DomainError(
        code,
        text,
        details.map((detail) => ({ ...detail, path })),
      );
    }
  }
}

/** The stock of the product is not counted any more: what lies on the shelf is written off. @throws catalog.tracked_busy */
async function emptyShelf(tx: Tx, scope: ProjectScope, { variants }: ProductState, locale: Locale): Promise<void> {
  const levels = await lockLevels(
    tx,
    scope,
    variants.map(({ id }) => id),
  );
  const booked = [...levels.values()].reduce((total, level) => total + level.booked + (level.waiting ?? 0), 0);
  if (booked > 0) throw catalogErrors.tracked_busy({ path: 'tracked', booked });
  const left = [...levels].flatMap(([product_variant_id, { actual }]) =>
    actual > 0 ? [{ product_variant_id, counted: 0 }] : [],
  );
  const comment = locale === 'ua' ? 'Облік залишку вимкнено' : 'The stock is not counted any more';
  await changeMany(tx, scope, left, { kind: 'correction', comment });
}

interface NamesColumns {
  readonly options?: readonly { readonly name: string }[] | undefined;
  readonly variants?: readonly Pick<VariantInput, 'values'>[] | undefined;
}

/** The columns that the options and the values of a request name, held before the product is locked. */
export function columnsIn({ tx, scope }: Editing, { options = [], variants = [] }: NamesColumns): Promise<Columns> {
  const values = variants.flatMap((variant) => variant.values ?? []);
  return holdColumns(tx, scope, [...options.map(({ name }) => name), ...values.map(({ option }) => option)]);
}

/** A new product as it is asked for, hidden. */
export function newProduct(
  editing: Editing,
  { name, options = [], variants = [], fields: given, ...fields }: CreateProductBody,
  place: Partial<Pick<ProductState, 'category_id' | 'category_path'>>,
  request: Request,
): ProductState {
  const [unit = DEFAULT_UNIT] = editing.defaults?.units ?? [];
  const state = emptyProduct(newId(), name, unit);
  assignGiven(state, { ...fields, ...unitIn(editing, state, fields) });
  Object.assign(state, place);
  const { templates, locale } = editing;
  state.fields = withFields(templates?.product, given, { isNew: true, locale });
  options.forEach((option, i) => {
    addOption(state, option, request.columns, `options.${i}.name`, `options.${i}.value_type`);
  });
  variants.forEach((variant, i) => {
    request.add(state, variant, `variants.${i}.`);
  });
  return state;
}

/** Creates a product with its options and variants, hidden. Answers its id. */
export function createProduct(editing: Editing, body: CreateProductBody): Promise<string> {
  return explained(editing.locale, async () => {
    const columns = await columnsIn(editing, body);
    const place = await placeOf(editing, body.category_id);
    await holdPriceLevels(editing, body.variants ?? [], (i) => `variants.${i}.`);
    const request = new Request(editing, columns);
    const state = newProduct(editing, body, place, request);
    await save(editing, null, state, request);
    return state.id;
  });
}

/**
 * What the product carries of the category that it is put into, which stays what it is until the change is done; asked
 * before the product is locked, as changes of the tree do it. @throws catalog.category_not_found
 */
async function placeOf({ tx, scope }: Editing, id: string | null | undefined) {
  if (id === undefined) return {};
  const [category] = id === null ? [] : await holdCategories(tx, scope, [id]);
  if (id !== null && !category) throw catalogErrors.category_not_found({ path: 'category_id' });
  return { category_id: category?.id ?? null, category_path: category?.path ?? '' };
}

/**
 * The levels that these prices name stay until the change is done; asked before the product is locked, as whoever deletes
 * a level does it. @throws catalog.price_level_not_found
 */
export async function holdPriceLevels(
  { tx, scope }: Pick<Editing, 'tx' | 'scope'>,
  variants: readonly Pick<VariantInput, 'prices'>[],
  pathOf: (i: number) => string = () => '',
): Promise<void> {
  const named = variants.flatMap(({ prices = [] }, i) =>
    prices.flatMap(({ price_level_id: id }, at) =>
      id === null ? [] : [{ id, path: `${pathOf(i)}prices.${at}.price_level_id` }],
    ),
  );
  const held = await holdLevels(tx, scope, [...new Set(named.map(({ id }) => id))]);
  const known = new Set(held.map(({ id }) => id));
  const unknown = named.filter(({ id }) => !known.has(id));
  if (unknown.length > 0)
    throw catalogErrors.price_level_not_found(...unknown.map(({ id, path }) => ({ path, price_level_id: id })));
}

/** The unit as the project writes it; a product keeps the one that it has. @throws catalog.unit_unknown */
function unitIn({ defaults }: Editing, state: ProductState, { unit: wanted }: { unit?: string | undefined }) {
  if (wanted === undefined) return {};
  const units = defaults?.units ?? [];
  const unit = unitOf([state.unit, ...units], wanted);
  if (unit === undefined) throw catalogErrors.unit_unknown({ path: 'unit', unit: wanted, allowed: units.join(', ') });
  return { unit };
}

function assignGiven(
  state: ProductState,
  fields: Partial<Pick<ProductState, 'name' | 'description' | 'tags' | 'vendor' | 'unit' | 'tracked'>>,
) {
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) Object.assign(state, { [key]: value });
}

/** Changes a product; `stale` is called when the asker's version is not the one that is stored. */
export function updateProduct(
  editing: Editing,
  id: string,
  body: UpdateProductBody,
  if_match: number | undefined,
  current: () => Promise<object>,
): Promise<void> {
  return explained(editing.locale, async () => {
    const touches = body.options !== undefined || body.variants?.some(({ values }) => values !== undefined);
    const columns = touches ? await columnsIn(editing, body) : new Columns();
    const place = await placeOf(editing, body.category_id);
    await holdPriceLevels(editing, body.variants ?? [], (i) => `variants.${i}.`);
    const before = await lockProduct(editing.tx, editing.scope, id);
    await refuseStale(if_match, before.version, current);
    const { options, variants = [], remove_variants = [], fields: given, ...fields } = body;
    const state = structuredClone(before);
    const request = new Request(editing, columns);
    assignGiven(state, { ...fields, ...unitIn(editing, state, fields) });
    Object.assign(state, place);
    const { templates, locale } = editing;
    if (given) state.fields = withFields(templates?.product, given, { known: before.fields, locale });
    if (options) replaceOptions(state, options, columns);
    const gone = new Set(remove_variants.map((variantId) => variantOf(state, variantId).id));
    state.variants = state.variants.filter((variant) => !gone.has(variant.id));
    variants.forEach(({ id: variantId, ...input }, i) => {
      const path = `variants.${i}.`;
      if (variantId === undefined) {
        request.add(state, input, path);
        return;
      }
      patchKnown(state, variantId, input, path, editing.locale, request);
      request.paths.set(variantId, path);
    });
    await save(editing, before, state, request);
  });
}

function patchKnown(
  state: ProductState,
  id: string,
  { actual, fields, ...input }: VariantInput,
  path: string,
  locale: Locale,
  request: Request,
) {
  if (actual !== undefined) {
    const message =
      locale === 'ua'
        ? 'Залишок наявної модифікації змінюють окремо'
        : 'The stock of an existing modification is changed separately';
    throw common.invalid({ path: `${path}actual`, code: 'not_allowed', message });
  }
  const variant = variantOf(state, id);
  // an empty price field means changes are not saved (specification §5)
  if (input.price === null && variant.price !== null) {
    const message = locale === 'ua' ? 'Обов’язкове поле' : 'this field is required';
    throw common.invalid({ path: `${path}price`, code: 'required', message });
  }
  patchVariant(state, variant, input, request.columns, path);
  request.setFields(variant, fields, path);
}

/**
 * Any other change of one product: `change` edits the state and says what to answer. One of options or values says which
 * columns it `names`.
 */
export function changeProduct<T>(
  editing: Editing,
  id: string,
  change: (state: ProductState, columns: Columns) => T,
  names?: NamesColumns,
): Promise<T> {
  return explained(editing.locale, async () => {
    const columns = editing.columns ?? (names ? await columnsIn(editing, names) : new Columns());
    const before = await lockProduct(editing.tx, editing.scope, id);
    const state = structuredClone(before);
    const answer = change(state, columns);
    await save(editing, before, state, new Request(editing, columns));
    return answer;
  });
}

/** Adds one variant to a product. Answers its id. */
export function createVariant(editing: Editing, productId: string, input: VariantInput): Promise<string> {
  return explained(editing.locale, async () => {
    const columns = await columnsIn(editing, { variants: [input] });
    await holdPriceLevels(editing, [input]);
    const before = await lockProduct(editing.tx, editing.scope, productId);
    const state = structuredClone(before);
    const request = new Request(editing, columns);
    const id = request.add(state, input, '');
    await save(editing, before, state, request);
    return id;
  });
}
