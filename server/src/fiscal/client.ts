import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Reason, recordCall, ServiceError } from '../integrations';
import type { OutboundService } from '../kit/outbound/outbound';
import type { Services } from '../kit/services';
import {
  CashierAnswer,
  InfoAnswer,
  ReceiptAnswer,
  type Refusal,
  ReportAnswer,
  refusalOf,
  ShiftAnswer,
  ShiftOrNone,
  SignatureAnswer,
  TokenAnswer,
  WebhookAnswer,
} from './answers';

/** The service said no: asking again says it again. */
export class RefusedError extends ServiceError {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super('refused', refusal.message || `HTTP ${status}`, { status });
  }
}

/** Nobody knows whether it was done: a broken answer, or the service has troubles of its own. */
const away = (reason: Reason, status: number, retryAfterMs?: number): ServiceError =>
  new ServiceError('failed', reason, { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });

const TOO_OFTEN = {
  ua: 'Checkbox просить зачекати: забагато запитів',
  en: 'Checkbox asks to wait: it is asked too often',
};
const inTrouble = (status: number): Reason => ({
  ua: `Checkbox не працює: HTTP ${status}`,
  en: `Checkbox does not work: HTTP ${status}`,
});
const BROKEN = { ua: 'Відповідь Checkbox обірвано', en: 'The answer of Checkbox breaks off' };
const NOT_UNDERSTOOD = { ua: 'Відповідь Checkbox незрозуміла', en: 'The answer of Checkbox cannot be understood' };

/** A register with its secrets in the clear: for as long as it is asked, never kept. */
export interface Keys {
  readonly pin: string;
  readonly license_key: string;
}
export interface Register extends Keys {
  readonly project_id: string;
}

const CLIENT = { 'x-client-name': 'Lanka', 'x-client-version': '1.0' } as const;
const MAX_BYTES = 2 * 1024 * 1024;

export const serviceOf = ({ outbound }: Services): OutboundService =>
  outbound.service({
    name: 'checkbox',
    // the operator's own configuration says where it is
    allowPrivate: true,
    timeoutMs: 20_000,
    idleMs: 15_000,
    // a service that is down is left alone; what waits for it is tried later
    circuit: { failures: 20, pauseMs: 30_000 },
  });

/** Tokens of this process. One that the service takes no more is thrown away. */
const tokens = new Map<string, string>();
const MOST_TOKENS = 1_000;

/** A register whose key or PIN was changed has another one. */
const tokenName = ({ license_key, pin }: Keys, base: string): string =>
  createHash('sha256')
    .update(JSON.stringify([base, license_key, pin]))
    .digest('base64url');

interface Call<T> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** As the log of calls names it: without ids. */
  readonly action: string;
  readonly body?: unknown;
  readonly answer: z.ZodType<T>;
  readonly ref?: { readonly kind: string; readonly id: string };
}

interface Raw {
  readonly status: number;
  readonly text: Buffer;
}

async function send(
  app: Services,
  register: Keys,
  { method, path, body }: Pick<Call<unknown>, 'method' | 'path' | 'body'>,
  token: string | null,
): Promise<Raw> {
  const headers: Record<string, string> = {
    ...CLIENT,
    'x-license-key': register.license_key,
    accept: 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await serviceOf(app).call(`${app.config.services.checkbox}${path}`, {
    ...{ method, headers, maxBytes: MAX_BYTES },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk as Buffer);
  const { status } = answer;
  if (status === 429) throw away(TOO_OFTEN, status, pauseOf(answer.headers['retry-after']));
  if (status >= 500) throw away(inTrouble(status), status, pauseOf(answer.headers['retry-after']));
  return { status, text: Buffer.concat(chunks) };
}

const LONGEST_PAUSE_MS = 15 * 60_000;

function pauseOf(header: unknown): number | undefined {
  const seconds = Number(header);
  return typeof header === 'string' && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds * 1000, LONGEST_PAUSE_MS)
    : undefined;
}

function parse<T>({ status, text }: Raw, answer: z.ZodType<T>): T {
  let body: unknown;
  try {
    body = text.length === 0 ? null : JSON.parse(text.toString('utf8'));
  } catch {
    // what is refused is refused, whatever stands in its body
    if (status >= 400) throw new RefusedError(status, { message: '', where: [] });
    throw away(BROKEN, status);
  }
  if (status >= 400) throw new RefusedError(status, refusalOf(body));
  const read = answer.safeParse(body);
  if (!read.success) throw away(NOT_UNDERSTOOD, status);
  return read.data;
}

async function tokenOf(app: Services, register: Keys, fresh: boolean): Promise<string> {
  const name = tokenName(register, app.config.services.checkbox);
  const known = fresh ? undefined : tokens.get(name);
  if (known) return known;
  tokens.delete(name);
  const { access_token } = parse(
    await send(
      app,
      register,
      { method: 'POST', path: '/cashier/signinPinCode', body: { pin_code: register.pin } },
      null,
    ),
    TokenAnswer,
  );
  if (tokens.size >= MOST_TOKENS) tokens.clear();
  tokens.set(name, access_token);
  return access_token;
}

const logged = <T>(
  app: Services,
  { project_id }: Register,
  { method, action, ref }: Pick<Call<unknown>, 'method' | 'action' | 'ref'>,
  call: () => Promise<T>,
): Promise<T> =>
  recordCall(
    app,
    { projectId: project_id, service: 'checkbox', action: `${method} ${action}`, ...(ref ? { ref } : {}) },
    call,
  );

/** A token whose time is over is answered 401 or 403: the cashier signs in again, once. */
async function answered<T>(app: Services, register: Register, call: Call<T>): Promise<T> {
  const first = await send(app, register, call, await tokenOf(app, register, false));
  const again = first.status === 401 || first.status === 403;
  return parse(again ? await send(app, register, call, await tokenOf(app, register, true)) : first, call.answer);
}

const ask = <T>(app: Services, register: Register, call: Call<T>): Promise<T> =>
  logged(app, register, call, () => answered(app, register, call));

/** That there is no such thing is an answer too. */
const askOrNone = <T>(app: Services, register: Register, call: Call<T>): Promise<T | null> =>
  logged(app, register, call, async () => {
    try {
      return await answered(app, register, call);
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return null;
      throw error;
    }
  });

/** Signs in anew whatever is known: says whether key and PIN are right. @throws RefusedError */
export const signIn = (app: Services, register: Register): Promise<string> =>
  logged(app, register, { method: 'POST', action: '/cashier/signinPinCode' }, () => tokenOf(app, register, true));

export const readInfo = (app: Services, register: Register) =>
  ask(app, register, {
    ...{ method: 'GET', path: '/cash-registers/info', action: '/cash-registers/info', answer: InfoAnswer },
  });

export const readCashier = (app: Services, register: Register) =>
  ask(app, register, { ...{ method: 'GET', path: '/cashier/me', action: '/cashier/me', answer: CashierAnswer } });

export const readSignature = (app: Services, register: Register) =>
  ask(app, register, {
    ...{ method: 'GET', path: '/cashier/check-signature', action: '/cashier/check-signature', answer: SignatureAnswer },
  });

/** The shift that the cashier has open, wherever he opened it. */
export const readCashierShift = (app: Services, register: Register) =>
  askOrNone(app, register, {
    ...{ method: 'GET', path: '/cashier/shift', action: '/cashier/shift', answer: ShiftOrNone },
  });

const shiftRef = (id: string) => ({ ref: { kind: 'shift', id } });

export const readShift = (app: Services, register: Register, id: string) =>
  askOrNone(app, register, {
    ...{ method: 'GET', path: `/shifts/${id}`, action: '/shifts/{id}', answer: ShiftAnswer },
    ...shiftRef(id),
  });

export const openShift = (app: Services, register: Register, id: string) =>
  ask(app, register, {
    ...{ method: 'POST', path: '/shifts', action: '/shifts', answer: ShiftAnswer, body: { id } },
    ...shiftRef(id),
  });

export const closeShift = (app: Services, register: Register, id: string) =>
  ask(app, register, {
    ...{ method: 'POST', path: '/shifts/close', action: '/shifts/close', answer: ShiftAnswer, body: {} },
    ...shiftRef(id),
  });

const receiptRef = (id: string) => ({ ref: { kind: 'receipt', id } });

export const readReceipt = (app: Services, register: Register, id: string) =>
  askOrNone(app, register, {
    ...{ method: 'GET', path: `/receipts/${id}`, action: '/receipts/{id}', answer: ReceiptAnswer },
    ...receiptRef(id),
  });

/** @param body with our id: however often it is sent, it is one receipt */
export const makeReceipt = (
  app: Services,
  register: Register,
  body: { readonly id: string } & object,
  isService: boolean,
) => {
  const path = isService ? '/receipts/service' : '/receipts/sell';
  return ask(app, register, {
    ...{ method: 'POST', path, action: path, answer: ReceiptAnswer, body },
    ...receiptRef(body.id),
  });
};

/** That it was done is all that is asked. */
const Anything = z.unknown();

export const sendByEmail = (app: Services, register: Register, id: string, email: string) =>
  ask(app, register, {
    ...{ method: 'POST', path: `/receipts/${id}/email`, action: '/receipts/{id}/email', body: [email] },
    ...{ answer: Anything, ...receiptRef(id) },
  });

export const sendBySms = (app: Services, register: Register, id: string, phone: string) =>
  ask(app, register, {
    ...{ method: 'POST', path: `/receipts/${id}/sms`, action: '/receipts/{id}/sms', body: { phone } },
    ...{ answer: Anything, ...receiptRef(id) },
  });

export const makeReport = (app: Services, register: Register) =>
  ask(app, register, { ...{ method: 'POST', path: '/reports', action: '/reports', body: {}, answer: ReportAnswer } });

/** As the register prints it; empty where the service has none. */
export async function readReportText(app: Services, register: Register, id: string): Promise<string> {
  const call = { method: 'GET', path: `/reports/${id}/text?width=42`, action: '/reports/{id}/text' } as const;
  return logged(app, register, call, async () => {
    const raw = await send(app, register, call, await tokenOf(app, register, false));
    return raw.status === 200 ? raw.text.toString('utf8').replaceAll('\0', '').slice(0, 20_000) : '';
  });
}

export const setWebhook = (app: Services, register: Register, url: string) =>
  ask(app, register, {
    ...{ method: 'POST', path: '/webhook', action: '/webhook', body: { url }, answer: WebhookAnswer },
  });

export const removeWebhook = (app: Services, register: Register) =>
  askOrNone(app, register, { ...{ method: 'DELETE', path: '/webhook', action: '/webhook', answer: Anything } });

const VIEWS = {
  pdf: { path: '/pdf', type: 'application/pdf' },
  png: { path: '/png?width=42&paper_width=58', type: 'image/png' },
  qr: { path: '/qrcode', type: 'image/png' },
  text: { path: '/text?width=42', type: 'text/plain; charset=utf-8' },
} as const;

export const typeOfView = (format: keyof typeof VIEWS): string => VIEWS[format].type;

/** The receipt as it is printed. @throws ServiceError */
export async function readView(app: Services, register: Register, id: string, format: keyof typeof VIEWS) {
  const { path } = VIEWS[format];
  const call = {
    method: 'GET',
    path: `/receipts/${id}${path}`,
    action: `/receipts/{id}/${format}`,
    ...receiptRef(id),
  } as const;
  return logged(app, register, call, async () => {
    const raw = await send(app, register, call, null);
    if (raw.status !== 200) throw new RefusedError(raw.status, { message: '', where: [] });
    return { bytes: raw.text };
  });
}
