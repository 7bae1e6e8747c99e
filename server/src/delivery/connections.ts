import { type ConnectBody, DEFAULTS, deliveryErrors, NO_RULES, type Sender } from '@lanka/domain/delivery/contract';
import type { ProjectScope } from '../kit/auth/scope';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { inHundreds } from '../projects';
import { readMainInfo } from '../templates';
import { type Origin, readSenders } from './carrier';
import { type Account, asRefusal } from './client';
import * as store from './connections.store';
import { readBranch, readCity, readDirectory } from './directory.store';
import { refreshJob } from './directory-job';

const contextOf = (project_id: string, owner: string): string => `nova_poshta ${project_id} ${owner}`;

export async function accountOf(app: Services, row: store.StoredConnection): Promise<Account> {
  const key = await app.secrets.open(row.sealed_key, contextOf(row.project_id, row.owner_id));
  return { project_id: row.project_id, key };
}

/** @throws delivery.not_ready */
export function originOf(row: store.StoredConnection): Origin {
  const { sender_ref, contact_ref, city, branch } = row;
  const contact = row.senders.find(({ ref }) => ref === sender_ref)?.contacts.find(({ ref }) => ref === contact_ref);
  if (!sender_ref || !contact_ref || !contact || !city || !branch) throw deliveryErrors.not_ready();
  return { sender_ref, contact_ref, phone: contact.phone, city_ref: city.ref, branch_ref: branch.ref };
}

/** By whose key whoever asks makes waybills: a dropshipper by his own, everybody else by the supplier's. */
export const ownerOf = ({ role, counterparty_id }: ProjectScope): string => {
  if (role !== 'Client') return store.SUPPLIER;
  if (counterparty_id === null) throw new Error('a client stands for a counterparty');
  return counterparty_id;
};

/** @throws delivery.not_connected, delivery.own_not_connected, delivery.owner_gone */
export async function mustConnection(tx: Tx, scope: ProjectScope, owner: string = store.SUPPLIER) {
  const row = await store.findConnection(tx, scope, owner);
  if (row) return row;
  if (owner === store.SUPPLIER) throw deliveryErrors.not_connected();
  throw scope.role === 'Client' ? deliveryErrors.own_not_connected() : deliveryErrors.owner_gone();
}

/** Whether the supplier lets his dropshippers make waybills by keys of their own. */
export const areOwnLet = async (tx: Tx, scope: ProjectScope): Promise<boolean> =>
  (await readMainInfo(tx, scope)).own_waybills;

/** The key by which whoever asks makes waybills. @throws delivery.own_off and those of `mustConnection` */
export async function makingConnection(tx: Tx, scope: ProjectScope): Promise<store.StoredConnection> {
  const owner = ownerOf(scope);
  if (owner !== store.SUPPLIER && !(await areOwnLet(tx, scope))) throw deliveryErrors.own_off();
  return mustConnection(tx, scope, owner);
}

/** For what both sides ask alike: prices and streets. A dropshipper without a key of his own asks by the supplier's. */
export async function askingConnection(tx: Tx, scope: ProjectScope): Promise<store.StoredConnection | null> {
  const own = scope.role === 'Client' ? await store.findConnection(tx, scope, ownerOf(scope)) : null;
  return own ?? store.findConnection(tx, scope);
}

/** Any project's key opens the directory, which is public: each of these is tried until one does, and says so. */
export async function eachForDirectory(
  app: Services,
  open: (account: Account, row: store.StoredConnection) => Promise<boolean>,
): Promise<void> {
  let isOpen = false;
  await inHundreds(app, async (projectIds) => {
    if (isOpen) return;
    const within = { readOnly: true, projectIds };
    for (const { project_id, owner_id } of await app.db.transaction(within, (tx) =>
      store.listConnected(tx, projectIds),
    )) {
      const row = await app.db.transaction(within, (tx) => store.findConnection(tx, systemIn(project_id), owner_id));
      if (row) isOpen = await open(await accountOf(app, row), row);
      if (isOpen) return;
    }
  });
}

export async function readState(tx: Tx, scope: ProjectScope) {
  const row = await store.findConnection(tx, scope);
  return { connection: row && store.asConnection(row), directory: await readDirectory(tx) };
}

export async function readOwnState(tx: Tx, scope: ProjectScope) {
  const row = await store.findConnection(tx, scope, ownerOf(scope));
  const is_allowed = await areOwnLet(tx, scope);
  return { is_allowed, connection: row && store.asOwnConnection(row), directory: await readDirectory(tx) };
}

/** Tries the key, where one is given, before anything is written. */
export async function trySenders(app: Services, project_id: string, { key }: ConnectBody): Promise<Sender[] | null> {
  if (!key) return null;
  return readSenders(app, { project_id, key }).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'DomainError' ? error : asRefusal(error);
  });
}

/** Connects, or changes what is given. Of one sender, or one contact, there is nothing to choose. */
export async function connect(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: ConnectBody,
  found: Sender[] | null,
  owner: string = store.SUPPLIER,
): Promise<void> {
  const { found: known } = await store.lockConnection(tx, scope, owner);
  const senders = found ?? known?.senders;
  if (!senders)
    throw owner === store.SUPPLIER
      ? deliveryErrors.not_connected({ path: 'key' })
      : deliveryErrors.own_not_connected({ path: 'key' });
  const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);
  const sender =
    senders.find(({ ref }) => ref === (body.sender_ref ?? known?.sender_ref)) ??
    (body.sender_ref ? undefined : only(senders));
  if (body.sender_ref && !sender) throw deliveryErrors.unknown_sender({ path: 'sender_ref' });
  const contacts = sender?.contacts ?? [];
  const contact =
    contacts.find(({ ref }) => ref === (body.contact_ref ?? known?.contact_ref)) ??
    (body.contact_ref ? undefined : only(contacts));
  if (body.contact_ref && !contact) throw deliveryErrors.unknown_sender({ path: 'contact_ref' });
  const place = await placeOf(tx, body, known);
  const { id } = scope.project;
  await store.saveConnection(tx, scope, owner, {
    sealed_key: body.key ? await app.secrets.seal(body.key, contextOf(id, owner)) : (known?.sealed_key ?? ''),
    key_tail: body.key?.slice(-4) ?? known?.key_tail ?? '',
    ...{ senders, sender_ref: sender?.ref ?? null, contact_ref: contact?.ref ?? null, ...place },
    defaults: { ...DEFAULTS, ...known?.defaults, ...body.defaults },
    rules: { ...NO_RULES, ...known?.rules, ...body.rules },
    remind_days: body.remind_days ?? known?.remind_days ?? 3,
    is_refused: body.key ? false : (known?.is_refused ?? false),
    ...(body.key ? { checked_at: new Date().toISOString() } : {}),
  });
  // the first who connects needs towns to choose from
  if (body.key && (await readDirectory(tx)).branches === 0) await app.jobs.send(tx, refreshJob, {});
}

async function placeOf(tx: Tx, { city_ref, branch_ref }: ConnectBody, known: store.StoredConnection | null) {
  const before = { city: known?.city ?? null, branch: known?.branch ?? null };
  if (!city_ref && !branch_ref) return before;
  const city = city_ref ? await readCity(tx, city_ref) : null;
  if (city_ref && !city) throw deliveryErrors.unknown_place({ path: 'city_ref' });
  const named = city ? { ref: city.ref, name: city.name } : before.city;
  if (!branch_ref) return { city: named, branch: named?.ref === before.city?.ref ? before.branch : null };
  const branch = await readBranch(tx, branch_ref);
  if (!branch || branch.city_ref !== named?.ref || branch.kind === 'locker')
    throw deliveryErrors.unknown_place({ path: 'branch_ref' });
  return { city: named, branch: { ref: branch.ref, name: branch.name } };
}

/** What an older key has sealed is sealed by the newest. */
export async function sealAnew(app: Services): Promise<number> {
  let count = 0;
  await inHundreds(app, async (projectIds) => {
    const rows = await app.db.transaction({ readOnly: true, projectIds }, (tx) => store.listSealed(tx, projectIds));
    for (const { project_id, owner_id, sealed_key } of rows) {
      const sealed = await app.secrets.renew(sealed_key, contextOf(project_id, owner_id));
      if (sealed === null) continue;
      await app.db.transaction({ projectIds: [project_id] }, (tx) =>
        store.saveSealed(tx, project_id, owner_id, sealed_key, sealed),
      );
      count += 1;
    }
  });
  return count;
}
