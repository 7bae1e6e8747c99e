import {
  type ApiKey,
  type ApiKeyState,
  type ApiLimits,
  apiKeyErrors,
  type CreateApiKeyBody,
  type CurrentKey,
  MAX_API_KEYS,
  type NewApiKey,
  SHOWN_CHARACTERS,
} from '@lanka/domain/api_keys/contract';
import { forecastUse } from '@lanka/domain/api_keys/rules';
import { type ApiScope, scopesFor } from '@lanka/domain/kit/api_scopes';
import { common } from '@lanka/domain/kit/errors';
import type { Page } from '@lanka/domain/kit/lists';
import { type Audience, apiAllowed, assertApi, callsPerMinute, plansWithApi } from '@lanka/domain/kit/plans';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { newApiKey } from '../kit/auth/api-keys';
import type { DropshippingScope, ProjectScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { hashSecret } from '../kit/db/ids';
import type { ListQuery } from '../kit/db/paging';
import { monthOf } from '../kit/http/meter';
import type { Services } from '../kit/services';
import * as store from './api_keys.store';
import { readLately } from './calls.store';
import { monthAfter } from './check';

interface Side {
  readonly keeper: store.Keeper;
  readonly audience: Audience;
  readonly plan: string | null;
  readonly scopes: readonly ApiScope[];
}

export const sideOfProject = ({ project, user }: ProjectScope): Side => ({
  keeper: { project_id: project.id, user_id: user.id },
  ...{ audience: 'manufacturer', plan: project.subscription_plan, scopes: scopesFor('project') },
});

export const sideOfDropshipper = async (tx: Tx, { user }: DropshippingScope): Promise<Side> => ({
  keeper: { project_id: user.id, user_id: user.id },
  ...{ audience: 'dropshipper', plan: await store.readUserPlan(tx, user.id), scopes: scopesFor('dropshipping') },
});

function shown({ revoked_at, ...key }: store.StoredKey): ApiKey {
  const state: ApiKeyState =
    revoked_at !== null
      ? 'revoked'
      : key.last_day !== null && key.last_day < kyivDate(new Date())
        ? 'expired'
        : 'living';
  return { ...key, state };
}

/** What a month is foretold by. */
const LATELY_DAYS = 7;
const thisMonth = (): string => monthOf(new Date());

export async function listKeys(tx: Tx, { keeper }: Side, query: ListQuery): Promise<Page<ApiKey>> {
  const page = await store.listKeys(tx, keeper, thisMonth(), query);
  return { ...page, items: page.items.map(shown) };
}

export async function readLimits(tx: Tx, app: Services, { keeper, audience, plan }: Side): Promise<ApiLimits> {
  const month = thisMonth();
  const allowed = apiAllowed(audience, plan);
  const use = await store.readUse(tx, keeper, month);
  const today = kyivDate(new Date());
  const resets_on = monthAfter(month);
  const lately = await readLately(tx, keeper.project_id, daysAfter(today, 1 - LATELY_DAYS), today);
  return {
    ...{ allowed, use, resets_on },
    forecast: allowed && forecastUse(use, allowed, lately, today, resets_on),
    calls_per_minute: callsPerMinute(plan, app.config.apiCallsPerMinute),
    plans: plansWithApi(audience),
  };
}

async function answerWith(tx: Tx, { keeper }: Side, id: string, key: string): Promise<NewApiKey> {
  const made = await store.readKey(tx, keeper, thisMonth(), id);
  if (!made) throw new Error('a key that was written is there');
  return { ...shown(made), key };
}

const secretOf = (key: string) => ({ prefix: key.slice(0, SHOWN_CHARACTERS), token_hash: hashSecret(key) });

export async function createKey(tx: Tx, side: Side, body: CreateApiKeyBody): Promise<NewApiKey> {
  assertApi(side.audience, side.plan);
  const foreign = body.scopes.find((scope) => !side.scopes.includes(scope));
  if (foreign) throw common.invalid({ path: 'scopes', code: 'invalid_value', allowed: side.scopes });
  const today = kyivDate(new Date());
  if (body.last_day !== null && body.last_day < today)
    throw apiKeyErrors.in_past({ path: 'last_day', earliest: today });
  await store.lockKeeper(tx, side.keeper);
  if ((await store.countLiving(tx, side.keeper, today)) >= MAX_API_KEYS)
    throw apiKeyErrors.too_many({ allowed: MAX_API_KEYS });
  const key = newApiKey();
  const scopes = side.scopes.filter((scope) => body.scopes.includes(scope));
  const id = await store.insertKey(tx, side.keeper, { ...body, scopes }, secretOf(key));
  return answerWith(tx, side, id, key);
}

export async function rotateKey(tx: Tx, side: Side, id: string, keep_hours: number): Promise<NewApiKey> {
  const known = await store.lockKey(tx, side.keeper, id);
  if (!known) throw apiKeyErrors.not_found();
  assertApi(side.audience, side.plan);
  if (known.revoked || (known.last_day !== null && known.last_day < kyivDate(new Date()))) throw apiKeyErrors.gone();
  const key = newApiKey();
  await store.replaceSecret(tx, side.keeper, id, { ...secretOf(key), keep_hours });
  return answerWith(tx, side, id, key);
}

export async function revokeKey(tx: Tx, { keeper }: Side, id: string): Promise<void> {
  if (!(await store.markRevoked(tx, keeper, id))) throw apiKeyErrors.not_found();
}

/** What a key is told of itself. @throws api_keys.only_keys when a person asks */
export async function readCurrent(tx: Tx, app: Services, { api_key, user }: UserScope): Promise<CurrentKey> {
  if (!api_key) throw apiKeyErrors.only_keys();
  const { id, name, scopes, tenant_id } = api_key;
  const keeper = { project_id: tenant_id, user_id: user.id };
  const stored = await store.readKey(tx, keeper, thisMonth(), id);
  if (!stored) throw apiKeyErrors.not_found();
  const project = tenant_id === user.id ? null : await store.readKeyProject(tx, tenant_id);
  const plan = project ? project.plan : await store.readUserPlan(tx, user.id);
  const audience = project ? 'manufacturer' : 'dropshipper';
  const { allowed, use, resets_on, calls_per_minute } = await readLimits(tx, app, { keeper, audience, plan, scopes });
  return {
    ...{ id, name, scopes: [...scopes], last_day: stored.last_day },
    owner: project
      ? { kind: 'project', id: tenant_id, friendly_id: project.friendly_id, name: project.title }
      : { kind: 'dropshipper', id: user.id, name: user.name },
    limits: { allowed, use, resets_on, calls_per_minute },
  };
}
