import { Readable } from 'node:stream';
import { DomainError } from '@lanka/domain/kit/errors';
import { dottedDays, formatDateTime } from '@lanka/domain/kit/time';
import { reportErrors } from '@lanka/domain/reports/contract';
import { REPORTS } from '@lanka/domain/reports/kinds';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { work } from '../kit/slice';
import { readTemplates } from '../templates';
import { kindOf } from './kinds';
import type { Asked } from './kinds/kind';
import { ASKED_TOLD, SCHEDULED_TOLD } from './notices';
import type { ReportRecord } from './reports.store';
import * as store from './reports.store';
import { columnsOfFields, write } from './write';

interface OneReport {
  readonly project_id: string;
  readonly report_id: string;
}

/** A large one must not keep the small ones waiting. */
export const makeReport = job<OneReport>('reports.make', { expireInSeconds: 3600, concurrency: 2 });
export const removeFile = job<{ file: string }>('reports.remove_file');

/** The database or the store may be away for a while: it is begun anew so often before whoever waits is told. */
const MAX_ATTEMPTS = 4;

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/** It was deleted while it was being made. */
class GoneError extends Error {}

export const makeJob = work(makeReport, async (app, { project_id, report_id }) => {
  const scope = { project: { id: project_id } };
  const within = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => app.db.transaction({ projectIds: [project_id] }, act);
  const attempts = await within((tx) => store.beginReport(tx, scope, report_id));
  const record = attempts > 0 ? await within((tx) => store.findReport(tx, scope, report_id)) : null;
  if (!record) return;
  try {
    // whatever ends the process each time shall not leave it unfinished for ever
    if (attempts > MAX_ATTEMPTS) throw reportErrors.broken();
    await make(app, record, within);
  } catch (error) {
    if (error instanceof GoneError) return;
    const failure = failureOf(error);
    if (failure === 'broken' && attempts < MAX_ATTEMPTS) throw error;
    app.log.error({ err: error, report_id }, 'a report failed');
    const values = { status: 'failed', failure, finished_at: new Date().toISOString() } as const;
    await within(async (tx) => {
      if (await store.setRunning(tx, scope, report_id, values)) await tell(tx, app, record, 'failed', 0);
    });
  }
  app.live.publish(project_id, { kind: 'report', id: report_id });
});

const failureOf = (error: unknown): NonNullable<ReportRecord['failure']> =>
  error instanceof DomainError && error.code === reportErrors.too_many_rows.code ? 'too_many_rows' : 'broken';

/** `report_2026-11-27_14-05-09.xlsx` (specification §7, Export): the same at each attempt. */
function nameOf({ created_at, format }: ReportRecord): string {
  const at = new Date(created_at);
  const [day = '', time = ''] = formatDateTime(at).split(' ');
  const seconds = String(at.getUTCSeconds()).padStart(2, '0');
  return `report_${day.split('.').reverse().join('-')}_${time.replace(':', '-')}-${seconds}.${format}`;
}

/** Writes the file: a page of rows is held, however many there are. */
async function make(
  app: Services,
  record: ReportRecord,
  within: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<void> {
  const { project_id, id, kind, locale, format, costs } = record;
  const scope = { project: { id: project_id } } as Pick<ProjectScope, 'project'>;
  const of = kindOf(kind);
  const templates = await within((tx) =>
    readTemplates(
      tx,
      scope,
      (of.fields ?? []).map(({ set }) => set),
    ),
  );
  const columns = [
    ...of.columns.filter((column) => costs || !column.costs),
    ...columnsOfFields(of, Object.values(templates).flat()),
  ];
  const asked: Asked = {
    ...{ project_id, locale, from: record.from ?? '', to: record.to ?? '', on: record.on ?? '' },
    ...{ product_variant_id: record.product_variant_id ?? '', counterparty_id: record.counterparty_id },
  };
  async function* pages() {
    let last: object | null = null;
    for (;;) {
      const after: object | null = last;
      const rows: object[] = await within((tx) => of.read(tx, asked, after));
      if (rows.length === 0) return;
      yield rows;
      last = rows.at(-1) ?? null;
    }
  }
  let count = 0;
  const told = async (rows: number): Promise<void> => {
    count = rows;
    if (!(await within((tx) => store.setRunning(tx, scope, id, { rows })))) throw new GoneError();
    app.live.publish(project_id, { kind: 'report', id });
  };
  const { leavesOut, total } = of;
  const bytes = write({ columns, leavesOut, total, locale, format, sheet: REPORTS[kind][locale], pages, told });
  const file_name = nameOf(record);
  const file = `${project_id}/${id}/${file_name}`;
  await app.storage.writeStream(file, Readable.from(bytes, { objectMode: false }), TYPES[format]);
  const size = await app.storage.size(file);
  const finished_at = new Date().toISOString();
  const kept = await within(async (tx) => {
    const done = { status: 'done', file, file_name, rows: count, bytes: size, finished_at } as const;
    const isMine = await store.setRunning(tx, scope, id, done);
    if (isMine) await tell(tx, app, record, 'done', count);
    return isMine || (await store.findReport(tx, scope, id)) !== null;
  });
  if (!kept) await app.storage.remove(file);
}

const daysOf = ({ from, to, on }: ReportRecord): string => dottedDays({ from: on ?? from ?? '', to: on ?? to ?? '' });

async function tell(
  tx: Tx,
  { notices }: Services,
  record: ReportRecord,
  what: 'done' | 'failed',
  rows: number,
): Promise<void> {
  const { project_id, id, kind, user_id, schedule_id, recipients } = record;
  const [told, people] = schedule_id ? [SCHEDULED_TOLD, recipients] : [ASKED_TOLD, [user_id]];
  for (const person of people)
    await notices.tell(
      tx,
      systemIn(project_id),
      told[what],
      { user_id: person },
      { id, kind, days: daysOf(record), rows },
    );
}

export const removeFileJob = work(removeFile, (app, { file }) => app.storage.remove(file));
