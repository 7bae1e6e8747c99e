import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { addBytes, type Owner, setMeasured, type Unmeasured, unmeasuredUploads } from './room.store';
import { allProjects } from './uploads';

const PROJECTS_AT_ONCE = 200;
const ROWS_AT_ONCE = 200;
/** Before all ids. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Files of one kind whose size is not known, and where it is written. */
interface Measurable {
  list(tx: Tx, projectIds: readonly string[], after: string, limit: number): Promise<Unmeasured[]>;
  set(tx: Tx, file: Unmeasured, bytes: number): Promise<Owner | undefined>;
}

/**
 * Counts files whose size was not known when they came: those of an older version, which counted nothing, and those
 * that were sent to S3 past us. What is there already is counted also where it is more than the plan allows.
 */
export async function measureAll(app: Services, { list, set }: Measurable): Promise<void> {
  const within = <T>(projectIds: readonly string[], act: (tx: Tx) => Promise<T>) =>
    app.db.transaction({ projectIds: [...projectIds] }, act);
  for (const listProjects of app.hooks.all(allProjects)) {
    const ids = await app.db.transaction({ readOnly: true }, listProjects);
    for (let from = 0; from < ids.length; from += PROJECTS_AT_ONCE) {
      const some = ids.slice(from, from + PROJECTS_AT_ONCE);
      let after = FIRST;
      for (;;) {
        const files = await within(some, (tx) => list(tx, some, after, ROWS_AT_ONCE));
        for (const file of files) {
          const bytes = await app.storage.size(file.key);
          // an upload that has not come yet; it is counted when it does, or swept
          if (bytes === null) continue;
          await within([file.project_id], async (tx) => {
            const owner = await set(tx, file, bytes);
            if (owner && bytes > 0) await addBytes(tx, owner, bytes);
          });
        }
        const last = files.at(-1);
        if (!last || files.length < ROWS_AT_ONCE) break;
        after = last.id;
      }
    }
  }
}

const measure = job<Record<string, never>>('files.measure');

export const measureUploads = byClock(measure, '50 * * * *', (app) =>
  measureAll(app, { list: unmeasuredUploads, set: setMeasured }),
);
