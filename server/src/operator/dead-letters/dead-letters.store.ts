import type { Page } from '@lanka/domain/kit/lists';
import type { DeadLetter, DeadLetterDetails } from '@lanka/domain/operator/contract';
import { type Shown, shownData, withoutSecrets } from '@lanka/domain/operator/secrets';
import { type SQL, sql } from 'drizzle-orm';
import type { StaffScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { type ListQuery, readPage, toInstant, toInstantOrNull } from '../../kit/db/paging';
import { matches } from '../../kit/db/words';
import { DEAD_LETTERS, unsealed } from '../../kit/jobs/jobs';

type Row = Record<string, unknown>;

/** The queue's own table: a job that was given up is copied there with what it was. */
const FROM = sql`pgboss.job j`;
const THERE = sql`j.name = ${DEAD_LETTERS} and j.state = 'created'`;
const JOB = sql`coalesce(j.source_name, '')`;
const CREATED = sql`coalesce(j.source_created_on, j.created_on)`;
/** An error as it was thrown, or what the queue says of a job whose process was lost. */
const ERROR = sql`coalesce(j.source_output ->> 'message', j.source_output -> 'value' ->> 'message', '')`;
const COLUMNS = sql`j.id, ${JOB} as job, ${CREATED} as sent_at, j.created_on as failed_at,
  coalesce(j.source_retry_count, 0) + 1 as attempts, ${ERROR} as error, j.data`;

function asDeadLetter(row: Row): DeadLetter {
  const { by } = unsealed((row.data ?? {}) as object);
  return {
    id: String(row.id),
    job: String(row.job),
    created_at: toInstant(row.sent_at),
    failed_at: toInstant(row.failed_at),
    attempts: Number(row.attempts),
    error: withoutSecrets(String(row.error)),
    request_id: by?.request_id ?? null,
  };
}

interface Filters extends ListQuery {
  readonly q?: string | undefined;
  readonly job?: string | undefined;
}

export function listDeadLetters(tx: Tx, _scope: StaffScope, query: Filters): Promise<Page<DeadLetter>> {
  const conditions: SQL[] = [
    THERE,
    ...(query.q ? [matches(query.q, { fields: [JOB, ERROR] })] : []),
    ...(query.job ? [sql`j.source_name = ${query.job}`] : []),
  ];
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      where: sql.join(conditions, sql` and `),
      id: sql`j.id`,
      sorts: {
        failed_at: { by: sql`j.created_on`, type: 'timestamptz' },
        created_at: { by: CREATED, type: 'timestamptz' },
        job: { by: JOB, type: 'text' },
      },
    },
    asDeadLetter,
  );
}

export async function countDeadLetters(
  tx: Tx,
  _scope: StaffScope,
): Promise<{ total: number; oldest_at: string | null; by_job: { job: string; count: number }[] }> {
  const found = await tx.rows<Row>(sql`
    select ${JOB} as job, count(*)::int as count, min(j.created_on) as oldest from ${FROM} where ${THERE}
    group by 1 order by 2 desc, 1`);
  const oldest = found.map((row) => toInstantOrNull(row.oldest) ?? '').sort()[0];
  return {
    total: found.reduce((sum, row) => sum + Number(row.count), 0),
    oldest_at: oldest || null,
    by_job: found.map((row) => ({ job: String(row.job), count: Number(row.count) })),
  };
}

/** Locks it: two operators cannot decide about it both. */
export async function lockDeadLetter(tx: Tx, scope: StaffScope, id: string): Promise<DeadLetterDetails | null> {
  return readOne(tx, scope, id, sql`for update of j`);
}

export const readDeadLetter = (tx: Tx, scope: StaffScope, id: string): Promise<DeadLetterDetails | null> =>
  readOne(tx, scope, id, sql``);

async function readOne(tx: Tx, _scope: StaffScope, id: string, lock: SQL): Promise<DeadLetterDetails | null> {
  const found = await tx.rows<Row>(sql`select ${COLUMNS} from ${FROM} where ${THERE} and j.id = ${id} ${lock}`);
  const [row] = found;
  if (!row) return null;
  const { data } = unsealed((row.data ?? {}) as object);
  return { ...asDeadLetter(row), data: shownData(data) as Record<string, Shown> };
}
