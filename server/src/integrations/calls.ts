import type { Ref, Service } from '@lanka/domain/integrations/contract';
import { FAILING_AFTER } from '@lanka/domain/integrations/rules';
import { tellLater } from '../kit/notices/notices';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';
import { authoriseSystem } from '../projects';
import { insertCall } from './integrations.store';
import { serviceFails } from './notices';

/**
 * What a client throws when a service answers, but not as it was asked to. Its message is shown to people and kept:
 * in their words, without secrets.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    /** `refused`: it will not do this, however often it is asked; `failed`: it may another time. */
    readonly outcome: 'refused' | 'failed',
    message: string,
    readonly given: { readonly status?: number; readonly code?: string; readonly retryAfterMs?: number } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const WORDS: Readonly<Record<OutboundError['reason'], string>> = {
  url_invalid: 'Адреса служби хибна',
  host_unknown: 'Служби за цією адресою немає',
  address_forbidden: 'Адреса веде у внутрішню мережу',
  too_many_redirects: 'Служба перенаправляє без кінця',
  unreachable: 'Служба не відповідає',
  too_slow: 'Служба не відповіла вчасно',
  circuit_open: 'Служба не відповідала кілька разів поспіль, зачекаймо',
  too_big: 'Відповідь служби завелика',
};

/** Why a call came to nothing, for people. */
export function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  if (error instanceof OutboundError) return WORDS[error.reason];
  return 'Відповідь служби незрозуміла';
}

interface Asked {
  readonly projectId: string;
  readonly service: Service;
  /** As the service names it: `InternetDocument.save`. */
  readonly action: string;
  readonly ref?: Ref;
}

const LONGEST_TEXT = 500;

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
    const status = error instanceof ServiceError ? (error.given.status ?? null) : null;
    await note(app, asked, { outcome, status, error: reasonOf(error).slice(0, LONGEST_TEXT) }, started);
    throw error;
  }
}

async function note(
  app: Services,
  { projectId, service, action, ref }: Asked,
  end: { outcome: 'ok' | 'refused' | 'failed'; status: number | null; error: string | null },
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
