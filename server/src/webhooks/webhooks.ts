import { CHANGE_KIND_NAMES, DROPSHIPPING_EVENTS } from '@lanka/domain/kit/change_kinds';
import { common, type Locale } from '@lanka/domain/kit/errors';
import { fieldMessages } from '@lanka/domain/kit/field-messages';
import { type Audience, assertApi } from '@lanka/domain/kit/plans';
import {
  MAX_WEBHOOKS,
  MOST_REPLAYED,
  type NewWebhook,
  notAddress,
  type Replayed,
  type SaveWebhookBody,
  type UpdateWebhookBody,
  type Webhook,
  webhookErrors,
} from '@lanka/domain/webhooks/contract';
import { readUserPlan } from '../api_keys';
import { numberIn, readPosition, toCursor } from '../changes';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { isPrivateLiteral } from '../kit/outbound/addresses';
import type { Services } from '../kit/services';
import { isReceiver, newSecret } from './client';
import * as store from './webhooks.store';

export interface Side {
  readonly keeper: store.Keeper;
  readonly locale: Locale;
  readonly audience: Audience;
  readonly plan: string | null;
  readonly events: readonly string[];
  /** Whose changes it hears of. */
  readonly projects: readonly string[];
}

export const sideOfProject = ({ project, user, locale }: ProjectScope): Side => ({
  ...{ keeper: { project_id: project.id, user_id: user.id }, locale },
  ...{ audience: 'manufacturer', plan: project.subscription_plan, events: CHANGE_KIND_NAMES, projects: [project.id] },
});

export const sideOfDropshipper = async (tx: Tx, { user, suppliers, locale }: DropshippingScope): Promise<Side> => ({
  ...{ keeper: { project_id: user.id, user_id: user.id }, locale },
  ...{ audience: 'dropshipper', plan: await readUserPlan(tx, user.id), events: DROPSHIPPING_EVENTS },
  projects: suppliers.map(({ project_id }) => project_id),
});

/** Where its secrets belong: elsewhere they do not open. */
export const contextOf = (id: string): string => `webhook ${id}`;

function check(app: Services, side: Side, { url, events }: Partial<SaveWebhookBody>): void {
  const foreign = events?.find((event) => !side.events.includes(event));
  if (foreign) throw common.invalid({ path: 'events', code: 'invalid_value', allowed: side.events });
  if (url === undefined || app.config.webhooksAllowPrivateAddresses) return;
  const address = new URL(url);
  // the operator's own stands beside the product
  if (isReceiver(app.config, address)) return;
  // what is sent has orders and people in it: on the way nobody reads along
  if (address.protocol !== 'https:')
    throw common.invalid({ path: 'url', code: notAddress, message: fieldMessages[notAddress]?.[side.locale] });
  if (isPrivateLiteral(address)) throw webhookErrors.address_forbidden({ path: 'url' });
}

async function mustRead(tx: Tx, { keeper }: Side, id: string): Promise<Webhook> {
  const found = await store.readWebhook(tx, keeper, id);
  if (!found) throw webhookErrors.not_found();
  return found;
}

/** Before one is made: what has changed until now gets its number, so that it is not told. */
export async function beginHere(app: Services, { audience, plan, projects }: Side): Promise<void> {
  assertApi(audience, plan);
  await numberIn(app, projects);
}

export async function createWebhook(tx: Tx, app: Services, side: Side, body: SaveWebhookBody): Promise<NewWebhook> {
  assertApi(side.audience, side.plan);
  check(app, side, body);
  await store.lockKeeper(tx, side.keeper);
  if ((await store.countWebhooks(tx, side.keeper)) >= MAX_WEBHOOKS)
    throw webhookErrors.too_many({ allowed: MAX_WEBHOOKS });
  const id = store.newDeliveryId();
  const secret = newSecret();
  await store.insertWebhook(
    tx,
    side.keeper,
    { ...body, events: [...new Set(body.events)] },
    {
      ...{ id, secret: await app.secrets.seal(secret, contextOf(id)) },
      position: toCursor(await readPosition(tx, side.projects)),
    },
  );
  return { ...(await mustRead(tx, side, id)), secret };
}

export async function updateWebhook(
  tx: Tx,
  app: Services,
  side: Side,
  id: string,
  { paused, ...body }: UpdateWebhookBody,
): Promise<Webhook> {
  const before = await store.lockWebhook(tx, side.keeper, id);
  if (!before) throw webhookErrors.not_found();
  if (paused !== true) assertApi(side.audience, side.plan);
  check(app, side, body);
  const paused_by = paused === undefined ? before.paused_by : paused ? (before.paused_by ?? 'hand') : null;
  await store.saveWebhook(tx, side.keeper, id, {
    ...{ url: body.url ?? before.url, events: [...new Set(body.events ?? before.events)], paused_by },
    // from now on it shows what he may see
    user_id: before.paused_by && !paused_by ? side.keeper.user_id : before.user_id,
  });
  return mustRead(tx, side, id);
}

export async function deleteWebhook(tx: Tx, { keeper }: Side, id: string): Promise<void> {
  if (!(await store.lockWebhook(tx, keeper, id))) throw webhookErrors.not_found();
  await store.removeWebhook(tx, keeper, id);
}

export async function rotateWebhook(
  tx: Tx,
  app: Services,
  side: Side,
  id: string,
  keepHours: number,
): Promise<NewWebhook> {
  if (!(await store.lockWebhook(tx, side.keeper, id))) throw webhookErrors.not_found();
  const secret = newSecret();
  await store.replaceSecret(tx, side.keeper, id, await app.secrets.seal(secret, contextOf(id)), keepHours);
  return { ...(await mustRead(tx, side, id)), secret };
}

export async function replay(tx: Tx, side: Side, id: string, delivery: string): Promise<Replayed> {
  if (!(await store.lockWebhook(tx, side.keeper, id))) throw webhookErrors.not_found();
  const known = await store.isThere(tx, side.keeper, id, delivery);
  if (!known) throw webhookErrors.delivery_not_found();
  return store.copyDeliveries(tx, side.keeper, id, store.thisOne(delivery), 1);
}

export async function replaySince(tx: Tx, side: Side, id: string, since: string): Promise<Replayed> {
  if (!(await store.lockWebhook(tx, side.keeper, id))) throw webhookErrors.not_found();
  return store.copyDeliveries(tx, side.keeper, id, store.createdSince(since), MOST_REPLAYED);
}

export async function listDeliveries(
  tx: Tx,
  side: Side,
  id: string,
  query: Parameters<typeof store.listDeliveries>[3],
) {
  await mustRead(tx, side, id);
  return store.listDeliveries(tx, side.keeper, id, query);
}
