import { common, DomainError } from '@lanka/domain/kit/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { beyondBounds } from '../db/bounds';
import { UnwantedError } from '../db/db';
import { isStale } from '../db/statements';
import { GivenUpError, OutcomeUnknownError } from '../db/transaction';
import type { Metrics } from '../observe/metrics';
import { allowOrigin } from './cross-origin';
import { localeOf } from './requests';

export interface Answering {
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Turns any failure into `{ code, message, details }`. What is not ours stays in the log. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics }: Answering,
): FastifyReply {
  const known = asDomainError(error, request.method !== 'GET');
  const status = known.status;
  // an announced pause is no fault of the server's, and a line for each request turned away would be a load of its own
  const isUsual = [common.maintenance.code, common.overloaded.code].includes(known.code);
  if (status >= 500 && !isUsual && !(error instanceof UnwantedError))
    request.log.error({ err: error }, 'request failed');
  metrics.refused(known.code);
  const wait = known.retryAfterSeconds ?? known.details[0]?.seconds;
  if (status === 503) reply.header('retry-after', String(known.retryAfterSeconds ?? 5));
  if (status === 429 && typeof wait === 'number') reply.header('retry-after', String(wait));
  // whoever calls too often is refused before it is asked which sites may read it: this refusal says nothing of anybody
  const { origin } = request.headers;
  if (status === 429 && origin && request.routeOptions?.config.toSites) allowOrigin(request, reply, [origin]);
  const locale = localeOf(request);
  const message = known.message_in(locale);
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      code: known.code,
      message,
      details: known.details_in(locale),
      ...(request.routeOptions?.config.errorField ? { error: message } : {}),
    });
}

const BY_STATUS: Record<number, () => DomainError> = {
  400: common.malformed,
  404: common.not_found,
  413: common.too_large,
  415: common.unsupported_type,
};

function asDomainError(error: unknown, mayWrite: boolean): DomainError {
  if (error instanceof DomainError) return error;
  const { code, statusCode, cause } = error as { code?: string; statusCode?: number; cause?: unknown };
  // the query builder wraps what the driver threw; a connection that broke off has a message but no code
  if (error instanceof OutcomeUnknownError) return common.outcome_unknown();
  // the connection is thrown away: the next one knows the tables as they are now
  if (error instanceof GivenUpError || isStale(error)) return common.unavailable();
  if (cause instanceof Error) return asDomainError(cause, mayWrite);
  const beyond = beyondBounds(error);
  if (beyond) return beyond;
  if (NO_SPACE.test(code ?? '')) return common.no_space();
  // a copy, or a server whose disk is nearly full, takes no changes for now
  if (code === '25006' && mayWrite) return common.unavailable();
  if (typeof code === 'string' && isDatabaseAway(code, String((error as Error).message))) return common.unavailable();
  // text or numbers that PostgreSQL cannot take and the contract did not catch
  if (/^(22021|22P05|22P02|22003|22007|22008|22009)$/.test(code ?? '')) return common.malformed();
  if (typeof statusCode === 'number' && statusCode < 500) return (BY_STATUS[statusCode] ?? common.malformed)();
  return BROKEN_OFF.test(String((error as Error | null)?.message)) ? common.unavailable() : common.internal();
}

/** PostgreSQL's own disk, and ours. */
const NO_SPACE = /^(53100|ENOSPC|EDQUOT)$/;

/** What the driver says, without a code, of a connection that could not be had or was lost. */
const BROKEN_OFF =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection error and is not queryable|pool after calling end/i;

/**
 * Connection failures of the driver, and the classes of PostgreSQL for "not now": shut down, too many, lost,
 * conflict, waited too long for a lock (55P03), at all (57014) or in a transaction (25P03, 25P04), its
 * disk or files fail (58).
 */
function isDatabaseAway(code: string, message: string): boolean {
  return (
    /^(ECONN|EPIPE|ENOENT$|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ETIMEDOUT|57P0|57014|55P03|25P0[34]|53|58|08|40001|40P01)/.test(
      code,
    ) || /timeout exceeded when trying/.test(message)
  );
}
