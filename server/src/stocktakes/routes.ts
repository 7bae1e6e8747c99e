import { catalogErrors } from '@lanka/domain/catalog/errors';
import { branchOf } from '@lanka/domain/categories/rules';
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/stocktakes/contract';
import { readTree } from '../categories';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { addCounts } from './count';
import { cancel, finish } from './finish';
import { findLines, listCounts, listLines, type StoredLine } from './lines.store';
import * as store from './stocktakes.store';

const { stocktakeErrors } = contract;

/** Costs are for who may see them anywhere. */
async function read(tx: Tx, scope: ProjectScope, id: string): Promise<contract.Stocktake> {
  const found = await mustExist(tx, scope, id);
  const totals = await store.readTotals(tx, scope, id);
  const hidden = { surplus_amount: null, shortage_amount: null, unpriced: 0 };
  return { ...found, totals: can(scope.role, 'turnover.cost') ? totals : { ...totals, ...hidden } };
}

async function shown(app: Services, scope: ProjectScope, line: StoredLine): Promise<contract.StocktakeLine> {
  const { thumbnail, ...rest } = line;
  const thumbnail_url = thumbnail ? await app.storage.presignGet(thumbnail) : null;
  const costs = can(scope.role, 'turnover.cost') ? {} : { cost: null, amount: null };
  return { ...rest, ...costs, thumbnail_url };
}

async function mustExist(tx: Tx, scope: ProjectScope, id: string) {
  const found = await store.findStocktake(tx, scope, id);
  if (!found) throw stocktakeErrors.not_found();
  return found;
}

/** A category with all below it. */
async function branch(tx: Tx, scope: ProjectScope, id: string) {
  const tree = await readTree(tx, scope);
  const own = tree.find((node) => node.id === id);
  if (!own) throw catalogErrors.category_not_found({ path: 'category_id' });
  return { path: own.path, ids: branchOf(tree, id) };
}

/** Of more corrections than these each page of goods is told at once. */
const TOLD = 200;

export const stocktakeRoutes: Served[] = [
  serve(contract.listStocktakes, ({ tx, scope, query }) => store.listStocktakes(tx, scope, query)),

  serve(contract.readStocktake, ({ tx, scope, params }) => read(tx, scope, params.id)),

  serve(contract.readStocktakeProgress, async ({ tx, scope, params }) => {
    const found = await store.readProgress(tx, scope, params.id);
    if (!found) throw stocktakeErrors.not_found();
    return found;
  }),

  serve(contract.createStocktake, async ({ tx, scope, body, changed }) => {
    const { tags = [], place = '', comment = '', category_id = null } = body;
    const category = category_id === null ? null : await branch(tx, scope, category_id);
    const id = await store.insertStocktake(tx, scope, { tags, place, comment, category });
    const path = tags.length > 0 ? 'tags' : category ? 'category_id' : 'place';
    if (!id) throw stocktakeErrors.nothing_to_count({ path });
    changed('stocktake', id);
    return read(tx, scope, id);
  }),

  serve(contract.updateStocktake, async ({ tx, scope, params, body, if_match, changed }) => {
    const version = await store.readVersion(tx, scope, params.id);
    if (version === null) throw stocktakeErrors.not_found();
    await refuseStale(if_match, version, () => read(tx, scope, params.id));
    await store.writeComment(tx, scope, params.id, body.comment);
    changed('stocktake', params.id);
    return read(tx, scope, params.id);
  }),

  serve(contract.listStocktakeLines, async ({ tx, app, scope, params, query }) => {
    const list = await listLines(tx, scope, await mustExist(tx, scope, params.id), query);
    return { ...list, items: await Promise.all(list.items.map((line) => shown(app, scope, line))) };
  }),

  serve(contract.listStocktakeCounts, async ({ tx, scope, params, query }) => {
    await mustExist(tx, scope, params.id);
    return listCounts(tx, scope, params.id, query);
  }),

  serve(contract.addStocktakeCounts, async ({ tx, app, scope, params, body, changed }) => {
    const outcomes = await addCounts(tx, app, scope, params.id, body);
    const variants = [...new Set(outcomes.flatMap(({ variant }) => variant ?? []))];
    const lines = await Promise.all(
      (await findLines(tx, scope, params.id, variants)).map((line) => shown(app, scope, line)),
    );
    const byVariant = new Map(lines.map((line) => [line.product_variant_id, line]));
    changed('stocktake', params.id);
    return {
      results: outcomes.map(({ id, variant, refused, choices }) => ({
        id,
        ...(choices ? { choices: [...choices] } : {}),
        line: byVariant.get(variant ?? '') ?? null,
        error: refused && { code: refused.code, message: refused.message_in(scope.locale) },
      })),
    };
  }),

  serve(contract.finishStocktake, async ({ tx, app, scope, params, body, changed }) => {
    const { corrected, filled } = await finish(tx, app, scope, params.id, body);
    changed('stocktake', params.id);
    if (corrected.length > TOLD) changed('products', scope.project.id);
    else for (const id of corrected) changed('product_variant', id);
    for (const ref of filled) changed(ref.kind, ref.id);
    return read(tx, scope, params.id);
  }),

  serve(contract.cancelStocktake, async ({ tx, scope, params, changed }) => {
    await cancel(tx, scope, params.id);
    changed('stocktake', params.id);
    return read(tx, scope, params.id);
  }),
];
