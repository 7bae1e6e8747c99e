import { DomainError } from '@lanka/domain/kit/errors';
import type { AnyRoute, Auth, Route } from '@lanka/domain/kit/route';
import type { z } from 'zod';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { read } from '../kit/http/requests';
import type { Context, Served } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { authorise } from '../projects';
import { actAs } from './demo.store';

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

/**
 * Calls the handlers of the product inside one transaction, without HTTP: the demo data come about by the same use
 * cases as anybody's, and are there as a whole or not at all.
 */
export function openCaller(app: Services, served: readonly Served[], tx: Tx): Caller {
  const handlers = new Map<AnyRoute, Served['handler']>(served.map(({ route, handler }) => [route, handler]));
  const scopeOf = async (person: Person, auth: Exclude<Auth, 'public'>, projectId: string | undefined) => {
    await actAs(tx, person.user_id);
    return authorise(tx, person, auth, projectId, 'ua');
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
      if (answer instanceof DomainError) throw answer;
      return answer as never;
    },
    async scope(person, auth, projectId) {
      return (await scopeOf(person, auth, projectId)) as ProjectScope;
    },
  };
}
