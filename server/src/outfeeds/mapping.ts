import { namesTo } from '@lanka/domain/categories/rules';
import { TABLE_SETS } from '@lanka/domain/feeds/fields';
import { mappedBy } from '@lanka/domain/outfeeds/fields';
import {
  isMappedCategory,
  isMappedParam,
  MARKETS,
  MAX_MAPPED_VALUE,
  MAX_MAPPED_VALUES,
  type Mapping,
  type MappingBody,
  type Target,
} from '@lanka/domain/outfeeds/markets';
import { readTree } from '../categories';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { buildFeed } from './build';
import * as store from './mapping.store';
import { readChosenFields } from './offers';

const EMPTY: Target = { id: '', name: '', url: '' };
const targetOf = ({ id, name, url }: Target): Target => ({ id, name, url });

/** What goods have and what is kept of it, with what was mapped elsewhere for the same name. */
export async function showMapping(tx: Tx, of: store.MappingOf, projects: readonly string[]): Promise<Mapping> {
  const kept = await store.readMapping(tx, of);
  const tree = await readTree(tx, { project: { id: of.project_id } });
  const counted = await store.countCategories(tx, of.project_id);
  const options = await countParams(tx, of);
  const elsewhere = await store.readElsewhere(tx, of, projects);
  const before = new Map<string, Target>();
  for (const one of elsewhere.flatMap(({ categories }) => categories)) {
    const label = (one.label ?? '').toLowerCase();
    if (label && isMappedCategory(one) && !before.has(label)) before.set(label, targetOf(one));
  }
  // of the same project a category of the same name under another one is a hint too
  const names = new Map(tree.map(({ id, name }) => [id, name]));
  for (const one of kept.categories) {
    const label = (names.get(one.key) ?? '').toLowerCase();
    if (label && isMappedCategory(one) && !before.has(label)) before.set(label, targetOf(one));
  }

  const mapped = new Map(kept.categories.map((one) => [one.key, one]));
  const row = (key: string, title: string, label: string, goods: number): Mapping['categories'][number] => {
    const own = mapped.get(key);
    const known = own && isMappedCategory(own);
    return {
      ...{ key, title, goods, ...targetOf(own ?? EMPTY) },
      suggestion: known ? null : (before.get(label.toLowerCase()) ?? null),
    };
  };
  const categories = [
    ...tree
      .filter(({ id }) => counted.categories.has(id))
      .map(({ id, name }) => row(id, namesTo(tree, id).join(' > '), name, counted.categories.get(id) ?? 0)),
    ...[...counted.tags].map(([key, { name, goods }]) => row(key, name, name, goods)),
  ];
  const shown = new Set(categories.map(({ key }) => key));
  // nothing is in them now; what was typed is not lost for that
  for (const { key } of kept.categories) {
    const node = names.get(key);
    if (shown.has(key) || (!node && !key.startsWith('tag:'))) continue;
    categories.push(row(key, node ? namesTo(tree, key).join(' > ') : key.slice(4), node ?? key.slice(4), 0));
  }
  const params = paramsOf(kept, options, elsewhere);
  return {
    ...{ market: of.market, version: kept.version, categories, params },
    unmapped: {
      categories: categories.filter((one) => one.goods > 0 && !isMappedCategory(one)).length,
      params: MARKETS[of.market].codes ? params.filter((one) => one.goods > 0 && one.id === '').length : 0,
    },
  };
}

/** Options of the goods, then the additional fields that feeds take: their values stand where an option has the same name. */
async function countParams(tx: Tx, of: store.MappingOf): Promise<store.OptionCounts> {
  const { project_id, owner_id } = of;
  const options = await store.countOptions(tx, project_id);
  const user_id = owner_id === project_id ? null : owner_id;
  const fields = await readChosenFields(tx, { project_id, user_id }, await store.readFieldRefs(tx, of));
  if (fields.length === 0) return options;
  const names = new Map([...options.keys()].map((name) => [name.toLowerCase(), name]));
  for (const set of TABLE_SETS) {
    const ofSet = fields.filter((field) => field.set === set);
    const counted = await store.countFieldValues(
      tx,
      project_id,
      set,
      ofSet.map(({ key }) => key),
    );
    for (const { key, name, type } of ofSet) {
      const option = names.get(name.toLowerCase()) ?? name;
      names.set(name.toLowerCase(), option);
      const known = options.get(option) ?? [];
      const said = new Set(known.map((one) => one.name.toLowerCase()));
      const more = counted
        .filter((one) => one.key === key)
        .map(({ value, goods }) => ({ name: mappedBy(type, value), goods }))
        .filter((one) => one.name !== '' && one.name.length <= MAX_MAPPED_VALUE && !said.has(one.name.toLowerCase()));
      options.set(option, [...known, ...more]);
    }
  }
  return options;
}

function paramsOf(
  kept: MappingBody,
  options: store.OptionCounts,
  elsewhere: Awaited<ReturnType<typeof store.readElsewhere>>,
): Mapping['params'] {
  const known = new Map(kept.params.map((one) => [one.option.toLowerCase(), one]));
  const before = new Map<string, MappingBody['params'][number]>();
  for (const one of elsewhere.flatMap(({ params }) => params)) {
    const key = one.option.toLowerCase();
    if (!before.has(key) && isMappedParam(one)) before.set(key, one);
  }
  const rows = [...options].map(([option, values]) => {
    const own = known.get(option.toLowerCase());
    known.delete(option.toLowerCase());
    const ofValue = new Map(own?.values.map((one) => [one.value.toLowerCase(), one]));
    const goods = values.reduce((most, one) => Math.max(most, one.goods), 0);
    return {
      ...{ option, goods, id: own?.id ?? '', name: own?.name ?? '' },
      values: values.slice(0, MAX_MAPPED_VALUES).map((one) => {
        const { id = '', name = '' } = ofValue.get(one.name.toLowerCase()) ?? {};
        return { value: one.name, goods: one.goods, id, name };
      }),
      suggestion: own && isMappedParam(own) ? null : (before.get(option.toLowerCase()) ?? null),
    };
  });
  const left = [...known.values()].map((one) => ({
    ...{ ...one, goods: 0, suggestion: null },
    values: one.values.map((value) => ({ ...value, goods: 0 })),
  }));
  return [...rows, ...left];
}

/** Keeps it and has the feeds built that it is for. */
export async function saveMapping(
  tx: Tx,
  app: Services,
  of: store.MappingOf,
  projects: readonly string[],
  { body, if_match }: { readonly body: MappingBody; readonly if_match: number | undefined },
): Promise<Mapping> {
  await store.lockMapping(tx, of);
  const { version } = await store.readMapping(tx, of, true);
  await refuseStale(if_match, version, () => showMapping(tx, of, projects));
  const tree = await readTree(tx, { project: { id: of.project_id } });
  const labels = new Map<string, string>(tree.map(({ id, name }) => [id, name]));
  // what belongs to no category of this project is not kept
  const categories = body.categories.filter(
    (one) => isMappedCategory(one) && (one.key.startsWith('tag:') || labels.has(one.key)),
  );
  for (const { key } of categories) if (key.startsWith('tag:')) labels.set(key, key.slice(4));
  const params = body.params
    .map((one) => ({ ...one, values: one.values.filter(isMappedParam) }))
    .filter((one) => isMappedParam(one) || one.values.length > 0);
  await store.saveMapping(tx, of, { categories, params }, labels);
  for (const feed_id of await store.wantMapped(tx, of))
    await app.jobs.send(tx, buildFeed, { project_id: of.project_id, feed_id });
  return showMapping(tx, of, projects);
}
