import type { Services } from '../kit/services';
import { authoriseKnown } from '../projects';
import { pressStartPlayed } from './client';
import { hearWaiting } from './hear';
import { sendJob } from './jobs';
import { knownBot, pollOnce } from './known';
import { enable } from './links';
import { writeMessages } from './way';

export { isPlayed } from './address';

/** Connects somebody of the demo, as if he had pressed Start on the phone of the simulator. */
export async function linkPlayed(app: Services, project_id: string, user_id: string, person: number): Promise<void> {
  const bot = await knownBot(app);
  const link = await app.db.transaction({ projectIds: [project_id], userId: user_id }, async (tx) => {
    const scope = await authoriseKnown(tx, project_id, user_id);
    return scope && enable(tx, app, scope, {}, bot);
  });
  const payload = /=([\w-]+)$/.exec(link?.deep_link ?? '')?.[1];
  if (!payload) return;
  await pressStartPlayed(app, person, payload);
  await pollOnce(app);
  await hearWaiting(app);
}

/** Says to one person's chat what has happened, as it is told when it happens. */
export async function tellPlayed(
  app: Services,
  project_id: string,
  user_id: string,
  name: string,
  facts: object,
): Promise<void> {
  const kind = app.notices.kinds.get(name);
  if (!kind) return;
  await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const event = { kind: name, actor_id: null, counterparty_id: null, user_id: null, counterparty_ids: null };
    const person = { user_id, email: '', locale: 'ua' as const, staff: true, app: true, opened: true };
    await writeMessages(
      tx,
      app,
      { project_id, kind, event: { ...event, facts, at: new Date().toISOString() }, count: 1 },
      [{ ...person, ways: { mail: 'off', bot: 'now' } }],
    );
    await app.jobs.send(tx, sendJob, {});
  });
}
