import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnsweredCall } from '../auth/api-keys';

const PATH_KEPT = 200;
const TEXT_KEPT = 2_000;
const AFTER_KEPT = 8_000;
const KINDS_KEPT = 400;
/** How the answer to `changes` ends: how far whoever asked has come with it. */
const REACHED = /"cursor":"([\w-]+)","has_more":(?:true|false)\}$/;
const DEEPEST = 6;
const MOST_ITEMS = 20;

/** What tells a call apart and says nothing of a person: kept as it was sent. */
const PLAIN_FIELDS = new Set(['sku', 'external_number', 'barcode', 'promo_code', 'key', 'cursor', 'sort', 'kinds']);
/** Ids, days and moments, and the words of an enumeration. */
const PLAIN_TEXT = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?|[A-Za-z]+(_[a-z]+)*|)$/;
/** Longer words may be somebody’s name written together. */
const WORD_KEPT = 40;
/** Numbers of so many digits may be somebody’s telephone, whatever their field is called. */
const LONG_NUMBER = 100_000_000;

/**
 * What was sent, without what people wrote: names, addresses, telephones and comments are shown by their length alone.
 * Numbers, ids, days, words of enumerations and what names goods stay, for by them a mistake is found. What stands in a
 * field of a person is all his, however deep it stands there.
 */
export function withoutWords(value: unknown, field = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return isPlainNumber(field, value) ? value : '…';
  if (typeof value === 'string') return isPlain(field, value) ? value.slice(0, PATH_KEPT) : `…${[...value].length}`;
  if (typeof value !== 'object' || depth >= DEEPEST) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ITEMS).map((one) => withoutWords(one, field, depth + 1));
    return value.length > MOST_ITEMS ? [...shown, `…${value.length - MOST_ITEMS}`] : shown;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_ITEMS * 2)
      .map(([name, one]) => [
        name.slice(0, WORD_KEPT),
        withoutWords(one, PERSONAL.test(field) ? field : name, depth + 1),
      ]),
  );
}

/** Words that stand in a field of a person are his, whatever they look like. */
const PERSONAL =
  /name|phone|email|address|comment|note|password|secret|token|city|street|contact|recipient|reason|^q$/i;
const isPlain = (field: string, text: string): boolean =>
  PLAIN_FIELDS.has(field) || (!PERSONAL.test(field) && text.length <= WORD_KEPT && PLAIN_TEXT.test(text));
const isPlainNumber = (field: string, value: number): boolean =>
  PLAIN_FIELDS.has(field) || (!PERSONAL.test(field) && Math.abs(value) < LONG_NUMBER);

const textOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(withoutWords(value)).slice(0, TEXT_KEPT);

/** Of an error what it is and which fields it names; a conflict answers the thing itself, which is left out. */
function errorOf(payload: unknown): string | null {
  if (typeof payload !== 'string') return null;
  try {
    const { code, message, details } = JSON.parse(payload) as Record<string, unknown>;
    const fields = Array.isArray(details)
      ? details.slice(0, MOST_ITEMS).map(({ path, code: what, message: said }) => ({ path, code: what, message: said }))
      : undefined;
    return JSON.stringify({ code, message, details: fields }).slice(0, TEXT_KEPT);
  } catch {
    return null;
  }
}

export function answeredCall(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  bytes: number,
): AnsweredCall {
  const { after, kinds, wait } = (request.query ?? {}) as Record<string, unknown>;
  const isReader = typeof after === 'string' && typeof payload === 'string';
  const reached = isReader ? REACHED.exec(payload.slice(-AFTER_KEPT))?.[1] : undefined;
  const status = reply.statusCode;
  const url = (request.routeOptions.url ?? '').replace(/^\/api\//, '');
  return {
    ...{ operation: `${request.method} ${url}`, status, ms: Math.round(reply.elapsedTime), bytes },
    after: reached,
    kinds: reached && typeof kinds === 'string' && kinds.length <= KINDS_KEPT ? kinds.split(',') : undefined,
    waits: typeof wait === 'string' && Number(wait) > 0 ? true : undefined,
    failed:
      status >= 400
        ? {
            path: (request.url.split('?')[0] ?? '').slice(0, PATH_KEPT),
            request: textOf(request.body) ?? textOf(emptyAsNull(request.query)),
            answer: errorOf(payload),
          }
        : undefined,
  };
}

const emptyAsNull = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && Object.keys(query).length > 0 ? query : null;
