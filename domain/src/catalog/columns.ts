import { z } from 'zod';
import { Id, requiredText, Version } from '../kit/ids';
import { page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { OptionInput, ValueType } from './entities';
import { catalogErrors } from './errors';
import { MERGE_KEEPS } from './rules';

/** What variants differ by («Обʼєм»): a column of the project with one type, whichever products use it (specification §3). */
export const AttributeColumn = z.object({
  id: Id,
  name: z.string(),
  value_type: ValueType,
  /** Products that use it, and those of them in whose variants' names it shows; deleted ones are not counted. */
  products_count: z.int(),
  in_name_count: z.int(),
  /** Different values. */
  values_count: z.int(),
  /** Of those, the ones that are no numbers: in a column of numbers they are to be corrected. */
  not_numbers_count: z.int(),
  /** Columns whose names differ from this one in case, spaces or apostrophes alone. */
  alike: z.array(z.object({ id: Id, name: z.string() })),
  version: Version,
});
export type AttributeColumn = z.infer<typeof AttributeColumn>;

/** A value of a column, whichever products have it. */
export const ColumnValue = z.object({ value: z.string(), products_count: z.int(), is_number: z.boolean() });
export type ColumnValue = z.infer<typeof ColumnValue>;

const ColumnBody = z.object({ name: OptionInput.shape.name, value_type: ValueType });
/** Options of products carry the name and the type of their column. */
const CHANGED = ['product', 'product_variant', 'product_option', 'product_variant_option', 'attribute_column'] as const;

export const listColumns = route({
  method: 'GET',
  path: 'projects/:project_id/attribute_columns',
  summary: 'The attribute columns of the project, the most used first; a thousand at most',
  auth: 'templates.read',
  shows: ['product'],
  params: InProject,
  returns: page(AttributeColumn),
});

export const createColumn = route({
  method: 'POST',
  path: 'projects/:project_id/attribute_columns',
  summary: 'Make a column before any product uses it',
  auth: 'templates.edit',
  changes: CHANGED,
  params: InProject,
  status: 201,
  body: ColumnBody,
  returns: AttributeColumn,
  errors: [catalogErrors.column_exists, catalogErrors.too_many_columns],
});

export const updateColumn = route({
  method: 'PATCH',
  path: 'projects/:project_id/attribute_columns/:id',
  summary: 'Rename a column in all products that use it, or give it another type',
  auth: 'templates.edit',
  changes: CHANGED,
  params: OneInProject,
  body: ColumnBody.partial(),
  returns: AttributeColumn,
  errors: [catalogErrors.column_not_found, catalogErrors.column_exists, catalogErrors.column_not_numbers],
});

export const mergeColumn = route({
  method: 'POST',
  path: 'projects/:project_id/attribute_columns/:id/merge',
  summary:
    'Let the products of this column use another one, and delete this one. Where a modification has two values that differ, `keep` says what it gets',
  auth: 'templates.edit',
  changes: CHANGED,
  params: OneInProject,
  body: z.object({ into: Id, keep: z.enum(MERGE_KEEPS).optional() }),
  returns: AttributeColumn,
  errors: [
    catalogErrors.column_not_found,
    catalogErrors.column_itself,
    catalogErrors.column_contradicts,
    catalogErrors.too_many_to_merge,
    catalogErrors.duplicate_combination,
    catalogErrors.value_not_number,
    catalogErrors.value_too_long,
    catalogErrors.column_not_numbers,
  ],
});

export const deleteColumn = route({
  method: 'DELETE',
  path: 'projects/:project_id/attribute_columns/:id',
  summary: 'Delete a column that no product uses',
  auth: 'templates.edit',
  changes: CHANGED,
  params: OneInProject,
  errors: [catalogErrors.column_not_found, catalogErrors.column_in_use],
});

export const listColumnValues = route({
  method: 'GET',
  path: 'projects/:project_id/attribute_columns/:id/values',
  summary: 'Its values: those that are no numbers first, then by number or name; 500 at most',
  auth: 'templates.read',
  shows: ['product'],
  params: OneInProject,
  returns: page(ColumnValue),
  errors: [catalogErrors.column_not_found],
});

export const correctColumnValue = route({
  method: 'POST',
  path: 'projects/:project_id/attribute_columns/:id/values',
  summary: 'Write a value otherwise in all products that have it; names of variants follow',
  auth: 'templates.edit',
  changes: CHANGED,
  params: OneInProject,
  body: z.object({ from: z.string().max(120), to: requiredText(120) }),
  returns: AttributeColumn,
  errors: [
    catalogErrors.column_not_found,
    catalogErrors.value_not_found,
    catalogErrors.value_not_number,
    catalogErrors.value_beside,
  ],
});

export const columnRoutes = {
  listColumns,
  createColumn,
  updateColumn,
  mergeColumn,
  deleteColumn,
  listColumnValues,
  correctColumnValue,
};
