import { common } from '@lanka/domain/kit/errors';
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/replenishment/contract';
import { propose } from '@lanka/domain/replenishment/rules';
import { stockErrors } from '@lanka/domain/stock/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { readLevels } from '../stock';
import { type Known, type Place, readKnown, readRows } from './replenishment.store';

const WEEK = 7 * 24 * 3_600_000;
const sinceWeeks = (weeks: number): Date => new Date(Date.now() - weeks * WEEK);

/** For one page so many modifications are looked at at most, a portion at a time. */
const PORTION = 200;
const PORTIONS = 5;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws common.invalid for one that is not ours */
function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [available = '', id = ''] = cursor.split('.');
  if (/^\d{1,9}$/.test(available) && UUID.test(id)) return { available: Number(available), id };
  throw common.invalid({ path: 'cursor', code: 'cursor', message: 'next_cursor' });
}
const writeCursor = ({ available, product_variant_id }: Known): string => `${available}.${product_variant_id}`;

export const replenishment = slice({
  name: 'replenishment',
  level: 9,
  routes: [
    serve(contract.listProposals, async ({ tx, app, scope, query }) => {
      const { weeks, days, limit, all = false } = query;
      const since = sinceWeeks(weeks);
      const found: (Known & { proposed: number })[] = [];
      let after = readCursor(query.cursor);
      let more = true;
      for (let portion = 0; more && portion < PORTIONS && found.length <= limit; portion += 1) {
        const known = await readKnown(tx, scope, { after, since, most: PORTION });
        for (const one of known) {
          const proposed = propose(one, { weeks, days });
          if (all || proposed > 0) found.push({ ...one, proposed });
        }
        const last = known.at(-1);
        more = known.length === PORTION;
        if (last) after = { available: last.available, id: last.product_variant_id };
      }
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const isCut = found.length > limit && last !== undefined;
      const next_cursor = isCut ? writeCursor(last) : more && after ? `${after.available}.${after.id}` : null;
      const seesCosts = can(scope.role, 'turnover.cost');
      const items = await Promise.all(
        page.map(async ({ thumbnail, cost, ...row }) => ({
          ...row,
          cost: seesCosts ? cost : null,
          thumbnail_url: thumbnail ? await app.storage.presignGet(thumbnail) : null,
        })),
      );
      return { items, next_cursor };
    }),

    serve(contract.readProposalRows, async ({ tx, scope, params, query }) => {
      if ((await readLevels(tx, scope, [params.id])).length === 0) throw stockErrors.unknown_variant();
      return readRows(tx, scope, params.id, sinceWeeks(query.weeks));
    }),
  ],
});
