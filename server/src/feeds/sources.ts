import type { Import } from '@lanka/domain/feeds/contract';
import { importErrors } from '@lanka/domain/feeds/errors';
import { nextRunAt } from '@lanka/domain/feeds/schedule';
import {
  type CreateSourceBody,
  type ImportSource,
  MAX_SOURCES,
  sourceErrors,
  type UpdateSourceBody,
} from '@lanka/domain/feeds/sources';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import { refuseUnreachable } from './client';
import * as imports from './feeds.store';
import * as lists from './lists.store';
import { keptError } from './read';
import { startImport } from './run';
import * as store from './sources.store';

function refuseAddress(app: Services, url: string | undefined): void {
  if (url !== undefined) refuseUnreachable(url, app.config);
}

async function withRuns(tx: Tx, scope: ProjectScope, sources: readonly store.StoredSource[]): Promise<ImportSource[]> {
  const runs = await lists.readImports(
    tx,
    scope,
    sources.flatMap(({ last_run_id }) => last_run_id ?? []),
  );
  return sources.map(({ last_run_id, ...source }) => ({
    ...source,
    last_run: (last_run_id && runs.get(last_run_id)) || null,
  }));
}

export async function listSources(tx: Tx, scope: ProjectScope, query: Parameters<typeof store.listSources>[2]) {
  const page = await store.listSources(tx, scope, query);
  return { ...page, items: await withRuns(tx, scope, page.items) };
}

export async function readSource(tx: Tx, scope: ProjectScope, id: string): Promise<ImportSource> {
  const found = await store.findSource(tx, scope, id);
  const [shown] = found ? await withRuns(tx, scope, [found]) : [];
  if (!shown) throw sourceErrors.not_found();
  return shown;
}

export async function createSource(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: CreateSourceBody,
): Promise<ImportSource> {
  refuseAddress(app, body.url);
  await store.lockSources(tx, scope);
  if ((await store.countSources(tx, scope)) >= MAX_SOURCES) throw sourceErrors.full({ limit: MAX_SOURCES });
  const id = await store.insertSource(tx, scope, body);
  // where too many imports wait the clock begins it
  const source = body.active === false ? null : await store.lockSource(tx, scope, id);
  if (source && (await imports.countWaiting(tx, scope)) < imports.MAX_WAITING) await begin(tx, app, source, false);
  return readSource(tx, scope, id);
}

/** What has just been switched on is fetched with the next round, as if it had never failed. */
const AFRESH = { failures: 0, failing_since: null, paused_at: null } as const;

export async function updateSource(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  body: UpdateSourceBody,
  if_match: number | undefined,
): Promise<ImportSource> {
  refuseAddress(app, body.url);
  const known = await store.lockSource(tx, scope, id);
  if (!known) throw sourceErrors.not_found();
  await refuseStale(if_match, known.version, () => readSource(tx, scope, id));
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as UpdateSourceBody;
  const { active = known.active, every_hours = known.every_hours, url = known.url } = given;
  const now = new Date();
  const from = new Date(known.good_at ?? known.created_at);
  await store.saveSource(tx, scope, id, {
    ...given,
    // what was read by other settings says nothing of what these would do
    validators: null,
    ...(active && !known.active ? { ...AFRESH, next_at: now.toISOString() } : {}),
    ...(active && known.active && every_hours !== known.every_hours && known.failures === 0
      ? { next_at: nextRunAt(every_hours, 0, from).toISOString() }
      : {}),
    ...(url === known.url ? {} : { ...AFRESH, trouble: null, ...(active ? { next_at: now.toISOString() } : {}) }),
  });
  return readSource(tx, scope, id);
}

/** Answers the runs that it has stopped. */
export async function deleteSource(tx: Tx, scope: ProjectScope, id: string): Promise<string[]> {
  if (!(await store.lockSource(tx, scope, id))) throw sourceErrors.not_found();
  const stopped = await store.stopRuns(tx, scope, id, keptError(importErrors.source_deleted()));
  await store.removeSource(tx, scope, id);
  return stopped;
}

/** The caller holds the source, and nothing of it is under way. */
async function begin(tx: Tx, app: Services, source: store.SourceRecord, by_clock: boolean): Promise<string> {
  const { project_id, id: source_id, user_id, url, kind, publish, discount } = source;
  const scope = { project: { id: project_id }, user: { id: user_id } } as imports.ImportScope;
  const id = await imports.insertImport(tx, scope, {
    ...{ dry_run: false, kind, url, upload: null, file_name: null, source: source.source, publish, discount },
    ...{ source_id, by_clock },
  });
  const next_at = nextRunAt(source.every_hours, 0, new Date()).toISOString();
  await store.settleSource(tx, scope, source_id, { last_run_id: id, next_at });
  await startImport(app, tx, project_id, id);
  return id;
}

/** A press: all of the file is compared, whether or not it has changed. */
export async function runSource(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<Import> {
  const source = await store.lockSource(tx, scope, id);
  if (!source) throw sourceErrors.not_found();
  if (await store.hasOpenRun(tx, scope, id)) throw sourceErrors.running();
  if ((await imports.countWaiting(tx, scope)) >= imports.MAX_WAITING)
    throw importErrors.too_many_waiting({ allowed: imports.MAX_WAITING });
  const run = await begin(tx, app, { ...source, user_id: scope.user.id }, false);
  const shown = await lists.readImport(tx, scope, run);
  if (!shown) throw importErrors.not_found();
  return shown;
}

/** Projects that are looked at by one statement, and sources that begin in one round. */
const AT_ONCE = 500;
const A_ROUND = 200;

/** Sources whose time has come are fetched. */
export const runDueSources = byClock(job('feeds.sources'), '*/5 * * * *', async (app) => {
  const projects = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (let at = 0; at < projects.length; at += AT_ONCE) {
    const projectIds = projects.slice(at, at + AT_ONCE);
    const due = await app.db.transaction({ readOnly: true, projectIds }, (tx) =>
      store.listDue(tx, projectIds, A_ROUND),
    );
    for (const one of due) await runDue(app, one);
  }
});

async function runDue(app: Services, { project_id, id }: store.DueSource): Promise<void> {
  const scope = { project: { id: project_id } } as imports.ImportScope;
  const begun = await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const source = await store.lockSource(tx, scope, id);
    // somebody may have begun, put it off or deleted it since it was found
    if (!source?.active || source.next_at === null || new Date(source.next_at) > new Date()) return null;
    if (await store.hasOpenRun(tx, scope, id)) return null;
    if ((await imports.countWaiting(tx, scope)) >= imports.MAX_WAITING) return null;
    return begin(tx, app, source, true);
  });
  if (!begun) return;
  app.live.publish(project_id, { kind: 'import_source', id });
  app.live.publish(project_id, { kind: 'import', id: begun });
}
