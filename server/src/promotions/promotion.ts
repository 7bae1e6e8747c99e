import { common } from '@lanka/domain/kit/errors';
import { fieldMessages } from '@lanka/domain/kit/field-messages';
import {
  type CreatePromotionBody,
  type PromotionDetails,
  promotionErrors,
  promotionProblems,
  type UpdatePromotionBody,
} from '@lanka/domain/promotions/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import {
  deletePromotion,
  findPromotion,
  insertPromotion,
  isCodeTaken,
  isOneTime,
  type KnownPromotion,
  lockCodes,
  missingOf,
  type Tenant,
  takeUse,
  updatePromotion,
} from './promotions.store';

/** What it holds for is told by name. */
function asAnswer({ product_ids: _, counterparty_ids: __, ...details }: KnownPromotion): PromotionDetails {
  return details;
}

async function mustFind(tx: Tx, scope: ProjectScope, id: string, lock = false): Promise<KnownPromotion> {
  const found = await findPromotion(tx, scope, id, lock);
  if (!found) throw promotionErrors.not_found();
  return found;
}

export const read = async (tx: Tx, scope: ProjectScope, id: string): Promise<PromotionDetails> =>
  asAnswer(await mustFind(tx, scope, id));

/** @throws promotions.not_found */
export async function mustExist(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  await mustFind(tx, scope, id);
}

/** What was chosen before stays though it was deleted since. @throws promotions.unknown_products, unknown_counterparties */
async function refuseUnknown(
  tx: Tx,
  scope: ProjectScope,
  { product_ids, counterparty_ids }: CreatePromotionBody,
  before?: KnownPromotion,
): Promise<void> {
  const missing = await missingOf(tx, scope, {
    product_ids: product_ids.filter((id) => !before?.product_ids.includes(id)),
    counterparty_ids: counterparty_ids.filter((id) => !before?.counterparty_ids.includes(id)),
  });
  const product = product_ids.findIndex((id) => missing.products.has(id));
  if (product >= 0) throw promotionErrors.unknown_products({ path: `product_ids.${product}` });
  const counterparty = counterparty_ids.findIndex((id) => missing.counterparties.has(id));
  if (counterparty >= 0) throw promotionErrors.unknown_counterparties({ path: `counterparty_ids.${counterparty}` });
}

function codeTaken(scope: ProjectScope, promo_code: string) {
  const error = promotionErrors.code_taken;
  const message = error.text[scope.locale].replace('{promo_code}', promo_code);
  return error({ path: 'promo_code', code: error.code, message, promo_code });
}

export async function create(tx: Tx, scope: ProjectScope, body: CreatePromotionBody): Promise<PromotionDetails> {
  await lockCodes(tx, scope);
  await refuseUnknown(tx, scope, body);
  const id = await insertPromotion(tx, scope, body);
  if (!id) throw codeTaken(scope, body.promo_code ?? '');
  return read(tx, scope, id);
}

export async function update(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  changes: UpdatePromotionBody,
  ifMatch: number | undefined,
): Promise<PromotionDetails> {
  await lockCodes(tx, scope);
  const before = await mustFind(tx, scope, id, true);
  await refuseStale(ifMatch, before.version, asAnswer(before));
  const after = { ...before, ...changes };
  const problems = promotionProblems(after);
  if (problems.length > 0) {
    throw common.invalid(
      ...problems.map(({ path, code }) => ({ path, code, message: fieldMessages[code]?.[scope.locale] ?? code })),
    );
  }
  if (after.promo_code !== null && (await isCodeTaken(tx, scope, after.promo_code, id)))
    throw codeTaken(scope, after.promo_code);
  await refuseUnknown(tx, scope, after, before);
  await updatePromotion(tx, scope, id, after);
  return read(tx, scope, id);
}

export async function remove(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const { uses } = await mustFind(tx, scope, id, true);
  if (uses !== undefined && uses > 0) throw promotionErrors.used({ uses });
  await deletePromotion(tx, scope, id);
}

/** From now on it is over. @throws promotions.not_active */
export async function end(tx: Tx, scope: ProjectScope, id: string): Promise<PromotionDetails> {
  const before = await mustFind(tx, scope, id, true);
  if (before.state !== 'active') throw promotionErrors.not_active();
  await updatePromotion(tx, scope, id, { ...before, expires_at: new Date().toISOString() });
  return read(tx, scope, id);
}

/**
 * Spends a one-time promotion of this counterparty for `refId` (the order); for other promotions nothing is written.
 * Doing it again for the same order does nothing. Of two orders at the same moment one gets `already_used`.
 */
export async function usePromotion(
  tx: Tx,
  scope: Tenant,
  promotionId: string,
  counterpartyId: string,
  refId: string,
): Promise<void> {
  if (!(await isOneTime(tx, scope, promotionId))) return;
  if ((await takeUse(tx, scope, promotionId, counterpartyId, refId)) !== refId)
    throw promotionErrors.already_used({ path: 'promo_code' });
}
