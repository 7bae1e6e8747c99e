import { MAX_IMAGES, normaliseTags } from '@lanka/domain/catalog/rules';
import { groupTitle, type NamedValue } from '@lanka/domain/feeds/groups';
import { unitOf } from '@lanka/domain/kit/units';
import type { ProductState } from '../catalog';
import type { Changes, NewPicture, PlanContext, PlanGroup, RowPlan } from './plan-types';

const MAX_TAGS = 50;
const MAX_TAG = 40;
const MAX_DESCRIPTION = 20_000;
/** Of a long text a person needs to see only how it begins. */
const SHOWN_TEXT = 300;

type Fields = Pick<ProductState, 'name' | 'description' | 'tags' | 'vendor' | 'unit'>;

export interface FieldPlan {
  readonly fields: Fields;
  changes(): Changes;
  pictures(product_id: string, plans: readonly RowPlan[]): NewPicture[];
}

/** What the rows of a product tell of the product itself. */
export function planFields(
  group: PlanGroup,
  context: PlanContext,
  state: ProductState,
  common: readonly NamedValue[],
): FieldPlan {
  const { before, rows } = group;
  const offers = rows.map(({ offer }) => offer);
  const unit = offers.find((offer) => offer.unit)?.unit ?? '';
  const fields: Fields = {
    name: nameOf(group, context),
    description: descriptionOf(group, context, state, common) || state.description,
    tags: tagsOf(group, state.tags),
    vendor: (offers.find(({ vendor }) => vendor)?.vendor ?? state.vendor).slice(0, 120),
    unit: unitOf([state.unit, ...context.defaults.units], unit) ?? state.unit,
  };
  const fresh = newPictures(group, before ? context.pictures.get(before.id) : undefined);
  return {
    fields,
    changes() {
      const changes: Changes = {};
      if (!before) return changes;
      for (const field of ['name', 'description', 'vendor', 'unit'] as const) {
        if (before[field] === fields[field]) continue;
        changes[field] = { from: before[field].slice(0, SHOWN_TEXT), to: fields[field].slice(0, SHOWN_TEXT) };
      }
      const [from, to] = [before.tags.join(', '), fields.tags.join(', ')];
      if (from !== to) changes.tags = { from, to };
      const known = context.pictures.get(before.id)?.size ?? 0;
      if (fresh.size > 0) changes.images = { from: known, to: known + fresh.size };
      return changes;
    },
    pictures: (product_id, plans) =>
      [...fresh].map(([url, places]) => ({
        product_id,
        ...subjectOf(
          state,
          plans.map(({ product_variant_id }) => product_variant_id),
          places,
        ),
        url,
      })),
  };
}

type Subject = Pick<NewPicture, 'product_variant_id' | 'product_value_id'>;
const NOTHING: Subject = { product_variant_id: null, product_value_id: null };

/**
 * What a photo shows that stands in some rows of a product and not in others: the value that just these rows share
 * ("grey" in all its sizes), the only variant that has it, or a value that they share among others. `variantIds` are
 * those of the rows; `places` tells which rows have the photo.
 */
function subjectOf(state: ProductState, variantIds: readonly (string | null)[], places: readonly number[]): Subject {
  if (places.length === variantIds.length) return NOTHING;
  const values = new Map(state.variants.map(({ id, value_ids }) => [id, value_ids]));
  const rows = variantIds.map((id) => values.get(id ?? '') ?? []);
  const shared = state.options
    .flatMap((option) => option.values)
    .filter(({ id }) => places.every((place) => rows[place]?.includes(id)))
    .map(({ id }) => ({ id, rows: rows.filter((row) => row.includes(id)).length }))
    .filter((value) => value.rows < rows.length);
  const exact = shared.find((value) => value.rows === places.length);
  if (exact) return { ...NOTHING, product_value_id: exact.id };
  const [only] = places;
  if (places.length === 1 && only !== undefined) return { ...NOTHING, product_variant_id: variantIds[only] ?? null };
  return { ...NOTHING, product_value_id: shared[0]?.id ?? null };
}

function nameOf({ rows, before, joined_title, keeps_name }: PlanGroup, { traits }: PlanContext): string {
  const titles = rows.map(({ offer }) => offer.title);
  if (before && keeps_name) return before.name;
  if (!before && joined_title) return joined_title;
  if (!traits.offer_titles) return titles[0] ?? before?.name ?? '';
  const half = before !== null && rows.length < before.variants.length;
  const fits = before && titles.every((title) => title.toLowerCase().startsWith(before.name.toLowerCase()));
  // fewer offers have more words in common: that is no new name
  return half && fits ? before.name : groupTitle(titles);
}

/** The text, and what all variants have in common, which a dropshipper needs to sell them. */
function descriptionOf(
  { rows }: PlanGroup,
  { traits }: PlanContext,
  state: ProductState,
  common: readonly NamedValue[],
): string {
  const text = rows.find(({ offer }) => offer.description !== '')?.offer.description ?? '';
  if (traits.explicit_options) return text;
  const options = new Set(state.options.map(({ name }) => name.toLowerCase()));
  const facts = common.filter(({ name }) => !options.has(name.toLowerCase()));
  if (facts.length === 0) return text;
  const list = facts.map(({ name, value }) => `- ${name}: ${value}`).join('\n');
  // a list goes on where the text ends with one
  const gap = text === '' ? '' : /(^|\n)- .*$/.test(text) ? '\n' : '\n\n';
  return `${text}${gap}${list}`.slice(0, MAX_DESCRIPTION);
}

function tagsOf({ rows }: PlanGroup, known: readonly string[]): string[] {
  const told = rows.flatMap(({ offer }) => offer.tags).map((tag) => tag.trim());
  const usable = told.filter((tag) => tag.length > 0 && tag.length <= MAX_TAG);
  return normaliseTags([...known, ...usable]).slice(0, MAX_TAGS);
}

/** Addresses that were not seen before, each with the rows it stands in. */
function newPictures({ rows }: PlanGroup, known: ReadonlySet<string> | undefined): Map<string, number[]> {
  const fresh = new Map<string, number[]>();
  const room = Math.max(0, MAX_IMAGES - (known?.size ?? 0));
  rows.forEach(({ offer }, i) => {
    for (const url of offer.images) {
      const places = fresh.get(url);
      if (places) places.push(i);
      else if (!known?.has(url) && fresh.size < room) fresh.set(url, [i]);
    }
  });
  return fresh;
}
