import type { Locale } from '@lanka/domain/kit/errors';
import { plural } from '@lanka/domain/kit/plural';
import { isQuiet, lastMorning } from '@lanka/domain/notices/rules';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import { rowByRow } from '../kit/jobs/row-by-row';
import { fromPlatform } from '../kit/mail/caps';
import { noticeWords } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listProjectIds } from '../projects';
import { mayReach } from './choices';
import * as store from './digest.store';
import { DIGEST } from './letters';
import { digestLink } from './unsubscribe';

type App = Pick<Services, 'db' | 'log' | 'notices' | 'mail' | 'keys' | 'config'>;

/** So many lines a letter has; the rest are told by their number. */
const MOST_LINES = 40;

/** Every hour: what gathered in it, and once a day, in the morning or as soon as this runs after it, what gathered in the day. */
export const digests = byClock(job<Record<string, never>>('notices.digest'), '3 * * * *', (app) =>
  writeDigests(app, new Date()),
);

export async function writeDigests(app: App, now: Date): Promise<void> {
  const due = { hourly: !isQuiet(now), morning: lastMorning(now).toISOString() };
  const all = await app.db.transaction({ readOnly: true }, listProjectIds);
  const waiting = await app.db.transaction({ readOnly: true, projectIds: all }, (tx) => store.findDue(tx, due));
  // whose address got as many letters as it may keeps what waits for the next one
  await rowByRow<store.Waiting & { readonly id: string }>(app, {
    name: digests.job.name,
    find: async (last) => (last ? [] : waiting.map((one) => ({ ...one, id: one.user_id }))),
    act: (one) => app.db.transaction({ projectIds: one.project_ids }, (tx) => writeDigest(tx, app, one, due)),
  });
}

/** All that is due for one person, of all his projects, in one letter. */
async function writeDigest(tx: Tx, app: App, waiting: store.Waiting, due: store.Due): Promise<void> {
  const lines = (await store.takeDue(tx, waiting, due)).filter((line) => mayStillKnow(app, line));
  const addressee = await store.findAddress(tx, waiting.user_id);
  if (lines.length === 0 || !addressee) return;
  const facts = { count: lines.length, lines: inWords(app, addressee.locale, lines) };
  const letter = DIGEST.to(addressee, facts, `${app.config.publicUrl}/cp/notices`);
  const unsubscribe = await digestLink(app, waiting.user_id);
  await app.mail.post(tx, { ...letter, unsubscribe }, fromPlatform('digest', addressee.email));
}

/** His role may have changed since he was told. */
function mayStillKnow({ notices }: Pick<App, 'notices'>, { kind, role, outside }: store.DueNotice): boolean {
  const reaches = notices.kinds.get(kind)?.reaches ?? [];
  return outside || (role !== null && reaches.some((audience) => mayReach(audience, role)));
}

const MORE: Readonly<Record<Locale, (count: number) => string>> = {
  ua: (count) =>
    `І ще ${count} ${plural('ua', count, { one: 'сповіщення', few: 'сповіщення', many: 'сповіщень' })} у застосунку.`,
  en: (count) => `And ${count} more in the app.`,
};

/** A paragraph for each project. */
function inWords({ notices }: Pick<App, 'notices'>, locale: Locale, lines: readonly store.DueNotice[]): string {
  const byProject = new Map<string, store.DueNotice[]>();
  for (const line of lines.slice(0, MOST_LINES))
    byProject.set(line.project, [...(byProject.get(line.project) ?? []), line]);
  const paragraphs = [...byProject].map(([project, told]) =>
    [
      `${project}:`,
      ...told.flatMap(({ kind, facts, count }) => {
        const known = notices.kinds.get(kind);
        if (!known) return [];
        const { title, text } = noticeWords(known, locale, facts, count);
        return [`• ${text ? `${title} – ${text}` : title}`.replace(/\s+/g, ' ')];
      }),
    ].join('\n'),
  );
  const more = lines.length - MOST_LINES;
  return [...paragraphs, ...(more > 0 ? [MORE[locale](more)] : [])].join('\n\n');
}
