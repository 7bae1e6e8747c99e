import { isTimeToPause, nextRunAt } from '@lanka/domain/feeds/schedule';
import type { SourceTrouble } from '@lanka/domain/feeds/sources';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import type { ImportRecord } from './feeds.store';
import { SOURCE_TOLD } from './notices';
import * as store from './sources.store';

type Run = Pick<ImportRecord, 'project_id' | 'id' | 'source_id' | 'held' | 'url' | 'created_at'>;

/** Whether a person has changed the source since this run began: what it has seen of the file says nothing of the next. */
const isBehind = ({ created_at }: Run, { updated_at }: store.SourceRecord): boolean =>
  new Date(updated_at) > new Date(created_at);

/**
 * A run was carried out, or found the same file. False when its source is not there any more: then it has been stopped.
 * Before the import's own row, as everywhere.
 */
export async function settleGood(tx: Tx, run: Run, good: store.GoodRun): Promise<boolean> {
  const source = run.source_id === null ? null : await store.lockSource(tx, inProject(run), run.source_id);
  if (!source) return run.source_id === null;
  const { counts } = good;
  const now = new Date();
  await store.settleSource(tx, inProject(run), source.id, {
    ...{ trouble: null, failures: 0, failing_since: null, good_at: now.toISOString() },
    ...(good.source === null ? {} : { source: good.source }),
    ...(counts ? { good_offers: counts.created + counts.changed + counts.unchanged } : {}),
    ...(isBehind(run, source)
      ? {}
      : {
          next_at: nextRunAt(source.every_hours, 0, now).toISOString(),
          ...(counts ? { validators: good.validators } : {}),
        }),
  });
  await store.dropUnmodifiedRuns(tx, inProject(run), source.id);
  return true;
}

const inProject = ({ project_id }: Pick<Run, 'project_id'>) =>
  ({ project: { id: project_id } }) as Pick<ProjectScope, 'project'>;

/**
 * A run has changed nothing: the pause grows, and people are told the first time and when it is put off. Answers
 * whether they are told now.
 */
export async function settleTrouble(tx: Tx, app: Services, run: Run, trouble: SourceTrouble): Promise<boolean> {
  const source = run.source_id === null ? null : await store.lockSource(tx, inProject(run), run.source_id);
  // of another file than it is read from by now it says nothing
  if (!source || source.url !== run.url) return false;
  const now = new Date();
  const failures = source.failures + 1;
  const since = source.failing_since ? new Date(source.failing_since) : now;
  const pauses = source.active && isTimeToPause(since, now);
  await store.settleSource(tx, inProject(run), source.id, {
    ...{ trouble, failures, failing_since: since.toISOString() },
    next_at: nextRunAt(source.every_hours, failures, now).toISOString(),
    ...(pauses ? { active: false, paused_at: now.toISOString() } : {}),
  });
  const { id, name } = source;
  const tell = (kind: (typeof SOURCE_TOLD)[keyof typeof SOURCE_TOLD]) =>
    app.notices.tell(tx, systemIn(run.project_id), kind, {}, { id, name, trouble });
  if (pauses) await tell(SOURCE_TOLD.paused);
  else if (source.trouble !== trouble) await tell(SOURCE_TOLD.trouble);
  return pauses || source.trouble !== trouble;
}
