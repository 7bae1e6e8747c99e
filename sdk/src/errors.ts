/** What the API refuses: `code` stays whatever the language of `message`. */
export class LankaError extends Error {
  override readonly name = 'LankaError';
  /** `stock.short`, `common.stale`, …; see the reference. */
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Fields (`path`, `code`, `message`), or values that the code documents. */
  readonly details: readonly Readonly<Record<string, unknown>>[];
  /** For how long to wait, where the server says so. */
  readonly retryAfterSeconds: number | undefined;
  /** Say it when you ask support. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    told: {
      code: string;
      status: number;
      details?: readonly Readonly<Record<string, unknown>>[];
      retryAfterSeconds?: number | undefined;
      requestId?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: told.cause });
    this.code = told.code;
    this.status = told.status;
    this.details = told.details ?? [];
    this.retryAfterSeconds = told.retryAfterSeconds;
    this.requestId = told.requestId;
  }
}

/** No answer came, or one that is none of Lanka's (a proxy in between). */
export const UNREACHABLE = 'sdk.unreachable';
/** The time for one try was over. */
export const TIMED_OUT = 'sdk.timed_out';

/** `isLankaError(error, 'stock.short')` */
export const isLankaError = (error: unknown, code?: string): error is LankaError =>
  error instanceof LankaError && (code === undefined || error.code === code);

export async function errorOf(response: Response): Promise<LankaError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const told = {
    status: response.status,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
  try {
    const { code, message, details } = JSON.parse(text) as { code: unknown; message: unknown; details: unknown };
    if (typeof code === 'string' && typeof message === 'string')
      return new LankaError(message, { ...told, code, details: Array.isArray(details) ? details : [] });
  } catch {
    // a page of something between us and Lanka
  }
  return new LankaError(`No answer of Lanka: HTTP ${response.status}`, { ...told, code: UNREACHABLE });
}
