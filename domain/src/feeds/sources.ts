import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant, requiredText, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Percent } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { FeedKind, Import } from './contract';
import { importErrors } from './errors';
import { EVERY_HOURS } from './schedule';

/** Files of goods that are fetched again and again, and what is done with each. */
export const MAX_SOURCES = 20;

export const sourceErrors = errors('import_sources', {
  not_found: { status: 404, ua: 'Такого джерела немає', en: 'No such source' },
  full: {
    status: 409,
    ua: 'Уже є {limit} джерел, більше створити не можна. Видаліть зайві',
    en: 'There are {limit} sources already, which is as many as there may be. Delete those that are not needed',
  },
  running: {
    status: 409,
    ua: 'З цього джерела вже йде імпорт. Дочекайтеся його завершення',
    en: 'An import from this source is under way already. Wait until it is done',
  },
});

/** What becomes of goods that the file has no more: they are hidden from dropshippers, or stay as they are. */
export const Vanished = z.enum(['hide', 'keep']);
export type Vanished = z.infer<typeof Vanished>;

const EveryHours = z.union(EVERY_HOURS.map((hours) => z.literal(hours)));

const Fields = z.object({
  name: requiredText(80),
  url: requiredText(2000),
  /** Null: as the file looks. */
  kind: FeedKind.nullable(),
  every_hours: EveryHours,
  vanished: Vanished,
  /** Off: it is fetched only by a press. */
  active: z.boolean(),
  /** New products are shown to dropshippers at once. */
  publish: z.boolean(),
  /** Where the file has one price only: the dropshipper pays it less this many hundredths of a percent. */
  discount: Percent,
});

export const CreateSourceBody = Fields.partial({ kind: true, publish: true, discount: true, active: true });
export type CreateSourceBody = z.infer<typeof CreateSourceBody>;
export const UpdateSourceBody = Fields.partial();
export type UpdateSourceBody = z.infer<typeof UpdateSourceBody>;

/** Why the last run changed nothing: it failed, the file breaks off, has less than half of the goods, or none. */
export const SourceTrouble = z.enum(['failed', 'broken', 'halved', 'empty']);
export type SourceTrouble = z.infer<typeof SourceTrouble>;

export const ImportSource = Fields.extend({
  id: Id,
  /** When it is fetched next; null while it is off. */
  next_at: Instant.nullable(),
  trouble: SourceTrouble.nullable(),
  /** Since when it has been in trouble. */
  failing_since: Instant.nullable(),
  /** Set when it was put off after days of trouble. */
  paused_at: Instant.nullable(),
  /** Of the last run that was carried out: when it ended, and how many offers it brought. */
  good_at: Instant.nullable(),
  good_offers: z.int().nullable(),
  last_run: Import.nullable(),
  version: Version,
  created_at: Instant,
});
export type ImportSource = z.infer<typeof ImportSource>;

const path = 'projects/:project_id/import_sources';

export const listSources = route({
  method: 'GET',
  path,
  summary: 'Sources of goods that are imported by the clock, newest first, each with its last run',
  auth: 'imports.run',
  params: InProject,
  query: listQuery(['-created_at'], {}),
  returns: page(ImportSource),
});

export const readSource = route({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One source with its last run; the others are imports with its `source_id`',
  auth: 'imports.run',
  params: OneInProject,
  returns: ImportSource,
  errors: [sourceErrors.not_found],
});

const addressErrors = [importErrors.url_invalid, importErrors.address_forbidden];

export const createSource = route({
  method: 'POST',
  path,
  summary: 'Keep a source; unless it is off, its first run begins at once',
  auth: 'imports.run',
  changes: ['import_source', 'import'],
  params: InProject,
  status: 201,
  body: CreateSourceBody,
  returns: ImportSource,
  errors: [sourceErrors.full, ...addressErrors],
});

export const updateSource = route({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Change a source; switched on again, it is fetched within minutes',
  auth: 'imports.run',
  changes: ['import_source'],
  params: OneInProject,
  body: UpdateSourceBody,
  returns: ImportSource,
  errors: [sourceErrors.not_found, ...addressErrors],
});

export const deleteSource = route({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Delete a source; a run that is under way stops, goods and history stay',
  auth: 'imports.run',
  changes: ['import_source', 'import'],
  params: OneInProject,
  errors: [sourceErrors.not_found],
});

export const runSource = route({
  method: 'POST',
  path: `${path}/:id/run`,
  summary: 'Fetch the source now and compare all of it, whether or not the file has changed',
  auth: 'imports.run',
  changes: ['import_source', 'import', 'product', 'product_variant'],
  params: OneInProject,
  status: 201,
  body: z.object({}),
  returns: Import,
  errors: [sourceErrors.not_found, sourceErrors.running, importErrors.too_many_waiting],
});
