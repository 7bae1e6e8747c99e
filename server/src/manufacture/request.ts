import type { Ref } from '@lanka/domain/kit/ids';
import type { Page } from '@lanka/domain/kit/lists';
import {
  type CreateManufactureBody,
  type ManufactureLine,
  type ManufactureRequest,
  manufactureErrors,
  type ToMake,
  type UpdateManufactureBody,
} from '@lanka/domain/manufacture/contract';
import {
  duplicateLine,
  editableParts,
  type RequestLine,
  STATUS_UA,
  stillToRequest,
} from '@lanka/domain/manufacture/rules';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { documentsOf } from '../turnover';
import { linkOrders, readOrderComments } from './links';
import * as store from './manufacture.store';

/** The request as its page shows it. @throws manufacture.not_found */
export async function readRequest(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<ManufactureRequest> {
  const found = await store.findRequest(tx, scope, id);
  if (!found) throw manufactureErrors.not_found();
  const { order_id, ...shown } = found;
  const orders = await linkOrders(tx, app, scope, [order_id]);
  const lines = await withPictures(app, await store.findLines(tx, scope, id));
  const documents = await documentsOf(tx, scope, { kind: 'manufacture_request', id });
  const parts = [
    ...documents.map((part) => ({ ...part, id: part.document.id })),
    ...(await store.findUnstocked(tx, scope, id)),
  ].sort((a, b) => a.created_at.localeCompare(b.created_at));
  const comments = await readOrderComments(tx, app, scope, [...orders.keys()]);
  const order_comments = [...(comments.get(order_id ?? '') ?? [])];
  return { ...shown, order: orders.get(order_id ?? '') ?? null, order_comments, lines, parts };
}

const withPictures = (app: Services, lines: readonly store.StoredLine[]): Promise<ManufactureLine[]> =>
  Promise.all(
    lines.map(async ({ thumbnail, ...line }) => ({
      ...line,
      thumbnail_url: thumbnail ? await app.storage.presignGet(thumbnail) : null,
    })),
  );

/** What is to be made, with everything that whoever makes it looks at; the same statements for one request and for many. */
export async function listToMake(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  query: Parameters<typeof store.listToMake>[2],
): Promise<Page<ToMake>> {
  const page = await store.listToMake(tx, scope, query);
  const order_ids = page.items.flatMap(({ order_id }) => order_id ?? []);
  const orders = await linkOrders(tx, app, scope, order_ids);
  const comments = await readOrderComments(tx, app, scope, [...orders.keys()]);
  const lines = await store.linesOf(
    tx,
    scope,
    page.items.map(({ id }) => id),
  );
  const items = await Promise.all(
    page.items.map(async ({ order_id, first_product_title: _t, lines_count: _n, ...row }) => ({
      ...row,
      order: orders.get(order_id ?? '') ?? null,
      order_comments: [...(comments.get(order_id ?? '') ?? [])],
      lines: await withPictures(app, lines.get(row.id) ?? []),
    })),
  );
  return { ...page, items };
}

type Fields = Pick<CreateManufactureBody, 'producer_id' | 'order_id'> & {
  readonly lines?: readonly RequestLine[] | undefined;
};

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
  const { lines, order_id, materials, ...details } = body;
  if ((lines !== undefined || order_id !== undefined) && !parts.lines)
    throw manufactureErrors.lines_fixed({ path: lines ? 'lines' : 'order_id' });
  await requireKnown(tx, app, scope, body);
  if (lines) await store.replaceLines(tx, scope, id, lines);
  if (materials) {
    const known = new Set((await store.readLines(tx, scope, id)).map(({ product_variant_id }) => product_variant_id));
    const stranger = materials.findIndex(({ product_variant_id }) => !known.has(product_variant_id));
    if (stranger >= 0) throw manufactureErrors.not_in_request({ path: `materials.${stranger}.product_variant_id` });
    await store.writeMaterials(tx, scope, id, materials);
  }
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

export const canceled = (scope: ActingIn) =>
  ({ status: 'canceled', finished_at: new Date().toISOString(), finished_by: scope.user?.id ?? null }) as const;

/** The cause is gone: its own request that nobody has begun is asked for no more. Called after the levels are locked. */
export async function withdrawRequest(tx: Tx, scope: ActingIn, ref: Ref): Promise<void> {
  const open = await store.lockOpenRequests(tx, scope, ref);
  const own = open.find(({ automatic, status }) => automatic && status === 'new');
  if (own) await store.updateRequest(tx, scope, own.id, canceled(scope));
}
