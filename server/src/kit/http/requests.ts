import { createHash } from 'node:crypto';
import { apiKeyErrors } from '@lanka/domain/kit/api_key_errors';
import { scopesOfRoute } from '@lanka/domain/kit/api_scopes';
import { common, DomainError, type ErrorDetail, type Locale } from '@lanka/domain/kit/errors';
import { fieldMessages } from '@lanka/domain/kit/field-messages';
import { explainIssue, issueCode } from '@lanka/domain/kit/messages';
import { type AnyRoute, type Auth, type FormFile, hasSchema, isRestricted } from '@lanka/domain/kit/route';
import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { TokenClaims } from '../auth/keys';
import type { ProjectScope, UserScope } from '../auth/scope';
import type { Tx } from '../db/db';
import { idempotencyKeys, NIL_ID } from '../db/tables';
import { OutcomeUnknownError, type TransactionOptions } from '../db/transaction';
import type { Services } from '../services';
import type { Authoriser } from './authoriser';
import { cookiesFor, secretsOf } from './cookies';
import { allowOrigin } from './cross-origin';
import { isKnownTag, tagOf } from './etag';
import { isForm, receiveForm } from './forms';
import { type KeyDoor, keyOf, lettingKeysIn } from './key-door';
import { assertOpen } from './maintenance';
import { assertSameOrigin } from './same-origin';
import type { Context, FileAnswer, Served } from './serve';
import { unknownFields } from './unknown-fields';

/** More than a request of its kind needs; what takes longer is a job. Files are written while they are read. */
const PATIENCE_MS = { read: 60_000, write: 30_000, file: 300_000 } as const;
const KEY = /^[\x21-\x7e]{1,200}$/;

export function localeOf(request: FastifyRequest): Locale {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'ua';
}

/** One request: read, authorise, do, answer; all of it in one transaction. */
export async function runRoute(
  app: Services,
  door: KeyDoor,
  authoriser: Authoriser,
  { route, handler, before, ask, origins }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const locale = localeOf(request);
  if (route.sameOrigin) assertSameOrigin(app, request);
  const claims = route.auth === 'public' ? null : await readToken(app, door, route, request, reply);
  const authorise = lettingKeysIn(app, authoriser, route, request);
  const params = read(route.params, request.params ?? {}, locale, 'params') as Record<string, string> | undefined;
  const input: Input = {
    params,
    query: read(route.query, dotted(route.query, request.query ?? {}), locale, 'query'),
    body: undefined,
    raw: request.body,
  };
  const afterwards: (() => void | Promise<void>)[] = [];
  const project = typeof params?.project_id === 'string' ? params.project_id : undefined;

  const onlyReads = route.method === 'GET' || route.writesNothing === true;
  const options: TransactionOptions = {
    readOnly: onlyReads,
    mayUseReplica: onlyReads,
    patienceMs: PATIENCE_MS[route.raw ? 'file' : onlyReads ? 'read' : 'write'],
    isWanted: () => request.raw.socket?.destroyed !== true,
    ...(claims ? entering(claims) : {}),
  };
  if (before) {
    const body = read(route.body, request.body ?? {}, locale, 'body');
    await app.db.transaction(options, (tx) => before({ tx, app, asker: askerOf(request), body }));
  }
  const asked =
    ask && claims && (await askOutside(app, authorise, { route, ask }, claims, project, input, request, locale));
  const form = route.form && isForm(request.headers['content-type']) ? route.form : undefined;
  const received = form && (await receive(app, authorise, { ...route, form }, claims, project, request, locale));
  if (received) input.raw = received.raw;
  const bytes = route.signedBody && Buffer.isBuffer(request.body) ? request.body : undefined;
  const given = received?.body ?? (route.signedBody ? {} : request.body) ?? {};
  let isHandled = false;
  const act = async (tx: Tx): Promise<Outcome> => {
    // first, so that a page of another site can read each refusal
    if (origins) allowOrigin(request, reply, await origins(tx, params));
    if (!route.duringMaintenance) await assertOpen(app.maintenance, authorise, tx, claims, locale);
    const auth = route.auth as Exclude<Auth, 'public'>;
    const scope = claims
      ? await authorise(tx, claims, auth, project, locale, { writes: !onlyReads, restricts: isRestricted(route) })
      : null;
    if (scope) request.facts = { user_id: scope.user.id, project_id: (scope as ProjectScope).project?.id };
    // the body is read after authorisation, so that a stranger learns nothing from what is wrong with it
    input.body = read(route.body, given, locale, 'body');
    const work = async () => {
      isHandled = true;
      return handler(
        {
          tx,
          scope: scope as never,
          params: input.params,
          query: input.query,
          body: input.body,
          sent: received?.sent,
          bytes,
          if_match: ifMatch(request),
          locale,
          app,
          asker: askerOf(request),
          after: (later) => afterwards.push(later),
          changed: (kind, id) => {
            // what is written in no project is his own who asks
            const of = (scope as ProjectScope | null)?.project?.id ?? scope?.user.id;
            if (of) afterwards.push(() => app.live.publish(of, { kind, id }));
          },
          ...cookiesFor(app, request, reply),
        } as Context<unknown, unknown, unknown, Auth>,
        asked,
      );
    };
    const key = request.headers['idempotency-key'];
    if (route.method !== 'POST' || route.writesNothing || !scope || key === undefined || route.secretAnswer)
      return { answer: await work(), status: route.status };
    return once(tx, scope, String(key), request, input, work, route.status);
  };
  const outcome = await app.db.transaction(options, act).catch(async (error: unknown) => {
    // whether it was committed is not known: a file too many is better than one too few
    if (!(error instanceof OutcomeUnknownError)) await received?.discard();
    throw error;
  });
  // a repeated request is answered as the first one was; its file is there already
  if (!isHandled || outcome.answer instanceof DomainError) await received?.discard();
  for (const later of afterwards) {
    try {
      await later();
    } catch (error) {
      request.log.error({ err: error }, 'after the commit');
    }
  }
  if (outcome.answer instanceof DomainError) throw outcome.answer;
  return send(reply, route, outcome, request);
}

/** Whoever asks is let in first, and learns only then what is wrong with his body; the service is asked last. */
async function askOutside(
  app: Services,
  authorise: Authoriser,
  { route, ask }: Required<Pick<Served, 'route' | 'ask'>>,
  claims: TokenClaims,
  project: string | undefined,
  { params, query }: Input,
  request: FastifyRequest,
  locale: Locale,
): Promise<unknown> {
  const enter = <T>(work: (tx: Tx, scope: never) => Promise<T>): Promise<T> =>
    app.db.transaction({ readOnly: true, ...entering(claims) }, async (tx) => {
      await assertOpen(app.maintenance, authorise, tx, claims, locale);
      const asked = { restricts: isRestricted(route) };
      const scope = await authorise(tx, claims, route.auth as Exclude<Auth, 'public'>, project, locale, asked);
      return work(tx, scope as never);
    });
  await enter(async () => undefined);
  const body = read(route.body, request.body ?? {}, locale, 'body');
  return ask({ params, query, body, if_match: ifMatch(request), locale, app, read: enter });
}

export const askerOf = (request: FastifyRequest): Context<unknown, unknown, unknown, Auth>['asker'] => ({
  address: request.ip,
  agent: String(request.headers['user-agent'] ?? '').slice(0, 300),
  known: { etag: request.headers['if-none-match'], since: request.headers['if-modified-since'] },
  header: (name) => (typeof request.headers[name] === 'string' ? request.headers[name] : undefined),
  unpacks: /\bgzip\b/i.test(String(request.headers['accept-encoding'] ?? '')),
  ...secretsOf(request),
});

/** Whoever sends a form is let into the project before it is read: bytes of strangers do not reach the storage. */
async function receive(
  app: Services,
  authorise: Authoriser,
  route: Served['route'] & { readonly form: FormFile },
  claims: TokenClaims | null,
  project: string | undefined,
  request: FastifyRequest,
  locale: Locale,
) {
  if (!claims) throw new Error(`${route.path} takes a file and has to know whose`);
  const { project: within } = await app.db.transaction({ readOnly: true, ...entering(claims) }, async (tx) => {
    await assertOpen(app.maintenance, authorise, tx, claims, locale);
    const auth = route.auth as Exclude<Auth, 'public'>;
    return (await authorise(tx, claims, auth, project, locale, { restricts: isRestricted(route) })) as ProjectScope;
  });
  return receiveForm(app, route, request, within.id, locale);
}

interface Input {
  params: Record<string, string> | undefined;
  query: unknown;
  body: unknown;
  raw: unknown;
}

interface Outcome {
  answer: unknown;
  status: number;
}

/** What row-level security shows before anybody is let in: his memberships, and of a key itself. */
const entering = ({ user_id, api_key }: TokenClaims): Pick<TransactionOptions, 'userId' | 'projectIds'> => ({
  userId: user_id,
  ...(api_key ? { projectIds: [api_key.project_id] } : {}),
});

/** What the token of the request says, when it is one of ours and still valid. Asks no database. */
export async function claimsOf(app: Services, request: FastifyRequest): Promise<TokenClaims | null> {
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ? app.keys.verify(match[1], app.config.jwtAudience) : null;
}

async function readToken(
  app: Services,
  door: KeyDoor,
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<TokenClaims> {
  const given = keyOf(request);
  if (given !== undefined) {
    // whatever the key, and before anything of the request is read
    if (scopesOfRoute(route).length === 0) throw apiKeyErrors.not_for_keys();
    const api_key = await door.enter(given, request, reply);
    return { user_id: api_key.user_id, session_id: '', api_key };
  }
  const claims = await claimsOf(app, request);
  if (!claims) throw common.unauthorized();
  return claims;
}

/** `fields.fabric=льон` of a query whose contract has a record `fields`: its keys are gathered under that one name. */
function dotted(schema: z.ZodType, query: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof query !== 'object' || query === null) return query;
  const records = Object.keys(schema.shape).filter((name) => isRecord(schema.shape[name]));
  if (records.length === 0) return query;
  const gathered: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const record = records.find((one) => name.startsWith(`${one}.`));
    if (!record) gathered[name] = value;
    else gathered[record] = { ...(gathered[record] as object | undefined), [name.slice(record.length + 1)]: value };
  }
  return gathered;
}

const isRecord = (schema: unknown): boolean =>
  schema instanceof z.ZodRecord || (schema instanceof z.ZodOptional && isRecord(schema.unwrap()));

/** What is read where the contract expects nothing. */
const NOTHING = { success: true, data: undefined, error: undefined } as const;

/**
 * Checks a part of the request against the contract. A path that cannot exist is 404, the rest 400 with its fields,
 * those among them that the contract does not have.
 */
export function read(schema: z.ZodType, value: unknown, locale: Locale, part: 'params' | 'query' | 'body'): unknown {
  const unstorable = findUnstorable(value);
  if (unstorable !== null) {
    if (part === 'params') throw common.not_found();
    const code = 'text.control';
    throw common.invalid({ path: unstorable, code, message: fieldMessages[code]?.[locale] });
  }
  const unknown = part === 'params' ? [] : unknownFields(schema, value, locale);
  const result = hasSchema(schema) ? schema.safeParse(value, { reportInput: true }) : NOTHING;
  if (result.success && unknown.length === 0) return result.data;
  if (part === 'params') throw common.not_found();
  const invalid = (result.error?.issues ?? []).map(
    (issue): ErrorDetail => ({
      path: issue.path.join('.'),
      code: issueCode(issue),
      message: explainIssue(issue, locale),
    }),
  );
  throw common.invalid(...[...unknown, ...invalid].slice(0, 100));
}

/** No contract nests deeper by far; beyond it a body is an attack on whatever walks through it. */
const MAX_DEPTH = 50;

/**
 * The path of a text with a NUL or half a surrogate pair, which PostgreSQL cannot keep, or null. Asked of all input,
 * because not every text of a contract is free text with rules of its own (searches, filters, keys of records).
 */
function findUnstorable(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path.join('.') : null;
  if (typeof value !== 'object' || value === null) return null;
  if (path.length > MAX_DEPTH) throw common.malformed();
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key, path) ?? findUnstorable(inner, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function ifMatch(request: FastifyRequest): number | undefined {
  const given = request.headers['if-match'];
  if (given === undefined || given === '*') return undefined;
  const number = Number(String(given).replace(/^W\//, '').replace(/^"|"$/g, ''));
  if (!Number.isInteger(number) || number < 1) {
    throw common.invalid({ path: 'If-Match', code: 'version', message: 'If-Match: VERSION' });
  }
  return number;
}

/** @throws common.malformed for a body that is nested deeper than can be written: no contract of ours is */
function hashOf(asked: readonly unknown[]): string {
  let text: string;
  try {
    text = JSON.stringify(asked);
  } catch (error) {
    if (error instanceof RangeError) throw common.malformed();
    throw error;
  }
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Does a POST once for its key. The key is written in the same transaction as what it did: a second request with
 * it waits for the first to commit and then gets the stored answer; if the first failed, it does the work itself.
 */
async function once(
  tx: Tx,
  scope: UserScope,
  key: string,
  request: FastifyRequest,
  input: Input,
  work: () => Promise<unknown>,
  status: number,
): Promise<Outcome> {
  if (!KEY.test(key))
    throw common.invalid({ path: 'Idempotency-Key', code: 'invalid', message: 'Idempotency-Key: 1–200 ASCII' });
  const where = {
    project_id: (scope as Partial<ProjectScope>).project?.id ?? NIL_ID,
    user_id: scope.user.id,
    // a key names what it asks by itself: another of the same person may use the same word; no word has a space
    key: scope.api_key ? `${scope.api_key.id} ${key}` : key,
  };
  const request_hash = hashOf([request.method, request.url.split('?')[0], input.raw ?? null, input.query ?? null]);
  const [mine] = await tx
    .insert(idempotencyKeys)
    .values({ ...where, request_hash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  const row = and(
    eq(idempotencyKeys.project_id, where.project_id),
    eq(idempotencyKeys.user_id, where.user_id),
    eq(idempotencyKeys.key, where.key),
  );
  if (!mine) {
    const [known] = await tx.select().from(idempotencyKeys).where(row);
    if (!known || known.request_hash !== request_hash) throw common.idempotency_mismatch();
    return { answer: known.answer ?? undefined, status: known.status ?? status };
  }
  const answer = await work();
  if (answer instanceof DomainError) {
    // a refusal that is returned, so that it is counted, does nothing: the same request may be tried again
    await tx.delete(idempotencyKeys).where(row);
    return { answer, status };
  }
  await tx
    .update(idempotencyKeys)
    .set({ status, answer: answer ?? null })
    .where(row);
  return { answer, status };
}

function isFile(answer: unknown): answer is FileAnswer {
  return typeof answer === 'object' && answer !== null && 'stream' in answer && 'content_type' in answer;
}

async function send(
  reply: FastifyReply,
  { raw, etag }: Pick<AnyRoute, 'raw' | 'etag'>,
  { answer, status }: Outcome,
  request: FastifyRequest,
): Promise<FastifyReply> {
  if (raw && isFile(answer)) {
    const bytes = typeof answer.stream === 'function' ? await answer.stream() : answer.stream;
    const name = encodeURIComponent(answer.file_name);
    return reply
      .status(answer.status ?? 200)
      .header('content-disposition', `${answer.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
      .header('cache-control', 'private, no-store')
      .headers(answer.headers ?? {})
      .type(answer.content_type)
      .send(bytes);
  }
  if (etag === true || (etag === 'keys' && request.apiKey !== undefined)) {
    const text = JSON.stringify(answer);
    const tag = tagOf(text);
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
    if (isKnownTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
    return reply.status(status).type('application/json; charset=utf-8').send(text);
  }
  reply.header('cache-control', 'no-store');
  return status === 204 || answer === undefined
    ? reply.status(status === 204 ? 204 : status).send()
    : reply.status(status).send(answer);
}
