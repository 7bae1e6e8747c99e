import * as contract from '@lanka/domain/feeds/contract';
import { importErrors } from '@lanka/domain/feeds/errors';
import { fieldRef, isInTables, TABLE_SETS } from '@lanka/domain/feeds/fields';
import { MAX_SUGGESTION_BATCH, suggestGroups } from '@lanka/domain/feeds/groups';
import * as sources from '@lanka/domain/feeds/sources';
import { common } from '@lanka/domain/kit/errors';
import { unknownFieldText } from '@lanka/domain/kit/messages';
import { useUpload } from '../files';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import { readTemplates } from '../templates';
import { refuseUnreachable } from './client';
import { exportRoutes } from './export-routes';
import * as store from './feeds.store';
import { readIncomeTable } from './income';
import * as lists from './lists.store';
import { fieldColumns } from './plan-additional';
import { startImport } from './run';
import { makeTemplate } from './sheet';
import * as use from './sources';
import { lockSource } from './sources.store';

const REFUSED_SHOWN = 100;

async function shown(tx: Tx, scope: ProjectScope, id: string): Promise<contract.Import> {
  const found = await lists.readImport(tx, scope, id);
  if (!found) throw importErrors.not_found();
  return found;
}

/** @throws common.invalid for a column that the file does not have, or that is to bring a field which there is not */
async function refuseUnknown(
  tx: Tx,
  scope: ProjectScope,
  names: readonly string[],
  columns: Readonly<Record<string, string | null>>,
): Promise<void> {
  const given = Object.entries(columns);
  if (given.length === 0) return;
  const templates = await readTemplates(tx, scope, TABLE_SETS);
  const known = TABLE_SETS.flatMap((set) => (templates[set] ?? []).filter((field) => isInTables(field))).map(fieldRef);
  const wrong = given.flatMap(([name, ref]) => {
    const path = `columns.${name}`;
    const refused = (code: string, value: string, allowed: readonly string[]) => [
      { path, code, message: unknownFieldText(value, allowed, scope.locale), allowed },
    ];
    if (!names.includes(name)) return refused('unknown_column', name, names);
    return ref === null || known.includes(ref) ? [] : refused('unknown_field', ref, known);
  });
  if (wrong.length > 0) throw common.invalid(...wrong);
}

/** A run that was held may be taken while no later one has read the file. The source is held before its run. */
async function refuseSuperseded(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const { source_id } = await store.readRecord(tx, scope, id);
  const source = source_id === null ? null : await lockSource(tx, scope, source_id);
  if (source_id !== null && source?.last_run_id !== id) throw importErrors.superseded();
}

const importRoutes: Served[] = [
  serve(contract.createImport, async ({ tx, scope, body, app, changed }) => {
    const { url, upload, kind = null, dry_run, source, publish = null, discount = null } = body;
    if ((await store.countWaiting(tx, scope)) >= store.MAX_WAITING)
      throw importErrors.too_many_waiting({ allowed: store.MAX_WAITING });
    let file_name: string | null = null;
    if (url !== undefined) refuseUnreachable(url, app.config);
    if (upload !== undefined) {
      const kept = await useUpload(app, tx, scope, upload);
      if (!kept) throw importErrors.upload_not_found({ path: 'upload', code: 'not_found' });
      file_name = kept.original_name;
    }
    const id = await store.insertImport(tx, scope, {
      ...{ dry_run, kind, publish, discount, file_name },
      ...{ url: url ?? null, upload: upload ?? null, source: source || null },
    });
    await startImport(app, tx, scope.project.id, id);
    changed('import', id);
    return shown(tx, scope, id);
  }),
  serve(contract.readIncomeTable, ({ tx, app, scope, body }) => readIncomeTable(tx, app, scope, body)),
  serve(contract.listImports, ({ tx, scope, query }) => lists.listImports(tx, scope, query)),
  serve(contract.importTemplate, ({ query, locale }) => makeTemplate(query.format, locale)),
  serve(contract.readImport, async ({ tx, scope, params }) => {
    const found = await shown(tx, scope, params.id);
    const query = { limit: REFUSED_SHOWN, sort: 'number', outcome: ['refused' as const] };
    const { header, columns: chosen } = await store.readRecord(tx, scope, params.id);
    const names = header?.ignored_columns ?? [];
    const fields = names.length > 0 ? fieldColumns(names, chosen, await readTemplates(tx, scope, TABLE_SETS)) : null;
    const columns = names.map((name) => {
      const field = fields?.get(name);
      return { name, field: field ? fieldRef(field) : null };
    });
    return { ...found, columns, rows: (await lists.listRows(tx, scope, params.id, query)).items };
  }),
  serve(contract.listImportRows, async ({ tx, scope, params, query }) => {
    await store.readRecord(tx, scope, params.id);
    return lists.listRows(tx, scope, params.id, query);
  }),
  serve(contract.listJoinSuggestions, async ({ tx, scope, params }) => {
    await store.readRecord(tx, scope, params.id);
    const rows = await lists.readLooseRows(tx, scope, params.id, MAX_SUGGESTION_BATCH);
    const titles = new Map(rows.map(({ external_id, title }) => [external_id, title]));
    const items = suggestGroups(rows).map((one) => ({
      ...one,
      titles: one.external_ids.map((id) => titles.get(id) ?? ''),
    }));
    return { items, total: items.length };
  }),
  serve(contract.applyImport, async ({ tx, scope, params, body, app, changed }) => {
    await refuseSuperseded(tx, scope, params.id);
    const record = await store.readRecord(tx, scope, params.id, true);
    if (!record.dry_run) throw importErrors.already_applied();
    if (record.status !== 'done') throw importErrors.not_ready();
    if (record.swept) throw importErrors.rows_gone();
    const columns = body.columns ?? record.columns;
    await refuseUnknown(tx, scope, record.header?.ignored_columns ?? [], body.columns ?? {});
    await store.setRecord(tx, scope, params.id, {
      ...{ status: 'queued', phase: null, dry_run: body.dry_run === true, batches: 0, batches_done: 0, attempts: 0 },
      ...{
        runner: null,
        beat_at: null,
        finished_at: null,
        counts: store.NO_COUNTS,
        joins: body.joins ?? record.joins,
        columns,
      },
      user_id: scope.user.id,
      publish: body.publish ?? record.publish,
      discount: body.discount ?? record.discount,
    });
    await startImport(app, tx, scope.project.id, params.id);
    changed('import', params.id);
    return shown(tx, scope, params.id);
  }),
];

const sourceRoutes: Served[] = [
  serve(sources.listSources, ({ tx, scope, query }) => use.listSources(tx, scope, query)),
  serve(sources.readSource, ({ tx, scope, params }) => use.readSource(tx, scope, params.id)),
  serve(sources.createSource, async ({ tx, app, scope, body, changed }) => {
    const made = await use.createSource(tx, app, scope, body);
    changed('import_source', made.id);
    return made;
  }),
  serve(sources.updateSource, async ({ tx, app, scope, params, body, if_match, changed }) => {
    const after = await use.updateSource(tx, app, scope, params.id, body, if_match);
    changed('import_source', after.id);
    return after;
  }),
  serve(sources.deleteSource, async ({ tx, scope, params, changed }) => {
    for (const stopped of await use.deleteSource(tx, scope, params.id)) changed('import', stopped);
    changed('import_source', params.id);
  }),
  serve(sources.runSource, async ({ tx, app, scope, params, changed }) => {
    const run = await use.runSource(tx, app, scope, params.id);
    changed('import', run.id);
    changed('import_source', params.id);
    return run;
  }),
];

export const feedRoutes: Served[] = [...importRoutes, ...sourceRoutes, ...exportRoutes];
