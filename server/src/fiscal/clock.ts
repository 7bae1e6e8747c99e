import { minutesUntil } from '@lanka/domain/fiscal/rules';
import { systemIn } from '../kit/auth/scope';
import { job } from '../kit/jobs/jobs';
import { tellLater } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { inHundreds } from '../projects';
import { closesSoon } from './notices';
import { listOpened, type OpenedRegister, timeNow, WARNED_MINUTES } from './registers.store';
import { closeRegister } from './shifts';
import { askForCheck } from './tasks';

/** How often the job comes, minutes: the warning is told in one of its rounds. */
const EVERY = 10;
const DAY_MS = 24 * 3_600_000;
/** A shift that is open for a day takes no receipts any more. */
const LONGEST_MS = DAY_MS - EVERY * 60_000;
/** How long ago it was so late the last time, where it will be so in so many minutes. */
const sinceLast = (minutes: number): number => (DAY_MS - minutes * 60_000) % DAY_MS;

const eachOpened = (app: Services, act: (register: OpenedRegister) => Promise<void>): Promise<void> =>
  inHundreds(app, async (projectIds) => {
    const found = await app.db.transaction({ readOnly: true, projectIds }, (tx) => listOpened(tx, projectIds));
    for (const register of found)
      await act(register).catch((err: unknown) => app.log.error({ err, register: register.id }, 'a shift stays open'));
  });

/** Closes shifts whose time has come, and tells before that it will. */
export const closeByTime = (app: Services, now = new Date()): Promise<void> =>
  eachOpened(app, async ({ project_id, id, name, close_at, opened_at, failed }) => {
    if (close_at === null) return;
    const left = minutesUntil(close_at, timeNow(now));
    const opened = opened_at === null ? now.getTime() : Date.parse(opened_at);
    // its time has come since it was opened; one that was opened just after it is closed before its day is over
    const isDue = opened < now.getTime() - sinceLast(left) || now.getTime() - opened >= LONGEST_MS;
    // one that would not close is tried once an hour: each failure is told of
    if (isDue && failed && now.getUTCMinutes() >= EVERY) return;
    if (!isDue && (left > WARNED_MINUTES || left <= WARNED_MINUTES - EVERY)) return;
    const scope = systemIn(project_id);
    await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      if (isDue) await closeRegister(tx, app, scope, id);
      else await tellLater(tx, scope, closesSoon, {}, [{ register_id: id, register: name, time: close_at }]);
    });
    app.live.publish(project_id, { kind: 'cash_register', id });
  });

/** What was opened or closed elsewhere is seen within the hour, without a webhook too. */
const checkOpened = (app: Services): Promise<void> =>
  eachOpened(app, async ({ project_id, id }) => {
    const hour = new Date().toISOString().slice(0, 13);
    await app.db.transaction({ projectIds: [project_id] }, (tx) =>
      askForCheck(tx, app, project_id, id, `hour ${hour}`),
    );
  });

export const fiscalClock = [
  byClock(job('fiscal.close_by_time'), '*/10 * * * *', (app) => closeByTime(app)),
  byClock(job('fiscal.check_opened'), '25 * * * *', checkOpened),
];
