import { isPast, minutesUntil } from '@lanka/domain/fiscal/rules';
import { kyivDate } from '@lanka/domain/kit/time';
import { systemIn } from '../kit/auth/scope';
import { job } from '../kit/jobs/jobs';
import { tellLater } from '../kit/notices/notices';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import { closedByItself, closesSoon } from './notices';
import { listOpened, timeNow, WARNED_MINUTES } from './registers.store';
import { closeRegister } from './shifts';
import { askForCheck } from './tasks';

/** Projects that are looked at by one statement. */
const AT_ONCE = 500;
/** How often the job comes, minutes: the warning is told in one of its rounds. */
const EVERY = 10;
const DAY_MS = 24 * 3_600_000;
/** A shift that is open for a day takes no receipts any more. */
const LONGEST_MS = DAY_MS - EVERY * 60_000;

async function eachOpened(
  app: Services,
  act: (register: Awaited<ReturnType<typeof listOpened>>[number]) => Promise<void>,
): Promise<void> {
  const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const projectIds = ids.slice(at, at + AT_ONCE);
    const found = await app.db.transaction({ readOnly: true, projectIds }, (tx) => listOpened(tx, projectIds));
    for (const register of found)
      await act(register).catch((err: unknown) => app.log.error({ err, register: register.id }, 'a shift stays open'));
  }
}

/** Closes shifts whose time has come, and tells before that it will. */
export const closeByTime = (app: Services, now = new Date()): Promise<void> =>
  eachOpened(app, async ({ project_id, id, name, close_at, opened_at }) => {
    if (close_at === null) return;
    const time = timeNow(now);
    const opened = opened_at === null ? now : new Date(opened_at);
    const isToday = kyivDate(opened) === kyivDate(now);
    // one that was opened after the time of its day is closed at that of the next
    const isDue = isToday
      ? isPast(close_at, time) && !isPast(close_at, timeNow(opened))
      : isPast(close_at, time) || now.getTime() - opened.getTime() >= LONGEST_MS;
    const scope = systemIn(project_id);
    const told = { register_id: id, register: name, time: close_at };
    const left = minutesUntil(close_at, time);
    if (!isDue && (left > WARNED_MINUTES || left <= WARNED_MINUTES - EVERY)) return;
    await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      if (isDue) await closeRegister(tx, app, scope, id);
      await tellLater(tx, scope, isDue ? closedByItself : closesSoon, {}, [told]);
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
