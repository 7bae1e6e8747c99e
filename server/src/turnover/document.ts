import { common } from '@lanka/domain/kit/errors';
import type { Ref } from '@lanka/domain/kit/ids';
import { can } from '@lanka/domain/kit/permissions';
import { kyivDate } from '@lanka/domain/kit/time';
import { stockErrors } from '@lanka/domain/stock/contract';
import {
  type CreateTurnoverBody,
  type TurnoverDocument,
  turnoverErrors,
  type UpdateTurnoverBody,
} from '@lanka/domain/turnover/contract';
import {
  counterpartyRule,
  type Fields,
  moneyOf,
  type Pieces,
  refuseDocument,
  sumOf,
} from '@lanka/domain/turnover/rules';
import { type Detaching, detachAll } from '../attachments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { post } from '../ledger';
import { counterpartyForOrder } from '../partners';
import { type LockedLevels, lockLevels } from '../stock';
import { files } from './files.store';
import { moveGoods } from './goods';
import * as store from './turnover.store';

/** The document as its page shows it. @throws turnover.not_found */
export async function readDocument(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<TurnoverDocument> {
  const found = await store.findDocument(tx, scope, id);
  if (!found) throw turnoverErrors.not_found();
  const items = await Promise.all(
    (await store.findItems(tx, scope, id)).map(async ({ thumbnail, ...item }) => ({
      ...item,
      thumbnail_url: thumbnail ? await app.storage.presignGet(thumbnail) : null,
    })),
  );
  return { ...found, items, arrivals: await store.findArrivals(tx, scope, id) };
}

type Values = Fields & { readonly comment: string; readonly expected_on: string | null };

/** What the document says must hold, and what it names must be there. */
async function check(tx: Tx, scope: ProjectScope, values: Values, draft: boolean): Promise<void> {
  const refused = refuseDocument(values, { draft, today: kyivDate(new Date()) });
  if (refused) throw refused;
  if (values.counterparty_id !== null) await counterpartyForOrder(tx, scope, values.counterparty_id);
  const ids = values.items.map(({ product_variant_id }) => product_variant_id);
  const alive = await store.aliveVariants(tx, scope, ids);
  const missing = ids.flatMap((product_variant_id, index) =>
    alive.has(product_variant_id) ? [] : [{ path: `items.${index}.product_variant_id`, product_variant_id }],
  );
  if (missing.length > 0) throw turnoverErrors.unknown_variant(...missing);
}

/** What another type has no place for goes with the change: a write-off has neither counterparty nor prices. */
function tidied(values: Values): Values {
  const named = counterpartyRule(values.type) !== 'none';
  return {
    ...values,
    counterparty_id: named ? values.counterparty_id : null,
    reason: values.type === 'write_off' ? values.reason : '',
    expected_on: values.in_stock ? null : values.expected_on,
    items: named ? values.items : values.items.map((item) => ({ ...item, transaction_item_price: null })),
  };
}

export interface Done {
  readonly id: string;
  /** The causes whose waiting lines got what came. */
  readonly filled: readonly Ref[];
}

export const levelsOf = (
  tx: Tx,
  scope: ProjectScope,
  items: readonly { readonly product_variant_id: string }[],
): Promise<LockedLevels> =>
  lockLevels(
    tx,
    scope,
    items.map(({ product_variant_id }) => product_variant_id),
  );

/** Enters a document: posted at once, or kept as a draft, for which less is asked. */
export async function createDocument(tx: Tx, scope: ProjectScope, body: CreateTurnoverBody): Promise<Done> {
  const { draft, ...told } = body;
  if (!draft && !can(scope.role, 'turnover.post')) throw common.forbidden();
  const values: Values = {
    ...told,
    counterparty_id: told.counterparty_id ?? null,
    date: told.date ?? kyivDate(new Date()),
    in_stock: told.in_stock ?? true,
    expected_on: told.expected_on ?? null,
    reason: told.reason ?? '',
    comment: told.comment ?? '',
  };
  const { in_stock } = values;
  await check(tx, scope, values, draft);
  const kept = tidied(values);
  if (draft) return { id: (await store.insertDocument(tx, scope, { ...kept, posted: false })).id, filled: [] };
  const levels = await levelsOf(tx, scope, kept.items);
  const items = kept.items.map((item) => ({
    ...item,
    arrived: in_stock ? item.count : 0,
    expected: in_stock ? 0 : item.count,
  }));
  const made = await store.insertDocument(tx, scope, { ...kept, items, posted: true });
  return { id: made.id, filled: await carryOut(tx, scope, levels, made) };
}

/** @throws turnover.not_found, turnover.posted */
async function lockDraft(tx: Tx, scope: ProjectScope, id: string): Promise<store.LockedDocument> {
  const found = await store.lockDocument(tx, scope, id);
  if (!found) throw turnoverErrors.not_found();
  if (found.status !== 'draft') throw turnoverErrors.posted();
  return found;
}

export async function updateDocument(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  body: UpdateTurnoverBody,
  ifMatch: number | undefined,
): Promise<void> {
  const draft = await lockDraft(tx, scope, id);
  await refuseStale(ifMatch, draft.version, () => readDocument(tx, app, scope, id));
  const values = { ...draft, ...body };
  await check(tx, scope, values, true);
  const kept = tidied(values);
  const items = kept.items.map((item) => ({ ...item, arrived: 0, expected: 0 }));
  await store.saveDraft(tx, scope, Object.assign(draft, kept, { items }));
}

export async function deleteDocument(asked: Detaching, id: string): Promise<void> {
  const { tx, scope } = asked;
  const draft = await lockDraft(tx, scope, id);
  await detachAll(asked, await files.removeAll(tx, scope, id));
  await store.deleteDraft(tx, scope, draft);
}

/** Posts a draft. What is posted already stays as it is: a second identical request does nothing. */
export async function postDocument(tx: Tx, scope: ProjectScope, id: string): Promise<Done> {
  const document = await store.lockDocument(tx, scope, id);
  if (!document) throw turnoverErrors.not_found();
  if (document.status !== 'draft') return { id, filled: [] };
  await check(tx, scope, document, false);
  const levels = await levelsOf(tx, scope, document.items);
  await store.writePosted(tx, scope, document);
  return { id, filled: await carryOut(tx, scope, levels, document) };
}

/** Goods without stock control can never arrive, so they are not expected either. @throws stock.untracked */
function refuseUntracked(levels: LockedLevels, items: readonly Pieces[]): void {
  const details = items.flatMap(({ product_variant_id }, index) =>
    levels.get(product_variant_id)?.tracked === false ? [{ path: `items.${index}.count`, product_variant_id }] : [],
  );
  if (details.length > 0) throw stockErrors.untracked(...details);
}

/** What posting does: goods move unless they are expected, and the counterparty is credited or charged. */
async function carryOut(
  tx: Tx,
  scope: ProjectScope,
  levels: LockedLevels,
  document: store.LockedDocument,
): Promise<readonly Ref[]> {
  const { id, number, flow, type, date, counterparty_id, in_stock, items } = document;
  const ref = { kind: 'turnover', id };
  if (!in_stock) refuseUntracked(levels, items);
  const filled = in_stock ? await moveGoods(tx, scope, levels, document, items, ref) : [];
  const money = counterparty_id === null ? null : moneyOf(flow, type, sumOf(items));
  if (money && counterparty_id !== null)
    // a dropshipper reads his postings, and comments of documents are not for him
    await post(tx, scope, { ...money, counterparty_id, ref, day: date, comment: `№ ${number}` });
  return filled;
}

/** What was made, put on the shelf by an income without a price: what it cost nobody has told. The levels are locked. */
export async function receiveMade(
  tx: Tx,
  scope: ProjectScope,
  levels: LockedLevels,
  { ref, made, comment }: { readonly ref: Ref; readonly made: readonly Pieces[]; readonly comment: string },
): Promise<Done> {
  const document = await store.insertDocument(tx, scope, {
    flow: 'income',
    type: 'purchase',
    counterparty_id: null,
    date: kyivDate(new Date()),
    in_stock: true,
    expected_on: null,
    reason: '',
    comment,
    items: made.map((line) => ({ ...line, arrived: line.count, transaction_item_price: null, sale_price: null })),
    posted: true,
    ref,
  });
  return { id: document.id, filled: await carryOut(tx, scope, levels, document) };
}
