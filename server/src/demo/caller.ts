import { DomainError } from '@lanka/domain/kit/errors';
import type { AnyRoute, Auth, Route } from '@lanka/domain/kit/route';
import { addComment, createOrder, listOrders, moveOrder, readOrder, updateOrder } from '@lanka/domain/orders/contract';
import { confirmPayment, createPayment } from '@lanka/domain/payments/contract';
import { createReturn, decideReturn } from '@lanka/domain/returns/contract';
import { createTurnover } from '@lanka/domain/turnover/contract';
import type { z } from 'zod';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { read } from '../kit/http/requests';
import type { Context, Served } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { authorise } from '../projects';
import { actAs, actIn } from './demo.store';

/** A signed-in person of the demo. */
export interface Person {
  readonly user_id: string;
  readonly session_id: string;
  /** He was let in by another thing than a session. */
  readonly known?: true;
}

interface Options<P, Q, B> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

export interface Caller {
  /** Calls a route as this person (null: as nobody): the input is checked as over HTTP, the person authorised. */
  call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    person: Person | null,
    route: Route<P, Q, B, R>,
    options?: Options<z.input<P>, z.input<Q>, z.input<B>>,
  ): Promise<z.output<R>>;
  scope(person: Person, auth: Exclude<Auth, 'public'>, projectId: string): Promise<ProjectScope>;
}

/** Most of what is called. Who takes part in a project, as what and by which terms, is the same behind it. */
const changesNobody = new Set(
  [
    ...[createOrder, updateOrder, moveOrder, readOrder, listOrders, addComment],
    ...[createPayment, confirmPayment, createTurnover, createReturn, decideReturn],
  ].map((route) => route as unknown as AnyRoute),
);

/**
 * What follows leaves in the same round trip: the connection does statements in the order in which they are sent, and
 * one that fails fails all behind it.
 */
const ahead = (statement: Promise<unknown>): void => void statement.catch(() => undefined);

/**
 * Calls the handlers of the product inside one transaction, without HTTP: the demo data come about by the same use
 * cases as anybody's, and are there as a whole or not at all.
 */
export function openCaller(app: Services, served: readonly Served[], tx: Tx): Caller {
  const handlers = new Map<AnyRoute, Served['handler']>(served.map(({ route, handler }) => [route, handler]));
  const known = new Map<string, ProjectScope>();
  const scopeOf = async (person: Person, auth: Exclude<Auth, 'public'>, projectId: string | undefined) => {
    const key = `${person.user_id} ${auth} ${projectId}`;
    const same = projectId === undefined ? undefined : known.get(key);
    if (same) {
      ahead(actIn(tx, person.user_id, same.project.id));
      return same;
    }
    ahead(actAs(tx, person.user_id));
    const scope = await authorise(tx, person, auth, projectId, 'ua');
    if (projectId !== undefined && 'project' in scope) known.set(key, scope as ProjectScope);
    return scope;
  };
  return {
    async call(person, given, { params, query, body } = {}) {
      const route = given as unknown as AnyRoute;
      const handler = handlers.get(route);
      if (!handler) throw new Error(`${route.method} ${route.path} is not served`);
      const projectId = (params as { project_id?: string } | undefined)?.project_id;
      const context: Context<unknown, unknown, unknown, Auth> = {
        tx,
        scope: (person && route.auth !== 'public' ? await scopeOf(person, route.auth, projectId) : null) as never,
        params: route.params.parse(params),
        query: read(route.query, query ?? {}, 'ua', 'query'),
        body: read(route.body, body ?? {}, 'ua', 'body'),
        sent: undefined,
        bytes: undefined,
        if_match: undefined,
        locale: 'ua',
        app,
        asker: {
          ...{ address: '127.0.0.1', agent: 'demo', refresh_token: undefined, device: undefined },
          ...{ known: { etag: undefined, since: undefined }, unpacks: false, header: () => undefined },
        },
        after: () => undefined,
        changed: () => undefined,
        setRefreshToken: () => undefined,
        setDeviceToken: () => undefined,
      };
      const answer = await handler(context);
      if (!changesNobody.has(route)) known.clear();
      if (answer instanceof DomainError) throw answer;
      return answer as never;
    },
    async scope(person, auth, projectId) {
      known.clear();
      return (await scopeOf(person, auth, projectId)) as ProjectScope;
    },
  };
}
