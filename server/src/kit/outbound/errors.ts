export type OutboundReason =
  /** Not an http(s) address. */
  | 'url_invalid'
  | 'host_unknown'
  /** It leads to this machine or into a private network. */
  | 'address_forbidden'
  | 'too_many_redirects'
  /** No connection, or it was lost. */
  | 'unreachable'
  /** Nothing came for as long as one waits, or not everything within the whole time. */
  | 'too_slow'
  /** It failed so often one time after another that it is not asked for a while. */
  | 'circuit_open'
  /** The answer is longer than what is read of it. */
  | 'too_big';

/** Why an outside service could not be asked. An answer with a bad status is an answer, and no such error. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly reason: OutboundReason,
    readonly host: string,
    options?: ErrorOptions,
  ) {
    super(`${host}: ${reason}`, options);
  }
}

/** What the driver of the network threw, as our own error; one that is ours already stays what it is. */
export function asOutbound(error: unknown, host: string): OutboundError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at;
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  const slow = name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT|TIMEDOUT/.test(code ?? '');
  if (code === 'ENOTFOUND') return new OutboundError('host_unknown', host, { cause: error });
  return new OutboundError(slow ? 'too_slow' : 'unreachable', host, { cause: error });
}
