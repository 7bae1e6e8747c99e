import { type Acquiring, acquiringErrors, type ConnectAcquiringBody } from '@lanka/domain/acquiring/contract';
import { findPaused } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { hashSecret } from '../kit/db/ids';
import type { AskContext } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { inHundreds } from '../projects';
import * as client from './client';
import * as store from './connections.store';

const contextOf = (project_id: string): string => `acquiring ${project_id}`;

const asMerchant = (token: string, project_id: string | null): client.Merchant => ({
  ...{ token, project_id },
  merchant: hashSecret(token),
});

/** By whose token a payment is made; null where there is none (any more). @throws SecretUnreadableError */
export async function merchantOf(
  app: Services,
  owner: 'project' | 'platform',
  connection: store.StoredConnection | null,
): Promise<client.Merchant | null> {
  if (owner === 'platform') return app.config.acquiringToken ? asMerchant(app.config.acquiringToken, null) : null;
  if (!connection || connection.is_refused) return null;
  const { project_id, sealed_token } = connection;
  return asMerchant(await app.secrets.open(sealed_token, contextOf(project_id)), project_id);
}

/** A person has paused the service: nobody begins to pay either. */
export const isPausedFor = async (tx: Tx, owner: 'project' | 'platform', tenant: string): Promise<boolean> =>
  owner === 'project' && (await findPaused(tx, [tenant], 'acquiring')).size > 0;

/** Whether a payment by card can begin. @param owner the project of the transaction, or the platform */
export async function acceptsCards(
  tx: Tx,
  app: Pick<Services, 'config'>,
  owner: 'platform' | { readonly project_id: string },
): Promise<boolean> {
  if (owner === 'platform') return app.config.acquiringToken !== undefined;
  return (await acceptingProjects(tx, [owner.project_id])).has(owner.project_id);
}

/** Of these projects, which the transaction has entered, those that take cards. */
export async function acceptingProjects(tx: Tx, projectIds: readonly string[]): Promise<ReadonlySet<string>> {
  const connected = await store.connectedProjects(tx, projectIds, { refused: false });
  if (connected.length === 0) return new Set();
  const paused = await findPaused(tx, connected, 'acquiring');
  return new Set(connected.filter((id) => !paused.has(id)));
}

export async function readAcquiring(tx: Tx, project_id: string): Promise<Acquiring> {
  const found = await store.findConnection(tx, project_id);
  return {
    ...{ connected: found !== null, merchant_name: found?.merchant_name ?? '' },
    ...{ merchant_code: found?.merchant_code ?? '', connected_at: found?.created_at ?? null },
    ...{ is_refused: found?.is_refused ?? false, version: found?.version ?? 0 },
  };
}

interface Told {
  readonly merchant_name: string;
  readonly merchant_code: string;
  readonly public_key: string;
}

type Asking = AskContext<{ project_id: string }, ConnectAcquiringBody, 'acquiring.connect'>;

/** Tries a token before it is kept. */
export async function askAcquiring({ app, body, if_match, read }: Asking): Promise<Told> {
  const project_id = await read(async (tx, scope) => {
    const found = await store.findConnection(tx, scope.project.id);
    await refuseStale(if_match, found?.version ?? 0, () => readAcquiring(tx, scope.project.id));
    return scope.project.id;
  });
  const merchant = asMerchant(body.token, project_id);
  try {
    const { merchantName, edrpou } = await client.readMerchant(app, merchant);
    return {
      ...{ merchant_name: merchantName, merchant_code: edrpou },
      public_key: await client.readPublicKey(app, merchant),
    };
  } catch (error) {
    throw client.told(error);
  }
}

export async function connectAcquiring(
  tx: Tx,
  app: Services,
  { project }: ProjectScope,
  { token }: ConnectAcquiringBody,
  { public_key, ...names }: Told,
  if_match: number | undefined,
): Promise<Acquiring> {
  const { found } = await store.lockConnection(tx, project.id);
  await refuseStale(if_match, found?.version ?? 0, () => readAcquiring(tx, project.id));
  const sealed_token = await app.secrets.seal(token, contextOf(project.id));
  await store.saveConnection(tx, { project_id: project.id, sealed_token, ...names });
  await store.saveKey(tx, hashSecret(token), public_key);
  return readAcquiring(tx, project.id);
}

export async function disconnectAcquiring(tx: Tx, { project }: ProjectScope): Promise<void> {
  const { found } = await store.lockConnection(tx, project.id);
  if (!found) throw acquiringErrors.not_connected();
  await store.removeConnection(tx, project.id);
}

/** What an older key has sealed is sealed by the newest. */
export async function resealTokens(app: Services): Promise<number> {
  let count = 0;
  await inHundreds(app, async (projectIds) => {
    const rows = await app.db.transaction({ readOnly: true, projectIds }, (tx) => store.listSealed(tx, projectIds));
    for (const { project_id, sealed_token } of rows) {
      const sealed = await app.secrets.renew(sealed_token, contextOf(project_id));
      if (sealed === null) continue;
      await app.db.transaction({ projectIds: [project_id] }, (tx) =>
        store.saveSealed(tx, project_id, sealed_token, sealed),
      );
      count += 1;
    }
  });
  return count;
}
