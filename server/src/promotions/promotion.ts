import { common } from '@lanka/domain/kit/errors';
import { fieldMessages } from '@lanka/domain/kit/field-messages';
import {
  type CreatePromotionBody,
  type Promotion,
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
  lockCodes,
  type Tenant,
  takeUse,
  updatePromotion,
} from './promotions.store';

export async function read(tx: Tx, scope: ProjectScope, id: string, lock = false): Promise<Promotion> {
  const found = await findPromotion(tx, scope, id, lock);
  if (!found) throw promotionErrors.not_found();
  return found;
}

function codeTaken(scope: ProjectScope, promo_code: string) {
  const error = promotionErrors.code_taken;
  const message = error.text[scope.locale].replace('{promo_code}', promo_code);
  return error({ path: 'promo_code', code: error.code, message, promo_code });
}

export async function create(tx: Tx, scope: ProjectScope, body: CreatePromotionBody): Promise<Promotion> {
  await lockCodes(tx, scope);
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
): Promise<Promotion> {
  await lockCodes(tx, scope);
  const before = await read(tx, scope, id, true);
  await refuseStale(ifMatch, before.version, before);
  const after = { ...before, ...changes };
  const problems = promotionProblems(after);
  if (problems.length > 0) {
    throw common.invalid(
      ...problems.map(({ path, code }) => ({ path, code, message: fieldMessages[code]?.[scope.locale] ?? code })),
    );
  }
  if (after.promo_code !== null && (await isCodeTaken(tx, scope, after.promo_code, id)))
    throw codeTaken(scope, after.promo_code);
  await updatePromotion(tx, scope, id, after);
  return read(tx, scope, id);
}

export async function remove(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const { uses } = await read(tx, scope, id, true);
  if (uses !== undefined && uses > 0) throw promotionErrors.used({ uses });
  await deletePromotion(tx, scope, id);
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
