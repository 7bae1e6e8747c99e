import type { Ref, Service } from '@lanka/domain/integrations/contract';
import { FAILING_AFTER } from '@lanka/domain/integrations/rules';
import { tellLater } from '../kit/notices/notices';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';
import { authoriseSystem } from '../projects';
import { type Reason, saidIn } from './hooks';
import { insertCall } from './integrations.store';
import { serviceFails } from './notices';

/**
 * What a client throws when a service answers, but not as it was asked to. The reason is shown to people and kept: without
 * secrets.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    /** `refused`: it will not do this, however often it is asked; `failed`: it may another time. */
    readonly outcome: 'refused' | 'failed',
    readonly reason: Reason,
    readonly given: { readonly status?: number; readonly code?: string; readonly retryAfterMs?: number } = {},
    options?: ErrorOptions,
  ) {
    super(saidIn(reason, 'en'), options);
  }
}

/** The service has troubles of its own: another time it may answer. */
export const inTrouble = (status: number, given: { readonly retryAfterMs?: number } = {}): ServiceError =>
  new ServiceError(
    'failed',
    { ua: `Служба не працює: HTTP ${status}`, en: `The service does not work: HTTP ${status}` },
    { status, ...given },
  );

const WORDS: Readonly<Record<OutboundError['reason'], Reason>> = {
  url_invalid: { ua: 'Адреса служби хибна', en: 'The address of the service is wrong' },
  host_unknown: { ua: 'Служби за цією адресою немає', en: 'There is no service at this address' },
  address_forbidden: { ua: 'Адреса веде у внутрішню мережу', en: 'The address leads into a private network' },
  too_many_redirects: { ua: 'Служба перенаправляє без кінця', en: 'The service redirects without end' },
  unreachable: { ua: 'Служба не відповідає', en: 'The service does not answer' },
  too_slow: { ua: 'Служба не відповіла вчасно', en: 'The service did not answer in time' },
  circuit_open: {
    ua: 'Служба не відповіла кілька разів поспіль: її не питають хвилину',
    en: 'The service did not answer several times in a row: it is not asked for a minute',
  },
  too_big: { ua: 'Відповідь служби завелика', en: 'The answer of the service is too big' },
};

/** What went wrong underneath, where a client says of it only that nobody knows whether the call was done. */
function knownOf(error: unknown): ServiceError | OutboundError | undefined {
  if (error instanceof ServiceError || error instanceof OutboundError) return error;
  return error instanceof Error ? knownOf(error.cause) : undefined;
}

/** Why a call came to nothing, for people. */
export function reasonOf(error: unknown): Reason {
  const known = knownOf(error);
  if (known instanceof ServiceError) return known.reason;
  if (known) return WORDS[known.reason];
  return {
    ua: 'Відповідь служби обірвана або незрозуміла',
    en: 'The answer of the service is broken or cannot be understood',
  };
}

interface Asked {
  readonly projectId: string;
  readonly service: Service;
  /** As the service names it: `InternetDocument.save`. */
  readonly action: string;
  readonly ref?: Ref;
}

const LONGEST_TEXT = 500;
/** What a service says may be a whole page. */
const short = (reason: Reason): Reason => (typeof reason === 'string' ? reason.slice(0, LONGEST_TEXT) : reason);

/**
 * Asks a service and writes down that it was asked, without what was sent and answered; outside of any transaction.
 * People are told once when it has failed several times one behind another. @throws what the call throws
 */
export async function recordCall<T>(app: Services, asked: Asked, call: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    const answer = await call();
    await note(app, asked, { outcome: 'ok', status: null, error: null }, started);
    return answer;
  } catch (error) {
    const outcome = error instanceof ServiceError ? error.outcome : 'failed';
    const known = knownOf(error);
    const status = known instanceof ServiceError ? (known.given.status ?? null) : null;
    await note(app, asked, { outcome, status, error: short(reasonOf(error)) }, started);
    throw error;
  }
}

async function note(
  app: Services,
  { projectId, service, action, ref }: Asked,
  end: { outcome: 'ok' | 'refused' | 'failed'; status: number | null; error: Reason | null },
  started: number,
): Promise<void> {
  const ms = Math.round(performance.now() - started);
  await app.db.transaction({ projectIds: [projectId] }, async (tx) => {
    const failures = await insertCall(tx, projectId, { service, action, ref: ref ?? null, ms, ...end });
    if (end.outcome !== 'failed' || failures !== FAILING_AFTER) return;
    const scope = await authoriseSystem(tx, projectId);
    if (scope) await tellLater(tx, scope, serviceFails, {}, [{ service, error: end.error ?? '' }]);
  });
  if (end.outcome === 'failed') app.live.publish(projectId, { kind: 'integration', id: projectId });
}
