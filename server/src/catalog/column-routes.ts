import * as contract from '@lanka/domain/catalog/columns';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { isValueOfType } from '@lanka/domain/catalog/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import * as store from './column-edit.store';
import { insertColumns } from './columns.store';
import { mergeWithin } from './merge-columns';

async function oneColumn(tx: Tx, scope: ProjectScope, id: string): Promise<contract.AttributeColumn> {
  const [column] = await store.readColumns(tx, scope, id);
  if (!column) throw catalogErrors.column_not_found();
  return column;
}

async function lockColumn(tx: Tx, scope: ProjectScope, id: string): Promise<store.LockedColumn> {
  const [column] = await store.lockColumns(tx, scope, [id]);
  if (!column) throw catalogErrors.column_not_found();
  return column;
}

async function refuseAlike(tx: Tx, scope: ProjectScope, name: string, but: string | null): Promise<void> {
  const alike = await store.findAlike(tx, scope, name, but);
  if (alike !== null) throw catalogErrors.column_exists({ path: 'name', name: alike });
}

async function refuseNotNumbers(tx: Tx, scope: ProjectScope, id: string, name: string, path: string): Promise<void> {
  const values = await store.findNotNumbers(tx, scope, id);
  if (values.length > 0)
    throw catalogErrors.column_not_numbers({ path, name, values: values.map((one) => `«${one}»`).join(', ') });
}

const listed = (names: readonly string[]): string => names.map((name) => `«${name}»`).join(', ');

export const columnRoutes: Served[] = [
  serve(contract.listColumns, async ({ tx, scope }) => wholePage(await store.readColumns(tx, scope))),
  serve(contract.createColumn, async ({ tx, scope, body, changed }) => {
    await store.lockColumns(tx, scope, []);
    await refuseAlike(tx, scope, body.name, null);
    const id = newId();
    await insertColumns(tx, scope, [{ ...body, id }]);
    changed('attribute_column', id);
    return oneColumn(tx, scope, id);
  }),
  serve(contract.updateColumn, async ({ tx, scope, params, body, if_match, changed }) => {
    const column = await lockColumn(tx, scope, params.id);
    await refuseStale(if_match, column.version, () => oneColumn(tx, scope, column.id));
    const { name = column.name, value_type = column.value_type } = body;
    if (name !== column.name) await refuseAlike(tx, scope, name, column.id);
    if (value_type === 'number' && column.value_type !== 'number')
      await refuseNotNumbers(tx, scope, column.id, column.name, 'value_type');
    if (name !== column.name || value_type !== column.value_type)
      await store.saveColumn(tx, scope, column, { name, value_type });
    changed('attribute_column', column.id);
    return oneColumn(tx, scope, column.id);
  }),
  serve(contract.mergeColumn, async ({ tx, scope, params, body, changed }) => {
    if (body.into === params.id) throw catalogErrors.column_itself({ path: 'into' });
    const locked = await store.lockColumns(tx, scope, [params.id, body.into]);
    const from = locked.find(({ id }) => id === params.id);
    const into = locked.find(({ id }) => id === body.into);
    if (!from) throw catalogErrors.column_not_found();
    if (!into) throw catalogErrors.column_not_found({ path: 'into' });
    if (into.value_type === 'number') await refuseNotNumbers(tx, scope, from.id, from.name, 'into');
    const both = await mergeWithin(tx, scope, from, into, body.keep);
    await store.moveOptions(tx, scope, from, into);
    changed('attribute_column', into.id);
    for (const id of both.slice(0, 100)) changed('product', id);
    return oneColumn(tx, scope, into.id);
  }),
  serve(contract.deleteColumn, async ({ tx, scope, params, changed }) => {
    const column = await lockColumn(tx, scope, params.id);
    const count = await store.countOptions(tx, scope, column.id);
    if (count > 0) throw catalogErrors.column_in_use({ count });
    await store.dropColumn(tx, scope, column);
    changed('attribute_column', column.id);
  }),
  serve(contract.listColumnValues, async ({ tx, scope, params }) => {
    const column = await oneColumn(tx, scope, params.id);
    return wholePage(await store.readColumnValues(tx, scope, column.id));
  }),
  serve(contract.correctColumnValue, async ({ tx, scope, params, body, changed }) => {
    const column = await lockColumn(tx, scope, params.id);
    const { from, to } = body;
    if (!isValueOfType(to, column.value_type))
      throw catalogErrors.value_not_number({ path: 'to', value: to, option: column.name });
    const ids = await store.productsWith(tx, scope, column.id, from);
    if (ids.length === 0) throw catalogErrors.value_not_found({ path: 'from' });
    const taken = await store.haveValue(tx, scope, column.id, from, to);
    if (taken.length > 0) throw catalogErrors.value_beside({ path: 'to', to, products: listed(taken) });
    if (to !== from) await store.rewriteValue(tx, scope, column, body, ids);
    changed('attribute_column', column.id);
    for (const id of ids.slice(0, 100)) changed('product', id);
    return oneColumn(tx, scope, column.id);
  }),
];
