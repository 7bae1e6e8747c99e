import type { Readable } from 'node:stream';
import type { DomainError, Locale } from '@lanka/domain/kit/errors';
import type { AnyRoute, Auth, Route } from '@lanka/domain/kit/route';
import type { z } from 'zod';
import type { DropshippingScope, ProjectScope, StaffScope, UserScope } from '../auth/scope';
import type { Tx } from '../db/db';
import type { Services } from '../services';

export type ScopeOf<A extends Auth> = A extends 'public'
  ? null
  : A extends 'user'
    ? UserScope
    : A extends 'staff'
      ? StaffScope
      : A extends 'dropshipping'
        ? DropshippingScope
        : ProjectScope;

/** What a handler gets: one open transaction, the scope, checked input. It answers what the contract returns. */
export interface Context<P, Q, B, A extends Auth> {
  readonly tx: Tx;
  readonly scope: ScopeOf<A>;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The file of a form, where the route takes one: it stands in the storage under this key. */
  readonly sent: SentFile | undefined;
  /** The bytes of the body, where the route says that they are signed. */
  readonly bytes: Buffer | undefined;
  /** The version in `If-Match`, when the asker sent one. */
  readonly if_match: number | undefined;
  readonly locale: Locale;
  readonly app: Services;
  readonly asker: {
    readonly address: string;
    readonly agent: string;
    /** What he has already, as he says: `If-None-Match` and `If-Modified-Since`. */
    readonly known: { readonly etag: string | undefined; readonly since: string | undefined };
    /** What signs a body, by the name of its header; `undefined` where there is none. */
    header(name: string): string | undefined;
    /** Whether he takes an answer that is packed by gzip. */
    readonly unpacks: boolean;
    readonly refresh_token: string | undefined;
    /** The secret by which this browser is known again. */
    readonly device: string | undefined;
  };
  /** Runs when the transaction has committed; a failure is logged, not answered. */
  after(work: () => void | Promise<void>): void;
  /** Tells open pages that something changed, after the commit. */
  changed(kind: string, id: string): void;
  setRefreshToken(token: string | null, seconds?: number): void;
  setDeviceToken(token: string): void;
}

/** What is known of a public call before its handler begins. */
export type BeforeContext<B> = Pick<Context<unknown, unknown, B, 'public'>, 'tx' | 'app' | 'asker' | 'body'>;

/** What is known before an outside service is asked. No transaction is open meanwhile. */
export interface AskContext<P, B, A extends Auth, Q = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The version in `If-Match`, when the asker sent one. */
  readonly if_match: number | undefined;
  readonly locale: Locale;
  readonly app: Services;
  /** A transaction of its own that only reads; who asks is let in as by the route, each time. */
  read<T>(work: (tx: Tx, scope: ScopeOf<A>) => Promise<T>): Promise<T>;
}

export interface SentFile {
  readonly key: string;
  readonly bytes: number;
}

export interface FileAnswer {
  /** A function makes it after the commit, so that what takes long holds no connection to the database. */
  readonly stream: Readable | Buffer | (() => Promise<Readable | Buffer>);
  readonly content_type: string;
  readonly file_name: string;
  readonly inline?: boolean;
  /** 200 unless told. */
  readonly status?: 200 | 304 | 404;
  /** In place of those that keep a file from being kept anywhere: for what is fetched again and again. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a handler answers. An error that is thrown rolls everything back; one that is returned is answered after the
 * commit (a failed sign-in must be counted).
 */
type Answer<R extends z.ZodType> =
  | z.input<R>
  | FileAnswer
  | DomainError
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing has nothing to return
  | (undefined extends z.input<R> ? void : never);

export interface Served {
  readonly route: AnyRoute;
  readonly handler: (context: Context<unknown, unknown, unknown, Auth>, asked?: unknown) => Promise<unknown>;
  /** Set where something has to be committed before the handler begins. */
  readonly before?: (context: BeforeContext<unknown>) => Promise<unknown>;
  /** Set where an outside service is asked before the handler begins. Its answer is the handler's second parameter. */
  readonly ask?: (context: AskContext<unknown, unknown, Auth>) => Promise<unknown>;
  /** Set where pages of other sites may ask: the origins of those sites, as a browser says them. */
  readonly origins?: (tx: Tx, params: unknown) => Promise<readonly string[]>;
  /** Set on a route that leads the browser elsewhere; it has no use for `handler`. */
  readonly leads?: ServedRedirect;
}

/** What a handler gets that leads the browser elsewhere. No transaction is open while it asks an outside service. */
export interface RedirectContext<Q> {
  readonly query: Q;
  /** The address as the browser sees it. */
  readonly url: URL;
  readonly locale: Locale;
  readonly app: Services;
  readonly asker: Context<unknown, unknown, unknown, Auth>['asker'];
  /** What this browser was given to keep under that name. */
  kept(name: string): string | undefined;
  /** Gives the browser something to keep for so many seconds; null takes it back. */
  keep(name: string, value: string | null, seconds?: number): void;
  setRefreshToken(token: string | null, seconds?: number): void;
  setDeviceToken(token: string): void;
}

export interface ServedRedirect {
  readonly route: AnyRoute;
  /** An address elsewhere, or a path of this site. */
  readonly redirect: (context: RedirectContext<unknown>) => Promise<URL | string>;
  /** The path of the page that tells somebody in a browser what went wrong. */
  readonly failed: Failed;
}

/** `query` is missing when that is what was wrong. */
type Failed = (error: DomainError, context: Omit<RedirectContext<unknown>, 'query'>) => string | Promise<string>;

/** Ties a handler to a route of the contract. The types of input, scope and answer come from the route. */
export function serve<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Auth,
>(
  route: Route<P, Q, B, R, A>,
  handler: (context: Context<z.output<P>, z.output<Q>, z.output<B>, A>) => Promise<Answer<R>> | Answer<R>,
): Served {
  return { route: route as unknown as AnyRoute, handler: handler as unknown as Served['handler'] };
}

/**
 * As `serve`, for a public call that pages of other sites make in their visitors' browsers: the answer is theirs to read
 * if the site is one of `origins`. It is the handler's to refuse all others, for a program says what origin it likes.
 */
export function serveToSites<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  route: Route<P, Q, B, R, 'public'>,
  origins: (tx: Tx, params: z.output<P>) => Promise<readonly string[]>,
  handler: Parameters<typeof serve<P, Q, B, R, 'public'>>[1],
): Served {
  return { ...serve(route, handler), origins: origins as unknown as NonNullable<Served['origins']> };
}

/**
 * As `serve`, for a public call whose tries are counted: `before` runs in a transaction of its own, which is committed
 * when the handler begins. Whoever asks many times at once is counted each time before anything is checked. What it
 * throws is answered, and the handler does not run.
 */
export function serveCounted<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  route: Route<P, Q, B, R, 'public'>,
  before: (context: BeforeContext<z.output<B>>) => Promise<unknown>,
  handler: Parameters<typeof serve<P, Q, B, R, 'public'>>[1],
): Served {
  return { ...serve(route, handler), before: before as unknown as NonNullable<Served['before']> };
}

/**
 * As `serve`, for a call that cannot be answered without asking an outside service: it is asked after authorisation and
 * before the transaction begins, so that no connection to the database waits for it. What has changed meanwhile the
 * handler has to look at again. A call that is repeated by its Idempotency-Key asks again and is answered as before.
 */
export function serveAsking<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Exclude<Auth, 'public'>,
  T,
>(
  route: Route<P, Q, B, R, A>,
  ask: (context: AskContext<z.output<P>, z.output<B>, A, z.output<Q>>) => Promise<T>,
  handler: (context: Context<z.output<P>, z.output<Q>, z.output<B>, A>, asked: T) => Promise<Answer<R>> | Answer<R>,
): Served {
  return {
    route: route as unknown as AnyRoute,
    ask: ask as unknown as NonNullable<Served['ask']>,
    handler: handler as unknown as Served['handler'],
  };
}

/** Ties a handler that leads the browser elsewhere to a route of the contract. Errors lead to the page of `failed`. */
export function serveRedirect<Q extends z.ZodType>(
  route: Route<z.ZodUndefined, Q, z.ZodUndefined, z.ZodUndefined, 'public'>,
  redirect: (context: RedirectContext<z.output<Q>>) => Promise<URL | string>,
  failed: Failed,
): Served {
  const known = route as unknown as AnyRoute;
  return {
    route: known,
    handler: () => Promise.reject(new Error(`${known.path} answers through a plugin of its own`)),
    leads: { route: known, redirect: redirect as ServedRedirect['redirect'], failed },
  };
}
