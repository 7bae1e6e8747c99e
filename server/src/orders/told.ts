import { mayAskStock, tellStock } from '@lanka/domain/kit/availability';
import { DomainError } from '@lanka/domain/kit/errors';
import { orderErrors } from '@lanka/domain/orders/contract';
import { stockErrors } from '@lanka/domain/stock/contract';
import { type ProjectScope, tellingFor } from '../kit/auth/scope';

/** Whether the asker may know how much there is, to the piece. */
export const hearsNumbers = (scope: ProjectScope): boolean => mayAskStock(tellingFor(scope), 'order');

/**
 * What a refusal for want of stock may say: a dropshipper hears the numbers that his supplier tells and no others, or
 * an order of a million pieces would tell him them all.
 */
export function refusalFor(scope: ProjectScope, error: unknown): unknown {
  const telling = tellingFor(scope);
  if (telling === null || !(error instanceof DomainError) || hearsNumbers(scope)) return error;
  if (error.code === orderErrors.temporary_pieces.code) return orderErrors.temporary_untold();
  if (error.code !== stockErrors.short.code) return error;
  const details = error.details.map(({ available, ...line }) => ({
    ...line,
    available: tellStock(telling, { available: Number(available), tracked: true }).available,
  }));
  return details.every(({ available }) => available !== null)
    ? stockErrors.short(...details)
    : stockErrors.short_untold(...details);
}

export async function tellingRefusals<T>(scope: ProjectScope, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalFor(scope, error);
  }
}
