/**
 * Reading and changing through React Query.
 *
 *   const order = useCall(getOrder, { params: { project_id, id } });            // order.data, order.error, …
 *   const move = useAction(moveOrder, { invalidates: [getOrder, listOrders], success: t.moved });
 *   move.mutate({ params: { project_id, id }, body: { to: 'Ready' } });
 *   <Link {...usePrefetch(getOrder, { params })} …>                              // loads on hover or focus
 *
 * Query keys are `[route.path, params, query]`, so a route is enough to say what has become old.
 * A failed action shows the server's message unless `quiet` (forms put errors on their fields instead).
 */
import type { AnyRoute } from '@lanka/domain/kit/route';
import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Answer, type CallArgs, CallError, call } from './call';
import { type LiveEvent, subscribe } from './live';
import { notifyError, notifySuccess } from './notify';

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && error instanceof CallError && error.outcomeUnknown,
      },
    },
  });
}

type KeyArgs = { params?: unknown; query?: unknown };

export const callKey = (route: AnyRoute, args: KeyArgs): readonly unknown[] => [
  route.path,
  args.params ?? null,
  args.query ?? null,
];

export interface CallOptions {
  /** False: wait, for instance until an id is known. */
  enabled?: boolean;
  /** Keep showing the last answer while another page or filter loads. */
  keepPrevious?: boolean;
  staleTime?: number;
  /** Poll, for a job that runs: milliseconds, or false. */
  refetchInterval?: number | false;
}

const queryOf = <R extends AnyRoute>(route: R, args: CallArgs<R>) => ({
  queryKey: callKey(route, args),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(route, { ...args, signal }) as Promise<Answer<R>>,
});

export function useCall<R extends AnyRoute>(route: R, args: CallArgs<R>, options: CallOptions = {}) {
  const { keepPrevious, ...rest } = options;
  return useQuery<Answer<R>, Error>({
    ...queryOf(route, args),
    ...rest,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/**
 * A list that grows page by page («Показати ще»): its rows so far, and `more` while there are others. When it is
 * refreshed, all its pages are read again one behind the other, so that no row falls between two of them.
 */
export function usePages<T>(route: AnyRoute, args: { params?: unknown; query?: Record<string, unknown> }) {
  type Read = { items: T[]; next_cursor: string | null };
  const pages = useInfiniteQuery<Read, Error, { pages: Read[] }, readonly unknown[], string | null>({
    queryKey: [...callKey(route, args), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...args.query, ...(pageParam ? { cursor: pageParam } : {}) };
      return call(route, { ...args, query, signal } as CallArgs<AnyRoute>) as Promise<Read>;
    },
    initialPageParam: null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  return {
    rows: pages.data?.pages.flatMap(({ items }) => items),
    error: pages.error,
    refetch: pages.refetch,
    more: pages.hasNextPage ? () => void pages.fetchNextPage() : null,
    isLoadingMore: pages.isFetchingNextPage,
  };
}

/** Props for a link or a row: the page's data is on its way before the click. */
export function usePrefetch() {
  const client = useQueryClient();
  return <R extends AnyRoute>(route: R, args: CallArgs<R>) => {
    const load = () => void client.prefetchQuery({ ...queryOf(route, args), staleTime: 15_000 });
    return { onMouseEnter: load, onFocus: load };
  };
}

/**
 * Idempotency keys: one for each thing a person does. While it is unknown whether the server did it, the same
 * thing keeps its key; after a clear answer the next press is a new thing.
 */
export function actionKeys(newKey: () => string = () => crypto.randomUUID()) {
  const open = new Map<string, string>();
  return {
    keyFor(args: unknown): string {
      const what = JSON.stringify(args);
      const key = open.get(what) ?? newKey();
      open.set(what, key);
      return key;
    },
    settled(args: unknown, error: unknown): void {
      if (error instanceof CallError && error.outcomeUnknown) return;
      open.delete(JSON.stringify(args));
    },
  };
}

export interface ActionOptions<R extends AnyRoute> {
  onSuccess?: (answer: Answer<R>, args: CallArgs<R>) => void;
  onError?: (error: Error) => void;
  /** Routes whose answers are old after this. */
  invalidates?: readonly AnyRoute[];
  /** Notification on success. */
  success?: string;
  /** Do not notify of errors: the caller shows them. */
  quiet?: boolean;
}

export function useAction<R extends AnyRoute>(route: R, options: ActionOptions<R> = {}) {
  const client = useQueryClient();
  const keys = useRef(actionKeys());
  return useMutation<Answer<R>, Error, CallArgs<R>>({
    mutationFn: (args) => call(route, { ...args, idempotency_key: args.idempotency_key ?? keys.current.keyFor(args) }),
    onSettled: (_, error, args) => keys.current.settled(args, error),
    onSuccess: async (answer, args) => {
      if (options.success) notifySuccess(options.success);
      options.onSuccess?.(answer, args);
      await Promise.all((options.invalidates ?? []).map((old) => client.invalidateQueries({ queryKey: [old.path] })));
    },
    onError: (error) => {
      options.onError?.(error);
      if (!options.quiet) notifyError(error);
    },
  });
}

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * Does this query show something of the topic? `order` concerns `projects/:project_id/orders/:id/history`, and
 * `product_variant` the products it belongs to as well.
 */
export const concerns = (queryKey: readonly unknown[], topic: string): boolean =>
  typeof queryKey[0] === 'string' &&
  queryKey[0].split('/').some((segment) => `${singular(topic)}_`.startsWith(`${singular(segment)}_`));

/** Refreshes what is on screen when it changes elsewhere. Bursts are gathered, so that an import is one refresh. */
export function useLive(projectId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!projectId) return;
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      const topics = [...waiting];
      waiting.clear();
      void client.invalidateQueries({
        predicate: (query) => topics.some((topic) => concerns(query.queryKey, topic)),
      });
    };
    const gather = (event: LiveEvent) => {
      waiting.add(event.topic);
      timer ??= setTimeout(flush, 300);
    };
    const stop = subscribe(projectId, gather, () => void client.invalidateQueries());
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, projectId]);
}
