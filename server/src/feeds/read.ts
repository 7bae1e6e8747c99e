import type { FeedHeader } from '@lanka/domain/feeds/contract';
import { importErrors } from '@lanka/domain/feeds/errors';
import { TABLE_SETS } from '@lanka/domain/feeds/fields';
import { DomainError } from '@lanka/domain/kit/errors';
import { findUpload } from '../files';
import type { ProjectScope } from '../kit/auth/scope';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { readTemplates } from '../templates';
import { fetchChanged, readBody, siteFor } from './client';
import type { ImportRecord } from './feeds.store';
import type { ParsedRow } from './parse/offer';
import { parseFeed } from './parse/parse';
import type { importRows, KeptError, Validators } from './tables';

type InProject = Pick<ProjectScope, 'project'>;

const STAGE_ROWS = 500;
/** Rows are written sooner when they are heavy, so that memory does not grow with their size. */
const STAGE_BYTES = 4_000_000;

export const MAX_FEED_BYTES = 200 * 1024 * 1024;

interface Source {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly total: number | null;
  readonly content_type: string | undefined;
  readonly name: string | undefined;
  readonly validators: Validators | null;
}

export function keptError(error: DomainError): KeptError {
  const { code, text, details } = error;
  return { code, text: { ua: text.ua, en: text.en }, details: details.map((detail) => ({ ...detail })) };
}

async function openSource(app: Services, record: ImportRecord, seen: Validators | null): Promise<Source | null> {
  if (record.url !== null) {
    const where = { address: record.url, config: app.config };
    const site = siteFor(app.outbound, 'import', where, {
      ...{ max_bytes: MAX_FEED_BYTES, timeout_ms: 15 * 60_000, idle_ms: 30_000, accept: '*/*' },
    });
    const fetched = await fetchChanged(record.url, site, seen);
    if (!fetched) return null;
    const { bytes: total, content_type, validators } = fetched;
    return {
      ...{ bytes: readBody(fetched, site.limits), total, content_type, validators },
      name: decodeName(fetched.url.pathname),
    };
  }
  const upload = record.upload ?? '';
  const scope = { project: { id: record.project_id } } as Parameters<typeof findUpload>[1];
  const known = await app.db.transaction({ readOnly: true, projectIds: [record.project_id] }, (tx) =>
    findUpload(tx, scope, upload),
  );
  const key = known?.kept_as ?? upload;
  const total = known ? await app.storage.size(key) : null;
  if (!known || total === null) throw importErrors.upload_not_found();
  const { content_type, original_name: name } = known;
  return { bytes: await app.storage.read(key), total, content_type, name, validators: null };
}

function decodeName(path: string): string | undefined {
  try {
    return decodeURIComponent(path.split('/').pop() ?? '') || undefined;
  } catch {
    return undefined;
  }
}

export interface ReadProgress {
  readonly rows_read: number;
  readonly bytes_read: number;
  readonly bytes_total: number | null;
  readonly header: FeedHeader;
}

export interface ReadResult extends ReadProgress {
  /** Why the file could not be read to its end; the rows before it are there. */
  readonly error: DomainError | null;
  readonly validators: Validators | null;
}

export type NewImportRow = typeof importRows.$inferInsert;

/**
 * Reads the file and hands its rows over in batches, with how far it has come; memory holds one batch. What
 * `write` throws ends the reading. Null: the site says that it is the same file as was seen.
 */
export async function readFile(
  app: Services,
  record: ImportRecord,
  seen: Validators | null,
  write: (rows: readonly NewImportRow[], now: ReadProgress) => Promise<void>,
): Promise<ReadResult | null> {
  const source = await openSource(app, record, seen);
  if (!source) return null;
  const { bytes, total, content_type, name, validators } = source;
  const { project_id, id: import_id } = record;
  const keepColumns = await app.db.transaction({ readOnly: true, projectIds: [project_id] }, async (tx) => {
    const templates = await readTemplates(tx, { project: { id: project_id } } as InProject, TABLE_SETS);
    return Object.values(templates).some((fields) => fields.length > 0);
  });
  let bytes_read = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      bytes_read += chunk.length;
      yield chunk;
    }
  }
  const feed = parseFeed(counted(), {
    keepColumns,
    ...(record.kind ? { kind: record.kind } : {}),
    ...(name ? { fileName: name } : {}),
    ...(content_type ? { contentType: content_type } : {}),
  });
  const now = (): ReadProgress => ({
    rows_read: feed.summary.rows,
    bytes_read,
    bytes_total: total,
    header: feed.header,
  });
  let batch: NewImportRow[] = [];
  let weight = 0;
  let error: DomainError | null = null;
  try {
    for await (const row of feed) {
      batch.push(asRow(project_id, import_id, row));
      weight += 600 + (row.offer ? row.offer.description.length * 2 : 0);
      if (batch.length < STAGE_ROWS && weight < STAGE_BYTES) continue;
      await write(batch, now());
      batch = [];
      weight = 0;
    }
  } catch (thrown) {
    if (!(thrown instanceof DomainError)) throw thrown;
    error = thrown;
  }
  await write(batch, now());
  return { ...now(), error, validators };
}

function asRow(project_id: string, import_id: string, row: ParsedRow): NewImportRow {
  const { row: number, line, outcome, reasons, warnings, offer } = row;
  return {
    ...{ project_id, import_id, id: newId(), number, line: line ?? null, reasons, warnings },
    external_id: offer?.external_id ?? row.external_id ?? '',
    title: offer?.title ?? row.title ?? '',
    offer: offer ? { ...offer, warnings } : null,
    outcome: outcome === 'offer' ? null : outcome,
  };
}
