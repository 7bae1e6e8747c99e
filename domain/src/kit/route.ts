import { z } from 'zod';
import type { ApiScope } from './api_scopes';
import type { ErrorFactory } from './errors';
import type { Permission } from './permissions';

/**
 * A route is data: the server mounts it, the web calls it, forms validate with its body, OpenAPI is made from it.
 *
 * auth
 * - `public`: nobody needs to be signed in
 * - `user`: a signed-in user, no project
 * - `staff`: a signed-in user with the platform role Staff (the operator area)
 * - `dropshipping`: a signed-in user, in all projects where he is a Client
 * - a permission: a member of the project in `:project_id` whose role has it (`permissions.ts` of the slices)
 */
export type Auth = 'public' | 'user' | 'staff' | 'dropshipping' | Permission;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  A extends Auth = Auth,
> {
  readonly method: Method;
  /** Without the `/api` prefix, parameters as `:name`: `projects/:project_id/orders/:id`. */
  readonly path: string;
  readonly summary: string;
  readonly auth: A;
  /** Keys of the API reach it, which have this scope (one of these); without it none does (`api_scopes.ts`). */
  readonly api?: ApiScope | readonly ApiScope[];
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly returns: R;
  /** 201 for what creates, 204 for what answers nothing, 302 for what leads the browser elsewhere, else 200. */
  readonly status: 200 | 201 | 202 | 204 | 302;
  /** The coded errors this route may answer with, beyond the common ones. */
  readonly errors: readonly ErrorFactory[];
  /** Calls per minute from one address, for doors that must not be tried in bulk. */
  readonly limitPerMinute?: number;
  /** The answer is not JSON (a file). */
  readonly raw?: string;
  /** It takes form data too: a file, and the fields of the body beside it. */
  readonly form?: FormFile;
  /** Works for everybody while the server is switched to maintenance: signing in, and what the way there needs. */
  readonly duringMaintenance?: boolean;
  /**
   * Of what reads: the answer has an ETag, and whoever has it already gets 304. `keys`: for keys of the API alone, so that
   * browsers of people keep nothing of it.
   */
  readonly etag?: boolean | 'keys';
  /**
   * Of what writes: works also for those who may only read until an invoice is paid (docs/decisions/0117-read-only-until-paid.md):
   * what finishes orders under way, what leads to the payment, the export of the own data.
   */
  readonly whileRestricted?: boolean;
  /** The answer holds a secret that is shown once: it is not kept for a repeated Idempotency-Key. */
  readonly secretAnswer?: boolean;
  /** It asks by POST what is too long for an address: its transaction only reads, as that of a GET. */
  readonly writesNothing?: boolean;
  /** A failure also says `error`, the text: the client of this call knows a failure by that field. */
  readonly errorField?: boolean;
  /** The browser sends along by itself what this call needs (a cookie): refused when a page of another site asks. */
  readonly sameOrigin?: boolean;
  /** Programs send it a body of their own kind, which says nothing: it is not read. */
  readonly anyBody?: boolean;
  /** The body is signed: the handler gets its bytes as they came, and nothing is read of them before. */
  readonly signedBody?: boolean;
  /**
   * Of what writes: the topics whose answers are old afterwards, in the singular (`order`, `product_variant`). Live
   * updates name what changed by the same words; which answers a topic concerns, `concerns` says.
   */
  readonly changes?: readonly string[];
  /** Of what reads: topics that its path does not name. */
  readonly shows?: readonly string[];
  /** Of what writes: the answer is what this route would answer now, so that nobody needs to ask it. */
  readonly answers?: AnyRoute;
}

/** The one file of a form. It goes to the storage as it comes. */
export interface FormFile {
  /** The name of its field. */
  readonly field: string;
  readonly maxBytes: number;
  /** The `content_type` of a file that says none. */
  readonly defaultType: string;
}

type Init<P, Q, B, R, A> = {
  method: Method;
  path: string;
  summary: string;
  auth: A;
  api?: ApiScope | readonly ApiScope[];
  params?: P;
  query?: Q;
  body?: B;
  returns?: R;
  status?: 200 | 201 | 202 | 204 | 302;
  errors?: readonly ErrorFactory[];
  limitPerMinute?: number;
  raw?: string;
  form?: FormFile;
  duringMaintenance?: boolean;
  etag?: boolean | 'keys';
  whileRestricted?: boolean;
  secretAnswer?: boolean;
  writesNothing?: boolean;
  errorField?: boolean;
  sameOrigin?: boolean;
  anyBody?: boolean;
  signedBody?: boolean;
  changes?: readonly string[];
  shows?: readonly string[];
  answers?: AnyRoute;
};

const Nothing = z.undefined();
type Nothing = typeof Nothing;
type Any = z.ZodType;

/* @__NO_SIDE_EFFECTS__ */
export function route<
  P extends Any = Nothing,
  Q extends Any = Nothing,
  B extends Any = Nothing,
  R extends Any = Nothing,
  const A extends Auth = Auth,
>(init: Init<P, Q, B, R, A>): Route<P, Q, B, R, A> {
  return {
    errors: [],
    ...init,
    params: (init.params ?? Nothing) as P,
    query: (init.query ?? Nothing) as Q,
    body: (init.body ?? Nothing) as B,
    returns: (init.returns ?? Nothing) as R,
    status: init.status ?? (init.returns ? 200 : 204),
  };
}

export type AnyRoute = Route<Any, Any, Any, Any>;

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * Does this route's answer show something of the topic? `order` concerns `projects/:project_id/orders/:id/history`,
 * `product_variant` the products it belongs to as well, and `project` nothing but projects themselves.
 */
export function concerns({ path, shows = [] }: Pick<AnyRoute, 'path' | 'shows'>, topic: string): boolean {
  const own = path.replace(/^projects\/:project_id\/(?=.)/, '').split('/');
  return shows.includes(topic) || own.some((segment) => `${singular(topic)}_`.startsWith(`${singular(segment)}_`));
}
export const hasSchema = (schema: z.ZodType): boolean => schema !== Nothing;

/** Parameters that nearly every route has. `project_id` takes the id or the friendly id. */
export const InProject = z.object({ project_id: z.string().min(1).max(120) });
export const OneInProject = InProject.extend({ id: z.uuid() });

/** It is refused to whoever may only read until an invoice is paid. */
export const isRestricted = ({ method, auth, writesNothing, whileRestricted }: AnyRoute): boolean =>
  method !== 'GET' && auth !== 'public' && auth !== 'user' && auth !== 'staff' && !writesNothing && !whileRestricted;
