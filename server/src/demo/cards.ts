import { askAcquiring, connectAcquiring, isPlayed, readAcquiring } from '../acquiring';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseSystem, listProjectIds } from '../projects';

const SHOP = 'Текстиль-Плюс';
/** What the simulator takes: `server/simulators/acquiring`. */
const TOKEN = 'mDemoTokenOfTekstylPlus1';

/** The shop of the demo takes cards. Where the simulator does not answer it does not. */
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
}
