import { askAcquiring, connectAcquiring, isPlayed, lookNow, play, readAcquiring } from '../acquiring';
import { askPage, payByCard } from '../card_payments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseKnown, authoriseSystem, listProjectIds } from '../projects';
import { findPayer } from './cards.store';

const SHOP = 'Текстиль-Плюс';
/** What the simulator takes: `server/simulators/acquiring`. */
const TOKEN = 'mDemoTokenOfTekstylPlus1';

/** The shop of the demo takes cards, and one was declined. Where the simulator does not answer it does not. */
export async function addCards(app: Services): Promise<void> {
  if (!isPlayed(app)) return;
  for (const id of await app.db.transaction({ readOnly: true }, listProjectIds))
    await connectShop(app, id).catch((err: unknown) => app.log.warn({ err }, 'the demo takes no cards'));
}

async function connectShop(app: Services, project_id: string): Promise<void> {
  const as = <T>(work: (tx: Tx, scope: ProjectScope) => Promise<T>): Promise<T> =>
    app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      const scope = await authoriseSystem(tx, project_id);
      if (!scope) throw new Error('the owner of the demo is there');
      return work(tx, scope);
    });
  const isWanted = await as(
    async (tx, scope) => scope.project.title === SHOP && !(await readAcquiring(tx, project_id)).connected,
  );
  if (!isWanted) return;
  const body = { token: TOKEN };
  const told = await askAcquiring({
    ...{ app, body, params: { project_id }, query: {}, if_match: undefined, locale: 'ua', read: as },
  });
  await as((tx, scope) => connectAcquiring(tx, app, scope, body, told, undefined));
  await declineOne(app, project_id);
}

/** A dropshipper tries to put money on his balance: it does not change what the rest of the demo tells of it. */
async function declineOne(app: Services, project_id: string): Promise<void> {
  const as = <T>(work: (tx: Tx, scope: ProjectScope) => Promise<T>): Promise<T> =>
    app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      const payer = await findPayer(tx, project_id);
      const scope = payer && (await authoriseKnown(tx, project_id, payer));
      if (!scope) throw new Error('a dropshipper of the demo is there');
      return work(tx, scope);
    });
  const body = { amount: 50_000 };
  const page = await askPage({
    ...{ app, body, params: { project_id }, query: {}, if_match: undefined, locale: 'ua', read: as },
  });
  const { id } = await as((tx, scope) => payByCard(tx, app, scope, body, page));
  await play(app, 'decline', id);
  await lookNow(app, { tenant: project_id, id });
}
