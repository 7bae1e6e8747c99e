import type { Connections, PartRead } from '@lanka/domain/api_console/rules';
import * as keyCalls from '@lanka/domain/api_keys/calls';
import * as keys from '@lanka/domain/api_keys/contract';
import * as changes from '@lanka/domain/changes/contract';
import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import type { AnyRoute } from '@lanka/domain/kit/route';
import * as feeds from '@lanka/domain/outfeeds/contract';
import * as webhooks from '@lanka/domain/webhooks/contract';
import { useQuery } from '@tanstack/react-query';
import { useIsDropshipper, useLimits } from '../api_keys';
import { type CallArgs, CallError, call } from '../kit/http/call';
import { callKey, useCall, usePages } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';

/** More of one kind are not read here: how many there are beyond is said. */
const MOST_READ = 1_000;

interface Asked<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** One kind of connections: what was read of it, or why nothing was. */
export interface Part<T> extends PartRead {
  readonly read: T | null;
  readonly refetch: () => unknown;
}

function partOf<A, T>({ data, error, refetch }: Asked<A>, shown: (data: A) => T, isAllowed = true): Part<T> {
  // what may not be read is not asked
  if (!isAllowed) return { state: 'forbidden', read: null, beyond: 0, refetch };
  if (data !== undefined) return { state: 'read', read: shown(data), beyond: 0, refetch };
  if (!error) return { state: 'loading', read: null, beyond: 0, refetch };
  const isForbidden = error instanceof CallError && error.status === 403;
  return { state: isForbidden ? 'forbidden' : 'failed', read: null, beyond: 0, refetch };
}

interface Whole<T> {
  readonly items: readonly T[];
  readonly beyond: number;
}

/** All of a list: it is judged by the last one too. */
function useWhole<T>(route: AnyRoute, params: Record<string, unknown> | undefined, enabled: boolean) {
  return useQuery<Whole<T>, Error>({
    queryKey: [...callKey(route, { params }), 'whole'],
    ...(route.shows ? { meta: { shows: route.shows } } : {}),
    enabled,
    queryFn: async ({ signal }) => {
      const items: T[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, unknown> = { limit: MAX_LIMIT, ...(cursor ? { cursor } : {}) };
        const page = (await call(route, { params, query, signal } as CallArgs<AnyRoute>)) as {
          items: T[];
          next_cursor: string | null;
          total: number;
        };
        items.push(...page.items);
        cursor = page.next_cursor;
        if (cursor && items.length >= MOST_READ) return { items, beyond: Math.max(1, page.total - items.length) };
      } while (cursor);
      return { items, beyond: 0 };
    },
  });
}

function usePart<T>(own: AnyRoute, mine: AnyRoute, isAllowed = true): Part<readonly T[]> {
  const isMine = useIsDropshipper();
  const project_id = useProjectId();
  const asked = useWhole<T>(isMine ? mine : own, isMine ? undefined : { project_id }, isMine || isAllowed);
  return { ...partOf(asked, ({ items }) => items, isMine || isAllowed), beyond: asked.data?.beyond ?? 0 };
}

const asRoute = (route: unknown) => route as AnyRoute;

export interface Parts {
  readonly keys: Part<NonNullable<Connections['keys']>>;
  readonly days: Part<keyCalls.ApiCallDays>;
  readonly readers: Part<NonNullable<Connections['readers']>>;
  readonly webhooks: Part<NonNullable<Connections['webhooks']>>;
  readonly feeds: Part<NonNullable<Connections['feeds']>>;
}

/** The same page is a project's and a dropshipper's; only what it calls differs. Each part comes, or fails, by itself. */
export function useConnections() {
  const isMine = useIsDropshipper();
  const { can } = useSession();
  const params = { project_id: useProjectId() };
  const ours = { enabled: !isMine };
  const mine = { enabled: isMine };
  const days = [useCall(keyCalls.readApiCallDays, { params }, ours), useCall(keyCalls.readMyApiCallDays, {}, mine)];
  const readers = [
    useCall(changes.listChangeReaders, { params }, ours),
    useCall(changes.listMyChangeReaders, {}, mine),
  ] as const;
  const nth = isMine ? 1 : 0;
  const parts: Parts = {
    keys: usePart(asRoute(keys.listApiKeys), asRoute(keys.listMyApiKeys)),
    days: partOf(days[nth] as Asked<keyCalls.ApiCallDays>, (data) => data),
    readers: partOf(readers[nth], ({ items }) => items),
    webhooks: usePart(asRoute(webhooks.listWebhooks), asRoute(webhooks.listMyWebhooks), can('webhooks.read')),
    feeds: usePart(asRoute(feeds.listFeeds), asRoute(feeds.listMyFeeds), can('outfeeds.read')),
  };
  return { limits: useLimits(), parts };
}

export function useCallsOfKeys(failed: boolean, key_id: string | undefined) {
  const isMine = useIsDropshipper();
  const project_id = useProjectId();
  const route = asRoute(isMine ? keyCalls.listMyApiCalls : keyCalls.listApiCalls);
  const query = { limit: 10, key_id, failed: failed ? true : undefined };
  return usePages<keyCalls.ApiCall>(route, { params: isMine ? undefined : { project_id }, query });
}
