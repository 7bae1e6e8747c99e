import {
  type CashRegister,
  type CreateRegisterBody,
  fiscalErrors,
  MAX_REGISTERS,
  type UpdateRegisterBody,
} from '@lanka/domain/fiscal/contract';
import { assertReceipts } from '@lanka/domain/kit/plans';
import { ServiceError } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import { SecretUnreadableError } from '../kit/auth/secrets';
import type { Tx } from '../kit/db/db';
import { hashSecret, newId, newSecret } from '../kit/db/ids';
import type { AskContext } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';
import * as checkbox from './client';
import { licenseOf, opened, seal, sealKeys } from './keys';
import { countUnderWay } from './receipts.store';
import * as store from './registers.store';
import { applySeen } from './shifts';
import { factsOf, isAuthentication, lookAt, type Seen } from './state';
import { askAgain } from './tasks';

/** Shifts are closed by themselves at this time unless somebody says otherwise. */
const CLOSE_AT = '23:30';

/** What a person is told when the service did not do what he asked for. */
export function told(error: unknown): unknown {
  if (isAuthentication(error)) return fiscalErrors.authentication({ path: 'pin' }, { path: 'license_key' });
  if (error instanceof checkbox.RefusedError) return fiscalErrors.refused({ reason: error.message });
  if (error instanceof ServiceError || error instanceof OutboundError) return fiscalErrors.unavailable();
  return error;
}

const toldOf = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw told(error);
  }
};

type Asking = Pick<AskContext<{ id: string }, unknown, 'cash_registers.edit'>, 'app' | 'read' | 'params'>;

async function recordOf({ read, params }: Asking): Promise<store.RegisterRecord> {
  const found = await read(async (tx, scope) => store.readRecord(tx, scope, params.id));
  if (!found || found.deleted_at !== null) throw fiscalErrors.not_found();
  return found;
}

/** @throws fiscal.unreadable */
async function openedOf(app: Services, found: store.RegisterRecord): Promise<checkbox.Register> {
  try {
    const register = await opened(app, found);
    if (register) return register;
  } catch (error) {
    if (error instanceof SecretUnreadableError) throw fiscalErrors.unreadable({ path: 'pin' }, { path: 'license_key' });
    throw error;
  }
  throw fiscalErrors.not_found();
}

/** The register with its keys, before the service is asked. @throws fiscal.not_found, fiscal.unreadable */
async function keysOf(asking: Asking) {
  const found = await recordOf(asking);
  return { found, register: await openedOf(asking.app, found) };
}

export async function mustFind(tx: Tx, scope: ProjectScope, id: string): Promise<CashRegister> {
  const register = await store.findRegister(tx, scope, id);
  if (!register) throw fiscalErrors.not_found();
  return register;
}

/** The licence key is sold for one register: it is not connected twice. @throws fiscal.duplicateKasa */
async function refuseKnown(
  app: Services,
  known: readonly store.RegisterRecord[],
  license_key: string,
  but?: string,
): Promise<void> {
  for (const one of known)
    if (one.id !== but && (await licenseOf(app, one)) === license_key)
      throw fiscalErrors.duplicateKasa({ path: 'license_key', cash_register_id: one.id });
}

async function refuseUnknownCounterparty(tx: Tx, scope: ProjectScope, id: string | null | undefined): Promise<void> {
  if (id && !(await store.hasCounterparty(tx, scope, id)))
    throw fiscalErrors.unknown_counterparty({ path: 'counterparty_id' });
}

/** What is known to be wrong is said before the service is asked. */
export async function askForNew({
  app,
  read,
  body,
}: AskContext<unknown, CreateRegisterBody, 'cash_registers.edit'>): Promise<Seen> {
  const project_id = await read(async (tx, scope) => {
    assertReceipts(scope.project.subscription_plan);
    const known = await store.readConnected(tx, scope);
    await refuseKnown(app, known, body.license_key);
    if (known.length >= MAX_REGISTERS) throw fiscalErrors.too_many({ allowed: MAX_REGISTERS });
    await refuseUnknownCounterparty(tx, scope, body.counterparty_id);
    return scope.project.id;
  });
  const seen = await toldOf(lookAt(app, { project_id, pin: body.pin, license_key: body.license_key }, null));
  if (seen.reason === 'authentication') throw fiscalErrors.authentication({ path: 'pin' }, { path: 'license_key' });
  return seen;
}

export async function createRegister(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { name, pin, license_key, counterparty_id = null }: CreateRegisterBody,
  seen: Seen,
): Promise<CashRegister> {
  assertReceipts(scope.project.subscription_plan);
  await store.lockRegisters(tx, scope);
  const known = await store.readConnected(tx, scope);
  await refuseKnown(app, known, license_key);
  if (known.length >= MAX_REGISTERS) throw fiscalErrors.too_many({ allowed: MAX_REGISTERS });
  await refuseUnknownCounterparty(tx, scope, counterparty_id);
  const id = newId();
  await store.insertRegister(tx, scope, {
    ...{ id, name, counterparty_id, close_at: CLOSE_AT },
    ...{ fiscal_number: '', title: '', address: '', cashier: '', is_test: false, is_offline: false },
    ...(await sealKeys(app, id, { pin, license_key })),
    ...factsOf(seen),
  });
  const locked = await store.lockRegister(tx, scope, id);
  // it may have been opened by another program
  if (locked) await applySeen(tx, scope, locked, seen);
  return mustFind(tx, scope, id);
}

/** New keys are tried before they are kept. */
export async function askForChange(
  context: AskContext<{ id: string }, UpdateRegisterBody, 'cash_registers.edit'>,
): Promise<Seen | null> {
  const { app, body, read } = context;
  const { pin, license_key } = body;
  if (pin === undefined && license_key === undefined) return null;
  const found = await recordOf(context);
  if (license_key !== undefined)
    await read(async (tx, scope) => refuseKnown(app, await store.readConnected(tx, scope), license_key, found.id));
  // where both are new those before need not be readable
  const keys =
    pin !== undefined && license_key !== undefined
      ? { project_id: found.project_id, pin, license_key }
      : {
          ...(await openedOf(app, found)),
          ...(pin === undefined ? {} : { pin }),
          ...(license_key === undefined ? {} : { license_key }),
        };
  const seen = await toldOf(lookAt(app, keys, null));
  if (seen.reason === 'authentication') throw fiscalErrors.authentication({ path: 'pin' }, { path: 'license_key' });
  return seen;
}

export async function updateRegister(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { pin, license_key, ...changes }: UpdateRegisterBody,
  seen: Seen | null,
  if_match: number | undefined,
): Promise<CashRegister> {
  await store.lockRegisters(tx, scope);
  const register = await store.lockRegister(tx, scope, id);
  if (!register) throw fiscalErrors.not_found();
  await refuseStale(if_match, register.version, () => mustFind(tx, scope, id));
  await refuseUnknownCounterparty(tx, scope, changes.counterparty_id);
  // an open shift is of the register that the key stands for, and in the name of that seller
  const another =
    (license_key !== undefined && seen?.info?.fiscal_number !== register.fiscal_number) ||
    (changes.counterparty_id !== undefined && changes.counterparty_id !== register.counterparty_id);
  if (another && register.shift !== 'closed') throw fiscalErrors.open_shift();
  if (license_key !== undefined) await refuseKnown(app, await store.readConnected(tx, scope), license_key, id);
  const sealed = {
    ...(pin === undefined ? {} : { pin: await seal(app, 'pin', id, pin) }),
    // the webhook belongs to the register of the old key
    ...(license_key === undefined
      ? {}
      : { license_key: await seal(app, 'license_key', id, license_key), webhook_token: null, webhook_key: null }),
  };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await store.saveRegister(tx, scope, register, { ...given, ...sealed, ...(seen ? factsOf(seen) : {}) }, true);
  // what nobody could ask for is asked for by the new keys
  if (seen) await askAgain(tx, app, register);
  return mustFind(tx, scope, id);
}

/** @throws fiscal.open_shift, fiscal.waiting */
export async function deleteRegister(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const register = await store.lockRegister(tx, scope, id);
  if (!register) throw fiscalErrors.not_found();
  if (register.shift !== 'closed') throw fiscalErrors.open_shift();
  if ((await countUnderWay(tx, scope, id)) > 0) throw fiscalErrors.waiting();
  const gone = { pin: null, license_key: null, webhook_token: null, webhook_key: null };
  await store.saveRegister(tx, scope, register, { ...gone, deleted_at: new Date().toISOString() }, true);
}

interface Webhook {
  readonly token: string;
  readonly key: string;
}

/** Tells the service where to call, or that it need not. Null: off. */
export async function askForWebhook(
  context: AskContext<{ id: string }, { on: boolean }, 'cash_registers.edit'>,
): Promise<Webhook | null> {
  const { app, body } = context;
  const { found, register } = await keysOf(context);
  if (!body.on) {
    await toldOf(checkbox.removeWebhook(app, register));
    return null;
  }
  const token = newSecret();
  const url = `${app.config.publicUrl}/api/fiscal/webhooks/${found.project_id}/${token}`;
  const { key } = await toldOf(checkbox.setWebhook(app, register, url));
  return { token, key };
}

export async function saveWebhook(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  webhook: Webhook | null,
): Promise<CashRegister> {
  const register = await store.lockRegister(tx, scope, id);
  if (!register) throw fiscalErrors.not_found();
  const columns = webhook
    ? { webhook_token: hashSecret(webhook.token), webhook_key: await seal(app, 'webhook_key', id, webhook.key) }
    : { webhook_token: null, webhook_key: null };
  await store.saveRegister(tx, scope, register, columns);
  return mustFind(tx, scope, id);
}

export async function askForState(context: AskContext<{ id: string }, unknown, 'cash_registers.edit'>): Promise<Seen> {
  const { found, register } = await keysOf(context);
  return toldOf(lookAt(context.app, register, found.shift === 'closed' ? null : found.shift_id));
}

export async function saveState(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  seen: Seen,
): Promise<CashRegister> {
  const register = await store.lockRegister(tx, scope, id);
  if (!register) throw fiscalErrors.not_found();
  await applySeen(tx, scope, register, seen);
  await askAgain(tx, app, register);
  return mustFind(tx, scope, id);
}

export { keysOf, toldOf };
