import type { Bank } from '@lanka/domain/banking/contract';
import { bankingErrors } from '@lanka/domain/banking/contract';
import { DomainError } from '@lanka/domain/kit/errors';
import { z } from 'zod';
import { inTrouble, recordCall, ServiceError } from '../integrations';
import { isPrivateLiteral } from '../kit/outbound/addresses';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';
import * as answers from './answers';

/** The personal API of monobank and the «Автоклієнт» of PrivatBank. Both are asked one thing at a time, and only read. */

export interface Account {
  readonly project_id: string;
  readonly token: string;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Both count their pauses in minutes. */
const BUSY_MS = 61_000;
/** PrivatBank asks to be left alone between two pages. */
export const PRIVAT_PAUSE_MS = 250;
export const PRIVAT_PAGE = 100;

const WRONG = { ua: bankingErrors.token_wrong().text.ua, en: bankingErrors.token_wrong().text.en } as const;
const BUSY = {
  ua: 'Банк просить зачекати: його питають не частіше, ніж раз на хвилину',
  en: 'The bank asks to wait: it is asked no more than once a minute',
} as const;
const BROKEN = {
  ua: 'Відповідь банку обірвана або незрозуміла',
  en: 'The answer of the bank is broken or cannot be understood',
} as const;

const serviceOf = ({ outbound, config }: Services, bank: Bank) =>
  outbound.service({
    name: bank,
    // an address of the operator's own configuration
    allowPrivate: isPrivateLiteral(new URL(config.services[bank])),
    ...{ timeoutMs: TIMEOUT_MS, idleMs: TIMEOUT_MS },
    circuit: { failures: 10, pauseMs: 30_000 },
  });

interface Asked {
  readonly bank: Bank;
  /** As the log of calls names it: without accounts and tokens. */
  readonly action: string;
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
}

const headersOf = (bank: Bank, token: string): Record<string, string> =>
  bank === 'monobank'
    ? { 'x-token': token, 'content-type': 'application/json' }
    : { token, 'user-agent': 'Lanka', 'content-type': 'application/json;charset=utf8' };

/**
 * Asks once and writes down that it was asked.
 * @throws ServiceError `refused` with code `token_wrong` or what the bank says; `failed` when it may answer another time
 */
function ask<T>(app: Services, account: Account, asked: Asked, answer: z.ZodType<T>): Promise<T> {
  const { bank, action, path, method = 'GET', body } = asked;
  return recordCall(app, { projectId: account.project_id, service: bank, action }, async () => {
    const given = await serviceOf(app, bank).call(`${app.config.services[bank]}${path}`, {
      ...{ method, headers: headersOf(bank, account.token), maxBytes: MAX_BYTES, secretPath: true },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const chunks: Buffer[] = [];
    for await (const chunk of given.body) chunks.push(Buffer.from(chunk as Buffer));
    const { status } = given;
    if (status === 429) throw new ServiceError('failed', BUSY, { status, code: 'busy', retryAfterMs: BUSY_MS });
    if (status >= 500) throw inTrouble(status);
    const said = parse(Buffer.concat(chunks).toString('utf8'));
    if (status === 401 || status === 403) throw new ServiceError('refused', WRONG, { status, code: 'token_wrong' });
    const words = answers.Refusal.safeParse(said);
    const isError = words.success && words.data.status === 'ERROR';
    if (status >= 400 || isError) throw refusalOf(status, words.success ? words.data : {});
    const read = answer.safeParse(said);
    if (!read.success) throw new ServiceError('failed', BROKEN, { status });
    return read.data;
  });
}

function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw new ServiceError('failed', BROKEN, {}, { cause: error });
  }
}

function refusalOf(status: number, { errorDescription, message, code }: z.infer<typeof answers.Refusal>): ServiceError {
  const said = (errorDescription || message || code || `HTTP ${status}`).slice(0, 300);
  if (/token|авториз|unauthori[sz]ed/i.test(`${code ?? ''} ${said}`))
    return new ServiceError('refused', WRONG, { status, code: 'token_wrong' });
  return new ServiceError('refused', said, { status, code: 'refused' });
}

/** Why nothing came of a call, for somebody who waits for it. */
export function told(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (error instanceof OutboundError) return bankingErrors.unavailable();
  if (!(error instanceof ServiceError)) return error;
  const { code } = error.given;
  if (code === 'token_wrong') return bankingErrors.token_wrong({ path: 'token' });
  if (code === 'busy') return bankingErrors.busy();
  if (error.outcome === 'failed') return bankingErrors.unavailable();
  return bankingErrors.refused({ said: error.message });
}

export const readClient = (app: Services, account: Account): Promise<answers.MonoClient> =>
  ask(
    app,
    account,
    { bank: 'monobank', action: 'GET /personal/client-info', path: '/personal/client-info' },
    answers.MonoClient,
  );

/** @param to unix seconds; null: up to now */
export const readStatement = (
  app: Services,
  account: Account,
  of: { readonly account: string; readonly from: number; readonly to: number | null },
): Promise<answers.BankStatementRow[]> =>
  ask(
    app,
    account,
    {
      ...{ bank: 'monobank', action: 'GET /personal/statement' },
      path: `/personal/statement/${encodeURIComponent(of.account)}/${of.from}${of.to === null ? '' : `/${of.to}`}`,
    },
    answers.MonoStatement,
  );

/** @param url null: it tells nothing any more */
export const setHook = (app: Services, account: Account, url: string | null): Promise<unknown> =>
  ask(
    app,
    account,
    {
      ...{ bank: 'monobank', action: 'POST /personal/webhook', path: '/personal/webhook', method: 'POST' },
      body: { webHookUrl: url ?? '' },
    },
    z.unknown(),
  );

export const readSettings = (app: Services, account: Account): Promise<answers.PrivatSettings> =>
  ask(
    app,
    account,
    { bank: 'privatbank', action: 'GET /statements/settings', path: '/statements/settings' },
    answers.PrivatSettings,
  );

/** `DD-MM-YYYY` of `2026-11-24`. */
const dashed = (day: string): string => day.split('-').reverse().join('-');

interface Span {
  readonly account?: string;
  readonly from: string;
  /** Null: up to the bank's own today. */
  readonly to: string | null;
  readonly follow: string | null;
}

const spanPath = (what: string, { account, from, to, follow }: Span): string => {
  const query = new URLSearchParams({
    ...(account ? { acc: account } : {}),
    ...{ startDate: dashed(from), limit: String(PRIVAT_PAGE) },
    ...(to ? { endDate: dashed(to) } : {}),
    ...(follow ? { followId: follow } : {}),
  });
  return `/statements/${what}?${query}`;
};

export const readBalances = (app: Services, account: Account, span: Span): Promise<answers.PrivatBalances> =>
  ask(
    app,
    account,
    { bank: 'privatbank', action: 'GET /statements/balance', path: spanPath('balance', span) },
    answers.PrivatBalances,
  );

export const readTransactions = (app: Services, account: Account, span: Span): Promise<answers.PrivatTransactions> =>
  ask(
    app,
    account,
    { bank: 'privatbank', action: 'GET /statements/transactions', path: spanPath('transactions', span) },
    answers.PrivatTransactions,
  );

/** Between two pages of PrivatBank; what is played on this computer needs none. */
export async function pause({ config }: Services): Promise<void> {
  if (!isPrivateLiteral(new URL(config.services.privatbank)))
    await new Promise((resolve) => setTimeout(resolve, PRIVAT_PAUSE_MS));
}

/** A simulator of this computer, and never a real bank. */
export const isPlayed = ({ config }: Services): boolean =>
  (['monobank', 'privatbank'] as const).every((bank) => /^http:\/\/127\.0\.0\.1:/.test(config.services[bank]));

/** Presses a button of the simulator's page: somebody pays. */
export async function play(
  app: Services,
  bank: Bank,
  action: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { origin } = new URL(app.config.services[bank]);
  const answer = await serviceOf(app, bank).call(`${origin}/control/${bank}/actions/${action}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(values) },
  });
  answer.body.destroy();
  if (answer.status !== 200) throw new Error(`the simulator answers ${answer.status}`);
}
