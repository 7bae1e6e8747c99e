import * as contract from '@lanka/domain/feeds/contract';
import { importErrors } from '@lanka/domain/feeds/errors';
import { type Served, serve } from '../kit/http/serve';
import { runExport, showExport } from './export';
import { insertExport } from './exported.store';
import { readFieldFilters } from './exported-orders.store';
import { countWaiting, MAX_WAITING } from './feeds.store';
import { listExports, readExport, showError } from './lists.store';

export const exportRoutes: Served[] = [
  serve(contract.createExport, async ({ tx, scope, body, app, changed }) => {
    if ((await countWaiting(tx, scope)) >= MAX_WAITING) throw importErrors.too_many_waiting({ allowed: MAX_WAITING });
    if (body.filters.fields) await readFieldFilters(tx, scope, body.filters);
    const id = await insertExport(tx, scope, { ...body, columns: body.columns ?? [] });
    await app.jobs.send(tx, runExport, { project_id: scope.project.id, export_id: id });
    changed('export', id);
    const record = await readExport(tx, scope, id);
    if (!record) throw importErrors.export_not_found();
    return showExport(app, record, null);
  }),
  serve(contract.listExports, async ({ tx, scope, query, app, locale }) => {
    const found = await listExports(tx, scope, query);
    const items = await Promise.all(found.items.map((one) => showExport(app, one, showError(one.error, locale))));
    return { ...found, items };
  }),
  serve(contract.readExport, async ({ tx, scope, params, app, locale }) => {
    const record = await readExport(tx, scope, params.id);
    if (!record) throw importErrors.export_not_found();
    return showExport(app, record, showError(record.error, locale));
  }),
];
