import { moveReaders } from '../api_keys';
import { readPosition, toCursor } from '../changes';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseSystem, listProjectIds } from '../projects';
import {
  beginHere,
  countWebhooks,
  createWebhook,
  keepTest,
  playReceiver,
  readForTest,
  sendTest,
  sideOfProject,
} from '../webhooks';

const SHOP = 'Текстиль-Плюс';

/**
 * The shop's own site, played by the simulator, hears of what changes; the simulator is told the secret, as whoever
 * connects a site would write it down. Without a simulator the demo has no webhook.
 */
export async function addWebhook(app: Services): Promise<void> {
  const address = app.config.webhookReceiver;
  if (!app.config.simulators || !address) return;
  for (const id of await app.db.transaction({ readOnly: true }, listProjectIds))
    await connectShop(app, id, `${address}/hooks/tekstyl-plius`).catch((err: unknown) =>
      app.log.warn({ err }, 'the demo has no webhook'),
    );
}

async function connectShop(app: Services, project_id: string, url: string): Promise<void> {
  const as = <T>(work: (tx: Tx, scope: ProjectScope) => Promise<T>): Promise<T> =>
    app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      const scope = await authoriseSystem(tx, project_id);
      if (!scope) throw new Error('the owner of the demo is there');
      return work(tx, scope);
    });
  const side = await as(async (tx, scope) => {
    const found = sideOfProject(scope);
    return scope.project.title === SHOP && (await countWebhooks(tx, found.keeper)) === 0 ? found : null;
  });
  if (!side) return;
  await beginHere(app, side);
  const events = ['order', 'stock', 'payment', 'request_form'] as const;
  const made = await as(async (tx) => {
    // its key has read what came about while the demo was made
    await moveReaders(tx, project_id, toCursor(await readPosition(tx, [project_id])));
    return createWebhook(tx, app, side, { url, events: [...events] });
  });
  await playReceiver(app, 'secret', { secret: made.secret });
  const known = await as((tx) => readForTest(tx, side, made.id));
  const tried = await sendTest(app, known, made.id);
  await as((tx) => keepTest(tx, side, made.id, tried));
}
