import type { Ref } from '@lanka/domain/kit/ids';
import {
  type CreateManufactureBody,
  type ManufactureRequest,
  manufactureErrors,
  type UpdateManufactureBody,
} from '@lanka/domain/manufacture/contract';
import {
  duplicateLine,
  editableParts,
  type RequestLine,
  STATUS_UA,
  stillToRequest,
} from '@lanka/domain/manufacture/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { linkOrders } from './links';
import * as store from './manufacture.store';

/** The request as its page shows it. @throws manufacture.not_found */
export async function readRequest(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<ManufactureRequest> {
  const found = await store.findRequest(tx, scope, id);
  if (!found) throw manufactureErrors.not_found();
  const { order_id, ...shown } = found;
  const orders = await linkOrders(tx, app, scope, [order_id]);
  const lines = await Promise.all(
    (await store.findLines(tx, scope, id)).map(async ({ thumbnail, ...line }) => ({
      ...line,
      thumbnail_url: thumbnail ? await app.storage.presignGet(thumbnail) : null,
    })),
  );
  return { ...shown, order: orders.get(order_id ?? '') ?? null, lines };
}

type Fields = Pick<CreateManufactureBody, 'producer_id' | 'order_id'> & { readonly lines?: readonly RequestLine[] };

/** What the body names must be there: variants, the producer, the order. */
async function requireKnown(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { lines, producer_id, order_id }: Fields,
): Promise<void> {
  if (lines) {
    const duplicate = duplicateLine(lines);
    if (duplicate >= 0) throw manufactureErrors.duplicate_variant({ path: `lines.${duplicate}.product_variant_id` });
    const ids = lines.map(({ product_variant_id }) => product_variant_id);
    const alive = await store.aliveVariants(tx, scope, ids);
    const missing = ids.flatMap((product_variant_id, index) =>
      alive.has(product_variant_id) ? [] : [{ path: `lines.${index}.product_variant_id`, product_variant_id }],
    );
    if (missing.length > 0) throw manufactureErrors.unknown_variant(...missing);
  }
  if (producer_id) {
    const producers = await store.listProducers(tx, scope);
    if (!producers.some(({ id }) => id === producer_id))
      throw manufactureErrors.unknown_producer({ path: 'producer_id' });
  }
  if (order_id && !(await linkOrders(tx, app, scope, [order_id])).has(order_id))
    throw manufactureErrors.unknown_order({ path: 'order_id' });
}

/** Answers the id. */
export async function createRequest(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: CreateManufactureBody,
): Promise<string> {
  await requireKnown(tx, app, scope, body);
  const { lines, deadline = null, producer_id = null, comment = '', order_id } = body;
  const ref = order_id ? { kind: 'order', id: order_id } : null;
  const id = await store.insertRequest(tx, scope, { deadline, producer_id, comment, automatic: false }, ref);
  await store.replaceLines(tx, scope, id, lines);
  return id;
}

/** Changes a request. Whoever changes its lines by hand takes it over: it no longer follows its order. */
export async function updateRequest(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  body: UpdateManufactureBody,
  ifMatch: number | undefined,
): Promise<void> {
  const record = await store.readRecord(tx, scope, id, { lock: true });
  if (!record) throw manufactureErrors.not_found();
  await refuseStale(ifMatch, record.version, () => readRequest(tx, app, scope, id));
  const parts = editableParts(record.status);
  if (!parts.details)
    throw manufactureErrors.not_editable({ status: record.status, status_ua: STATUS_UA[record.status] });
  const { lines, order_id, ...details } = body;
  if ((lines !== undefined || order_id !== undefined) && !parts.lines)
    throw manufactureErrors.lines_fixed({ path: lines ? 'lines' : 'order_id' });
  await requireKnown(tx, app, scope, body);
  if (lines) await store.replaceLines(tx, scope, id, lines);
  const link =
    order_id === undefined ? {} : { ref_kind: order_id ? 'order' : null, ref_id: order_id, automatic: false };
  await store.updateRequest(tx, scope, id, { ...details, ...link, ...(lines ? { automatic: false } : {}) });
}

/**
 * Makes the cause's own request ask for what it still lacks and nobody is making: a new one, other counts, or none any
 * more. Called after the levels are locked (levels → requests is the order in which everybody locks).
 * Answers the id of the request that was made or changed.
 */
export async function requestFor(
  tx: Tx,
  scope: ProjectScope,
  ref: Ref,
  lacking: readonly RequestLine[],
): Promise<string | null> {
  const open = await store.lockOpenRequests(tx, scope, ref);
  const own = open.find(({ automatic, status }) => automatic && status === 'new');
  const underWay = open.filter((one) => one !== own).flatMap(({ lines }) => lines);
  const lines = stillToRequest(lacking, underWay);
  if (lines.length === 0) {
    if (own) await store.updateRequest(tx, scope, own.id, canceled(scope));
    return own?.id ?? null;
  }
  const id =
    own?.id ??
    (await store.insertRequest(tx, scope, { deadline: null, producer_id: null, comment: '', automatic: true }, ref));
  await store.replaceLines(tx, scope, id, lines);
  if (own) await store.updateRequest(tx, scope, id, {});
  return id;
}

export const canceled = (scope: ProjectScope) =>
  ({ status: 'canceled', finished_at: new Date().toISOString(), finished_by: scope.user.id }) as const;
