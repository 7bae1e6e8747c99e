import { costRange, type ProductChanges, sameCost } from '@lanka/domain/catalog/changes';
import type { DropshippingProduct } from '@lanka/domain/catalog/contract';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { mayAskStock } from '@lanka/domain/kit/availability';
import { type DropshippingScope, systemIn } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { job } from '../../kit/jobs/jobs';
import type { Services } from '../../kit/services';
import { byClock } from '../../kit/slice';
import { listProjectIds } from '../../projects';
import { type AskersOf, askersOf } from '../view';
import { forgetHistory, queueUnknown, recordHistory } from './history.store';
import { countChanged, type Look, type Mark, readMarks, readSeen, saveSeen } from './looks.store';
import { cameBack } from './notices';
import { holdAvailable, insertWatch, removeWatch, takeReturned } from './watches.store';

/**
 * To be called by the job that takes what changed of goods, in a transaction that has entered the project: writes down
 * what dropshippers are told of, and tells those who wait.
 */
export async function followChanges(
  tx: Tx,
  app: Pick<Services, 'notices'>,
  project_id: string,
  ids: readonly string[],
): Promise<void> {
  await recordHistory(tx, project_id, ids);
  for (const { product_id, user_id, name, project } of await takeReturned(tx, project_id, ids))
    await app.notices.tell(tx, systemIn(project_id), cameBack, { user_id }, { id: product_id, name, project });
}

/** Every night; goods that came past the slices are taken up, too. */
export const forgetChanges = byClock(job('catalog.forget_changes'), '50 3 * * *', async (app) => {
  const all = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (const id of all)
    await app.db.transaction({ projectIds: [id] }, async (tx) => {
      await forgetHistory(tx, id);
      await queueUnknown(tx, id);
    });
});

/** How he looks at the goods of each of these suppliers. */
export async function looksOf(
  tx: Tx,
  scope: DropshippingScope,
  askers: AskersOf,
  project_ids: readonly string[],
): Promise<Look[]> {
  const seen = await readSeen(tx, scope, project_ids);
  return project_ids.flatMap((project_id): Look[] => {
    const [asker, seen_at] = [askers.get(project_id), seen.get(project_id)];
    if (!asker || seen_at === undefined) return [];
    const { price_level_id: level, discount } = asker;
    return [{ project_id, seen_at, level, discount, tells: mayAskStock(asker, 'any') }];
  });
}

const idsOf = ({ suppliers }: DropshippingScope): string[] => suppliers.map(({ project_id }) => project_id);

export async function countChanges(
  tx: Tx,
  app: Pick<Services, 'hooks'>,
  scope: DropshippingScope,
): Promise<ProductChanges> {
  const looks = await looksOf(tx, scope, await askersOf(app, tx, scope), idsOf(scope));
  return countChanged(tx, looks);
}

export async function seeChanges(
  tx: Tx,
  app: Pick<Services, 'hooks'>,
  scope: DropshippingScope,
  until: string,
): Promise<ProductChanges> {
  await saveSeen(tx, scope, idsOf(scope), until);
  return countChanges(tx, app, scope);
}

/** What a list shows of goods besides what they are. */
type Shown = Pick<DropshippingProduct, 'id' | 'project_id' | 'min_price' | 'max_price' | 'availability'>;

/** The rows with what they cost him, and what of them has changed since he last looked. */
export async function withMarks<T extends Shown>(
  tx: Tx,
  scope: DropshippingScope,
  looks: readonly Look[],
  rows: readonly T[],
) {
  const goods = rows.map(({ project_id, id }) => ({ project_id, id }));
  const marks = await readMarks(tx, scope, looks, goods);
  const discounts = new Map(looks.map(({ project_id, discount }) => [project_id, discount]));
  return rows.map((row) => ({ ...row, ...marked(row, discounts.get(row.project_id) ?? 0, marks.get(row.id)) }));
}

function marked(row: Shown, discount: number, mark: Mark | undefined) {
  const cost = costRange(row.min_price, row.max_price, discount);
  const before = mark?.prices ? costRange(...mark.prices, discount) : null;
  return {
    cost,
    cost_before: before && !sameCost(before, cost) ? before : null,
    turned: turnOf(mark?.in_stock ?? null, row.availability),
    watching: mark?.watching ?? false,
  };
}

function turnOf(before: boolean | null, now: Shown['availability']): DropshippingProduct['turned'] {
  if (before === null || now === 'hidden' || before === (now !== 'out_of_stock')) return null;
  return before ? 'ran_out' : 'came_back';
}

function supplierOf({ suppliers }: DropshippingScope, project_id: string) {
  const found = suppliers.find((one) => one.project_id === project_id);
  if (!found) throw catalogErrors.not_found();
  return found;
}

/** @throws catalog.in_stock_already */
export async function watchProduct(tx: Tx, scope: DropshippingScope, project_id: string, id: string): Promise<void> {
  const supplier = supplierOf(scope, project_id);
  const available = await holdAvailable(tx, project_id, id);
  if (available === null) throw catalogErrors.not_found();
  if (!mayAskStock(supplier, 'any')) throw catalogErrors.stock_not_told();
  if (available > 0) throw catalogErrors.in_stock_already();
  await insertWatch(tx, project_id, id, scope.user.id);
}

export async function unwatchProduct(tx: Tx, scope: DropshippingScope, project_id: string, id: string): Promise<void> {
  supplierOf(scope, project_id);
  await removeWatch(tx, project_id, id, scope.user.id);
}
