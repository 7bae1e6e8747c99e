import { deliveryErrors } from '@lanka/domain/delivery/contract';
import { CARRIER_WORDS } from '@lanka/domain/delivery/errors';
import { DomainError, type Locale } from '@lanka/domain/kit/errors';
import { inTrouble, type Reason, recordCall, ServiceError, saidIn } from '../integrations';
import { isPrivateLiteral } from '../kit/outbound/addresses';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';

/** Nova Poshta, JSON API 2.0: one address, one queue for each key, business errors with status 200. */

type Row = Readonly<Record<string, unknown>>;

/** A call whose outcome is not known: what it asked for may have been done. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/** Who asks: the log of calls stands in his project. */
export interface Account {
  readonly project_id: string;
  readonly key: string;
}

/** The carrier refuses more than a call a second by one key. */
const PAUSE_MS = 1_100;
/** He takes four to six seconds on bad days. */
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 20 * 1024 * 1024;
const KEY_WRONG = ['20000200068', '20000200069'];
const KEY_EXPIRED = '20000201204';
const TOO_OFTEN = '20000101696';

const nextAt = new Map<string, number>();

/** Waits for its turn: calls by one key go one behind another, whoever makes them in this process. */
async function turn({ key }: Account, address: string): Promise<void> {
  // what is played on this computer needs no pauses
  if (isPrivateLiteral(new URL(address))) return;
  const now = Date.now();
  const at = Math.max(now, nextAt.get(key) ?? 0);
  nextAt.set(key, at + PAUSE_MS);
  if (nextAt.size > 10_000) for (const [other, until] of nextAt) if (until < now) nextAt.delete(other);
  if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
}

const serviceOf = ({ outbound, config }: Services) =>
  outbound.service({
    name: 'nova_poshta',
    // an address of the operator's own configuration
    allowPrivate: isPrivateLiteral(new URL(config.services.nova_poshta)),
    ...{ timeoutMs: TIMEOUT_MS, idleMs: TIMEOUT_MS },
    circuit: { failures: 10, pauseMs: 30_000 },
  });

/** Arrays come as such, or as an object keyed by number. */
const listOf = (given: unknown): unknown[] =>
  Array.isArray(given) ? given : typeof given === 'object' && given !== null ? Object.values(given) : [];

export interface Told {
  readonly data: readonly Row[];
  readonly total: number | null;
}

/**
 * Asks, once, and writes down that it was asked. @throws ServiceError when the carrier has refused, which he does before
 * anything is done; UnknownOutcome when it may have been done; OutboundError when he was not reached
 */
export function ask(
  app: Services,
  account: Account,
  model: string,
  method: string,
  methodProperties: object,
): Promise<Told> {
  const asked = { projectId: account.project_id, service: 'nova_poshta', action: `${model}.${method}` } as const;
  return recordCall(app, asked, async () => {
    const address = app.config.services.nova_poshta;
    await turn(account, address);
    const body = JSON.stringify({ apiKey: account.key, modelName: model, calledMethod: method, methodProperties });
    const headers = { 'content-type': 'application/json' };
    let told: Row;
    try {
      const answer = await serviceOf(app).call(`${address}/`, { method: 'POST', headers, body, maxBytes: MAX_BYTES });
      if (answer.status === 429 || answer.status === 401) {
        answer.body.destroy();
        const retryAfterMs = (Number(answer.headers['retry-after']) || 5) * 1_000;
        if (answer.status === 401)
          throw new ServiceError('refused', deliveryErrors.key_wrong.text, { code: 'key_wrong' });
        throw new ServiceError('failed', deliveryErrors.busy.text, { status: 429, code: 'busy', retryAfterMs });
      }
      const text = await textOf(answer.body);
      if (answer.status !== 200) throw new UnknownOutcome(`HTTP ${answer.status}`, { cause: inTrouble(answer.status) });
      told = JSON.parse(text) as Row;
    } catch (error) {
      if (error instanceof ServiceError || error instanceof UnknownOutcome || wasNotSent(error)) throw error;
      throw new UnknownOutcome('the answer was lost', { cause: error });
    }
    if (told.success !== true) throw refusalOf(told);
    const info = (told.info ?? {}) as { totalCount?: unknown };
    return {
      data: listOf(told.data) as Row[],
      total: info.totalCount === undefined ? null : Number(info.totalCount),
    };
  });
}

/** No connection was made, so nothing was asked. */
function wasNotSent(error: unknown): boolean {
  if (!(error instanceof OutboundError)) return false;
  if (error.reason === 'circuit_open' || error.reason === 'host_unknown' || error.reason === 'url_invalid') return true;
  const { code } = (error.cause ?? {}) as { code?: string };
  return code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT';
}

async function textOf(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

const WITHOUT_WORDS: Reason = { ua: 'без пояснень', en: 'without a word why' };

function refusalOf(told: Row): ServiceError {
  const codes = listOf(told.errorCodes).map(String);
  const words = listOf(told.errors).map(String);
  if (codes.some((code) => KEY_WRONG.includes(code)))
    return new ServiceError('refused', deliveryErrors.key_wrong.text, { code: 'key_wrong' });
  if (codes.includes(KEY_EXPIRED))
    return new ServiceError('refused', deliveryErrors.key_expired.text, { code: 'key_expired' });
  if (codes.includes(TOO_OFTEN) || words.some((one) => /^to+ many requests/i.test(one)))
    return new ServiceError('failed', deliveryErrors.busy.text, { code: 'busy', retryAfterMs: 4_500 });
  const [code = 'unknown'] = codes;
  const said: Reason = CARRIER_WORDS[code] ?? (words.join('; ').slice(0, 300) || WITHOUT_WORDS);
  return new ServiceError('refused', said, { code });
}

export const isKeyRefused = (error: unknown): boolean =>
  error instanceof ServiceError && (error.given.code === 'key_wrong' || error.given.code === 'key_expired');

/** Why nothing came of a call, for somebody who waits for it. */
export function asRefusal(error: unknown): DomainError {
  if (error instanceof ServiceError) {
    const { code } = error.given;
    if (code === 'key_wrong') return deliveryErrors.key_wrong({ path: 'key' });
    if (code === 'key_expired') return deliveryErrors.key_expired({ path: 'key' });
    if (code === 'busy') return deliveryErrors.busy();
    const { code: refused, text } = deliveryErrors.refused;
    const filled = (locale: Locale) => text[locale].replace('{said}', () => saidIn(error.reason, locale));
    return new DomainError(refused, { status: text.status, ua: filled('ua'), en: filled('en') });
  }
  if (error instanceof OutboundError || error instanceof UnknownOutcome) return deliveryErrors.unreachable();
  throw error;
}

/** What a carrier's row says under this name, as text. */
export const say = (row: Row | undefined, name: string): string => String(row?.[name] ?? '').trim();
export const refIn = (row: Row | undefined, name = 'Ref'): string | null => say(row, name) || null;

const REAL_PRINTING = 'https://my.novaposhta.ua';

/** Labels of these documents in one PDF. */
export function fetchLabels(
  app: Services,
  account: Account,
  refs: readonly string[],
  format: '100x100' | '85x85' | 'a4',
): Promise<Buffer> {
  const documents = refs.map((ref) => `orders[]/${ref}`).join('/');
  const [kind, zebra] = format === 'a4' ? ['printDocument', ''] : [`printMarking${format}`, '/zebra'];
  return fetchPdf(app, account, kind, `orders/${kind}/${documents}/type/pdf${zebra}`);
}

/** A register, as it is signed when the parcels are handed over. */
export const fetchSheet = (app: Services, account: Account, ref: string): Promise<Buffer> =>
  fetchPdf(app, account, 'printScanSheet', `scanSheet/printScanSheet/refs[]/${ref}/type/pdf`);

/** What is printed stands at addresses with the key in them: nobody but the server ever sees these. */
async function fetchPdf(app: Services, account: Account, action: string, path: string): Promise<Buffer> {
  const address = new URL(app.config.services.nova_poshta);
  const base =
    address.hostname === 'api.novaposhta.ua'
      ? REAL_PRINTING
      : `${address.origin}${address.pathname.replace(/\/v2\.0\/json\/?$/, '')}`;
  const url = `${base}/${path}/apiKey/${account.key}`;
  const asked = { projectId: account.project_id, service: 'nova_poshta', action } as const;
  return recordCall(app, asked, async () => {
    await turn(account, app.config.services.nova_poshta);
    const service = app.outbound.service({
      name: 'nova_poshta_print',
      allowPrivate: isPrivateLiteral(address),
      ...{ timeoutMs: TIMEOUT_MS, idleMs: TIMEOUT_MS },
    });
    const answer = await service.call(url, { maxBytes: MAX_BYTES, secretPath: true });
    const chunks: Buffer[] = [];
    for await (const chunk of answer.body) chunks.push(Buffer.from(chunk as Buffer));
    const pdf = Buffer.concat(chunks);
    // what is wrong is told by a page and with status 200
    if (answer.status !== 200 || pdf.subarray(0, 4).toString('latin1') !== '%PDF')
      throw new ServiceError('failed', deliveryErrors.no_label.text, { code: 'no_label', status: answer.status });
    return pdf;
  });
}
