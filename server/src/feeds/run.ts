import { randomUUID } from 'node:crypto';
import { MAX_VARIANTS } from '@lanka/domain/catalog/rules';
import { PATH_SEPARATOR, pathKey, pathOfNames } from '@lanka/domain/categories/rules';
import type { ImportCounts, ImportOptions } from '@lanka/domain/feeds/contract';
import { TABLE_SETS } from '@lanka/domain/feeds/fields';
import { FALLBACK_OPTION } from '@lanka/domain/feeds/groups';
import { rowReason } from '@lanka/domain/feeds/reasons';
import { doubtOf } from '@lanka/domain/feeds/schedule';
import { common, DomainError } from '@lanka/domain/kit/errors';
import { levelKey, MAX_PRICE_LEVELS } from '@lanka/domain/price_levels/rules';
import { Columns, findColumns, holdColumns, readUsage, saveProducts } from '../catalog';
import { ensureCategories, knownCategories } from '../categories';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { work } from '../kit/slice';
import { ensureLevels, knownLevels, type NamedLevel } from '../price_levels';
import { changeMany, lockLevels } from '../stock';
import { holdMainInfo, readMainInfo, readTemplates } from '../templates';
import * as store from './feeds.store';
import { sourceName, traitsOf } from './kinds';
import { loadKnown } from './known.store';
import { type Counts, type Place, planWithin } from './limits';
import { IMPORT_TOLD } from './notices';
import { fetchPictures } from './pictures';
import { fieldColumns } from './plan-additional';
import type { PlanGroup, RowPlan } from './plan-types';
import { keptError, type ReadResult, readFile } from './read';
import { settleGood, settleTrouble } from './settle';
import { countOffers, listHidden, lockSource, readSourceRecord, saveGoods, stageVanished } from './sources.store';
import { beatOn, hasGrown, learnSizes, retrying } from './steady';
import { carryOutVanished } from './vanish';

export const runImport = job<{ project_id: string; import_id: string }>('feeds.import', {
  expireInSeconds: 4 * 3600,
  concurrency: 2,
});
const watchImport = job<{ project_id: string; import_id: string }>('feeds.import_watch');

/** So many rows of whole products are compared and written in one transaction. */
const BATCH_ROWS = 250;
const MAX_ATTEMPTS = 4;
/** An import that waits, or whose process was killed, is looked at so often. */
const WATCH_MS = 15_000;
/** Statements over all rows of a file, of a million or more. */
const WHOLE_MS = 30 * 60_000;

export const importJobs = [
  work(runImport, (app, data) => run(app, data.project_id, data.import_id)),
  work(watchImport, (app, data) => watch(app, data.project_id, data.import_id)),
  work(fetchPictures.job, (app, data) => fetchPictures.run(app, data.project_id, data.import_id)),
];

/** Queues the import, and somebody who looks whether it is still alive. */
export async function startImport(app: Services, tx: Tx, project_id: string, import_id: string): Promise<void> {
  await app.jobs.send(tx, runImport, { project_id, import_id });
  await watchLater(app, tx, project_id, import_id);
}

const watchLater = (app: Services, tx: Tx, project_id: string, import_id: string): Promise<void> =>
  app.jobs.send(tx, watchImport, { project_id, import_id }, { startAfter: new Date(Date.now() + WATCH_MS) });

/**
 * A killed process leaves its import running for ever, and those behind it waiting: whoever finds the project silent
 * starts it again.
 */
async function watch(app: Services, project_id: string, import_id: string): Promise<void> {
  await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const record = await store.readRecord(tx, { project: { id: project_id } } as store.ImportScope, import_id);
    if (record.status !== 'queued' && record.status !== 'running') return;
    if (!(await store.isWorkedOn(tx, project_id))) await app.jobs.send(tx, runImport, { project_id, import_id });
    await watchLater(app, tx, project_id, import_id);
  });
}

interface Run {
  readonly app: Services;
  readonly record: store.ImportRecord;
  readonly runner: string;
  readonly scope: store.ImportScope;
}

/** Somebody else has taken the import over. */
class Overtaken extends Error {}

async function run(app: Services, project_id: string, import_id: string): Promise<void> {
  const runner = randomUUID();
  const inProject = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction({ projectIds: [project_id] }, work);
  const record = await inProject((tx) => store.claim(tx, project_id, import_id, runner));
  if (!record) return;
  const scope = { project: { id: project_id }, user: { id: record.user_id } } as store.ImportScope;
  const silence = beatOn(() => inProject((tx) => store.beat(tx, record, runner)));
  try {
    await doImport({ app, record, runner, scope });
  } catch (error) {
    if (error instanceof Overtaken) return;
    const final = error instanceof DomainError || record.attempts >= MAX_ATTEMPTS;
    if (!final) {
      await inProject((tx) => store.beat(tx, record, runner, { status: 'queued', runner: null }));
      throw error;
    }
    if (!(error instanceof DomainError)) app.log.error({ err: error, import_id }, 'import failed');
    const kept = keptError(error instanceof DomainError ? error : common.internal());
    await inProject(async (tx) => {
      await holdSource(tx, record);
      const finished_at = new Date().toISOString();
      const mine = await store.beat(tx, record, runner, { status: 'failed', phase: null, error: kept, finished_at });
      if (!mine) return;
      // whoever began it by hand is among those who hear of its source
      const told = await settleTrouble(tx, app, record, 'failed');
      if (!told && byHand(record))
        await app.notices.tell(tx, systemIn(project_id), IMPORT_TOLD.failed, whoAsked(record), {
          ...{ id: import_id, why: { ua: kept.text.ua, en: kept.text.en } },
        });
    });
  } finally {
    silence();
  }
  app.live.publish(project_id, { kind: 'import', id: import_id });
  if (record.source_id) app.live.publish(project_id, { kind: 'import_source', id: record.source_id });
  await inProject(async (tx) => {
    const next = await store.nextWaiting(tx, project_id);
    if (next) await app.jobs.send(tx, runImport, { project_id, import_id: next });
  });
}

async function doImport(run: Run): Promise<void> {
  const { app, record, runner } = run;
  const { project_id, id } = record;
  const say = async (tx: Tx, values: Partial<store.ImportRecord>): Promise<void> => {
    if (!(await store.beat(tx, record, runner, values))) throw new Overtaken();
  };
  if (!record.staged && !(await stage(run, say))) return;
  if (record.batches === 0) await prepare(run, say);
  const none: Counts = { products: 0, product_variants: 0 };
  let place: Place = { added: none, refused: none };
  if (record.dry_run) {
    const added = await app.db.transaction({ projectIds: [project_id], patienceMs: WHOLE_MS }, (tx) =>
      store.wouldBeAdded(tx, project_id, id),
    );
    place = { added, refused: none };
  }
  for (let batch = record.batches_done; batch < record.batches; batch += 1) {
    await retrying(async () => {
      const done = await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
        const carried = await carryOut(tx, run, batch, place);
        await say(tx, { counts: carried.counts, batches_done: batch + 1 });
        return carried;
      });
      record.counts = done.counts;
      if (!record.dry_run && hasGrown(batch + 1)) await learnSizes(app);
      // what a real run has written is counted in the catalogue already
      place = record.dry_run ? done.place : { ...done.place, added: none };
    });
    app.live.publish(project_id, { kind: 'import', id });
  }
  await app.db.transaction({ projectIds: [project_id], patienceMs: WHOLE_MS }, async (tx) => {
    await holdSource(tx, record);
    const isWaiting = record.dry_run && record.held !== null;
    await say(tx, { status: 'done', phase: null, finished_at: new Date().toISOString() });
    // that it waits for a person is told in its own words
    const told = isWaiting && (await settleTrouble(tx, app, record, record.held as NonNullable<typeof record.held>));
    if (!told) await tellDone(tx, app, record);
    if (!record.dry_run) {
      if (!(await settleGood(tx, record, record))) throw new Overtaken();
      await store.retryPictures(tx, project_id, id);
      await store.dropOffers(tx, project_id, id);
      await app.jobs.send(tx, fetchPictures.job, { project_id, import_id: id });
    }
    await store.sweepRows(tx, project_id);
  });
  if (record.dry_run) return;
  if (record.counts.created >= BATCH_ROWS) await learnSizes(app);
  app.live.publish(project_id, { kind: 'products', id });
}

/** What the clock began is told of by its source, and only when it goes wrong; what was held a person lets go on. */
const byHand = ({ by_clock, held, dry_run }: store.ImportRecord): boolean => !by_clock || (held !== null && !dry_run);
const whoAsked = ({ user_id }: store.ImportRecord) => ({ user_id });

async function tellDone(tx: Tx, { notices }: Services, record: store.ImportRecord): Promise<void> {
  if (!byHand(record)) return;
  const { id, project_id, dry_run, counts } = record;
  const { created, changed, refused } = counts;
  const facts = { id, dry_run, created, changed, refused };
  await notices.tell(tx, systemIn(project_id), IMPORT_TOLD.done, whoAsked(record), facts);
}

type Say = (tx: Tx, values: Partial<store.ImportRecord>) => Promise<void>;

/** Before the import's own row: whoever changes a source takes them in that order. */
const holdSource = async (tx: Tx, { project_id, source_id }: store.ImportRecord): Promise<void> => {
  if (source_id) await lockSource(tx, { project: { id: project_id } } as store.ImportScope, source_id);
};

/** What was seen of the file, where a run by the clock may go by it: the last run was carried out. */
async function seenOf(tx: Tx, { project_id, source_id, by_clock }: store.ImportRecord) {
  if (!source_id || !by_clock) return null;
  const source = await readSourceRecord(tx, { project: { id: project_id } } as store.ImportScope, source_id);
  return source && source.trouble === null ? source.validators : null;
}

/** Reads the file. False where it is the same as was seen: then the run is over. */
async function stage({ app, record }: Run, say: Say): Promise<boolean> {
  const { project_id, id } = record;
  const within = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction({ projectIds: [project_id] }, work);
  await app.db.transaction({ projectIds: [project_id], patienceMs: WHOLE_MS }, async (tx) => {
    await store.clearRows(tx, project_id, id);
    await say(tx, { phase: 'reading', rows_read: 0, bytes_read: 0, error: null });
  });
  const seen = await within((tx) => seenOf(tx, record));
  const read: ReadResult | null = await readFile(
    app,
    record,
    seen,
    async (rows, { rows_read, bytes_read, bytes_total }) => {
      await within(async (tx) => {
        await store.stageRows(tx, rows);
        await say(tx, { rows_read, bytes_read, bytes_total });
      });
      app.live.publish(project_id, { kind: 'import', id });
    },
  );
  if (!read) {
    await within(async (tx) => {
      await holdSource(tx, record);
      await say(tx, { status: 'done', phase: null, unmodified: true, finished_at: new Date().toISOString() });
      await settleGood(tx, record, { source: null, validators: null, counts: null });
    });
    return false;
  }
  if (read.error && read.rows_read === 0) throw read.error;
  const { error, header, ...figures } = read;
  const values = {
    ...figures,
    header: { ...header },
    source: record.source ?? sourceName(header.kind ?? record.kind, header.shop_name, record.url),
    error: error ? keptError(error) : null,
    staged: true,
  };
  await within((tx) => say(tx, values));
  Object.assign(record, values);
  return true;
}

/** Recognises the rows and deals them out; begins the counting. */
async function prepare({ app, record }: Run, say: Say): Promise<void> {
  const { project_id, id: import_id } = record;
  const source = record.source ?? '';
  // by itself: until this is committed nobody could see that the import lives
  await app.db.transaction({ projectIds: [project_id] }, (tx) => say(tx, { phase: 'comparing' }));
  await app.db.transaction({ projectIds: [project_id], patienceMs: WHOLE_MS }, async (tx) => {
    const dealt = await store.prepareRows(tx, {
      ...{ project_id, import_id, source, own: traitsOf(record.header?.kind ?? null).own, joins: record.joins },
      ...{ max_variants: MAX_VARIANTS, batch_rows: BATCH_ROWS },
      too_many: rowReason('too_many_variants', 'group_key', MAX_VARIANTS),
      repeated: rowReason('barcode_repeated', 'barcode', '{barcode}'),
    });
    const held = record.dry_run ? record.held : await doubt(tx, record);
    const dry_run = record.dry_run || (held !== null && record.held === null);
    const batches = record.source_id ? await stageVanished(tx, record, dealt, BATCH_ROWS) : dealt;
    const last = await store.lastOptions(tx, project_id, source);
    const options: ImportOptions = {
      publish: record.publish ?? last.publish,
      discount: record.discount ?? last.discount,
    };
    const counts = await store.countSettled(tx, project_id, import_id);
    const phase = dry_run ? ('comparing' as const) : ('writing' as const);
    const values = { batches, batches_done: 0, options, counts, phase, held, dry_run };
    await say(tx, values);
    Object.assign(record, values);
  });
}

/** Why the file of a source waits for a person; what he has looked at already is not doubted again. */
async function doubt(tx: Tx, { project_id, id, source_id, held, error }: store.ImportRecord) {
  const scope = { project: { id: project_id } } as store.ImportScope;
  const source = source_id && held === null ? await readSourceRecord(tx, scope, source_id) : null;
  if (!source) return held;
  return error ? ('broken' as const) : doubtOf(await countOffers(tx, project_id, id), source.good_offers);
}

/** Goods that the file has no more: batches that come after those of its rows. */
async function carryOutGone(
  tx: Tx,
  { record, scope }: Pick<Run, 'record' | 'scope'>,
  rows: readonly BatchRow[],
  before: Place,
) {
  const source = record.source_id && (await readSourceRecord(tx, scope, record.source_id));
  const mode = source ? source.vanished : 'keep';
  const settled = await carryOutVanished(tx, scope, record, { rows, mode });
  await store.settleRows(tx, record.project_id, settled);
  const { counts } = record;
  return { counts: { ...counts, vanished: counts.vanished + settled.length }, place: before };
}

/** Compares one batch with what is there now and, unless this is a dry run, writes it. Answers the new counts. */
async function carryOut(
  tx: Tx,
  { record, scope }: Run,
  batch: number,
  before: Place,
): Promise<{ counts: ImportCounts; place: Place }> {
  const { project_id, id: import_id, dry_run } = record;
  const rows = await store.readBatch(tx, project_id, import_id, batch);
  if (rows.every(({ offer }) => offer === null)) return carryOutGone(tx, { record, scope }, rows, before);
  const paths = rows.flatMap(({ offer }) => {
    const names = pathOfNames(offer?.category ?? []);
    return names.length > 0 ? [names] : [];
  });
  const names = rows.flatMap(({ offer }) => offer?.options.map(({ name }) => name.slice(0, 60).trim()) ?? []);
  names.push(FALLBACK_OPTION);
  // what new modifications begin with stays until they are there; held before anything else
  const defaults = dry_run ? await readMainInfo(tx, scope) : await holdMainInfo(tx, scope);
  const columns = dry_run ? new Columns(await findColumns(tx, scope, names)) : await holdColumns(tx, scope, names);
  const templates = await readTemplates(tx, scope, TABLE_SETS);
  // categories are held before the products are locked, as changes of the tree do it
  const categories = dry_run ? await knownCategories(tx, scope) : await ensureCategories(tx, scope, paths);
  const levelNames = rows.flatMap(({ offer }) => offer?.prices?.flatMap(({ level }) => level ?? []) ?? []);
  // and so are price levels
  const priceLevels = dry_run ? await knownLevels(tx, scope) : await ensureLevels(tx, scope, [...new Set(levelNames)]);
  const known = await loadKnown(
    tx,
    scope,
    {
      product_ids: [...new Set(rows.flatMap(({ product_id }) => product_id ?? []))],
      barcodes: rows.flatMap(({ offer }) => offer?.barcode ?? []),
    },
    !dry_run,
  );
  const titles = new Map(record.joins.map(({ title, external_ids }) => [`j:${external_ids[0]}`, title]));
  const context = {
    ...known,
    ...{ columns, templates, defaults },
    fieldColumns: fieldColumns(record.header?.ignored_columns ?? [], record.columns, templates),
    categoryOf: (names: readonly string[]) =>
      categories.get(pathKey(names)) ?? (dry_run ? { id: null, path: names.join(PATH_SEPARATOR) } : null),
    levelOf: levelFinder(priceLevels, dry_run),
    returned: record.source_id
      ? await listHidden(tx, project_id, record.source_id, [...known.products.keys()])
      : new Set<string>(),
    ...{ source: record.source ?? '', options: record.options, traits: traitsOf(record.header?.kind ?? null) },
  };
  const usage = await readUsage(tx, project_id, { lock: !dry_run });
  const { plans, place } = planWithin(groupsOf(rows, known, titles), context, usage, before);
  if (!dry_run) {
    const levels = await lockLevels(tx, scope, levelsOf(plans));
    await saveProducts(
      tx,
      scope,
      levels,
      plans.flatMap(({ change }) => change ?? []),
      columns,
    );
    await changeMany(
      tx,
      scope,
      plans.flatMap(({ stock }) => stock),
      { comment: record.source ?? '', ref: { kind: 'import', id: import_id } },
    );
    await store.addPictures(
      tx,
      project_id,
      import_id,
      plans.flatMap(({ pictures }) => pictures),
    );
  }
  const settled = plans.flatMap((plan) => plan.rows).map(withPicturesOfBefore);
  if (record.source_id && !dry_run) {
    const ids = new Map(rows.map(({ id, external_id }) => [id, external_id]));
    const goods = settled.flatMap(({ id, outcome, product_id, product_variant_id }) =>
      product_id && product_variant_id && outcome !== 'refused'
        ? { product_id, product_variant_id, external_id: ids.get(id) ?? '' }
        : [],
    );
    await saveGoods(tx, project_id, record.source_id, goods);
  }
  const counts = { ...record.counts };
  for (const row of settled) {
    counts[row.outcome] += 1;
    if (row.warnings.length > 0 && row.outcome !== 'refused') counts.warnings += 1;
  }
  // what a dry run would create is not there: the next look must not take it for known
  const kept = new Set(known.products.keys());
  await store.settleRows(
    tx,
    project_id,
    dry_run
      ? settled.map((row) => {
          const exists = row.product_id !== null && kept.has(row.product_id);
          const variant = row.outcome === 'created' ? null : row.product_variant_id;
          return { ...row, product_id: exists ? row.product_id : null, product_variant_id: variant };
        })
      : settled,
  );
  return { counts, place };
}

/** Goods that are known keep the pictures they have: a file need not bring them. */
function withPicturesOfBefore<R extends Pick<RowPlan, 'outcome' | 'warnings'>>(row: R): R {
  if (row.outcome !== 'changed' && row.outcome !== 'unchanged') return row;
  return { ...row, warnings: row.warnings.filter(({ code }) => code !== 'image_missing') };
}

/** In a dry run levels that are not there yet have a name only, as many as there is room for. */
function levelFinder(known: ReadonlyMap<string, NamedLevel>, dry_run: boolean) {
  const added = new Map<string, NamedLevel>();
  return (name: string): NamedLevel | null => {
    const key = levelKey(name);
    const found = known.get(key) ?? added.get(key);
    if (found || !dry_run || known.size + added.size >= MAX_PRICE_LEVELS) return found ?? null;
    const level = { id: key, name };
    added.set(key, level);
    return level;
  };
}

/** Levels of all products that change, and those whose stock does: they are locked at once, before anything is written. */
const levelsOf = (plans: ReturnType<typeof planWithin>['plans']): string[] =>
  plans.flatMap(({ change, stock }) => [
    ...(change?.before?.variants ?? []).map(({ id }) => id),
    ...stock.map(({ product_variant_id }) => product_variant_id),
  ]);

type BatchRow = Awaited<ReturnType<typeof store.readBatch>>[number];

function groupsOf(
  rows: readonly BatchRow[],
  known: Awaited<ReturnType<typeof loadKnown>>,
  titles: ReadonlyMap<string, string>,
): PlanGroup[] {
  const groups = new Map<string, BatchRow[]>();
  for (const row of rows) {
    const key = row.group_ref ?? row.id;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((members) => {
    const [first] = members;
    const before = first?.product_id ? (known.products.get(first.product_id) ?? null) : null;
    const source_key = first?.source_key ?? '';
    return {
      rows: members.flatMap(({ id, number, external_id, offer, product_variant_id }) =>
        offer ? { id, number, external_id, offer, product_variant_id } : [],
      ),
      ...{ before, source_key },
      joined_title: titles.get(source_key) ?? null,
      keeps_name: before !== null && known.joined.has(before.id),
    };
  });
}
