/**
 * Reading and changing through React Query.
 *
 *   const order = useCall(getOrder, { params: { project_id, id } });            // order.data, order.error, …
 *   const move = useAction(moveOrder, { success: t.moved });
 *   move.mutate({ params: { project_id, id }, body: { to: 'Ready' } });
 *   <Link {...usePrefetch(getOrder, { params })} …>                              // loads on hover or focus
 *
 * Query keys are `[route.path, params, query]`. What is old after an action its route says (`changes`), and live
 * updates say it by the same topics; an answer that is what another route would answer (`answers`) is kept as such.
 * A failed action shows the server's message unless `quiet` (forms put errors on their fields instead).
 */
import { type AnyRoute, concerns } from '@lanka/domain/kit/route';
import {
  type FetchNextPageOptions,
  type InfiniteQueryObserverResult,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notifyError, notifySuccess } from '../overlay/notify';
import { type Answer, type CallArgs, CallError, call } from './call';
import { type LiveEvent, subscribe } from './live';

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

export interface CallOptions<R extends AnyRoute = AnyRoute> {
  /** False: wait, for instance until an id is known. */
  enabled?: boolean;
  /** Keep showing the last answer while another page or filter loads. */
  keepPrevious?: boolean;
  staleTime?: number;
  /** Poll, for a job that runs: milliseconds or false, or what says it of the last answer. */
  refetchInterval?: number | false | ((answer: Answer<R> | undefined) => number | false);
}

/** What the path of a route does not say, for `showsAny`; each answer of a route has it. */
const metaOf = ({ shows = [] }: AnyRoute) => ({ meta: { shows } });

const queryOf = <R extends AnyRoute>(route: R, args: CallArgs<R>) => ({
  queryKey: callKey(route, args),
  ...metaOf(route),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(route, { ...args, signal }) as Promise<Answer<R>>,
});

export function useCall<R extends AnyRoute>(route: R, args: CallArgs<R>, options: CallOptions<R> = {}) {
  const { keepPrevious, refetchInterval, ...rest } = options;
  return useQuery<Answer<R>, Error>({
    ...queryOf(route, args),
    ...rest,
    refetchInterval:
      typeof refetchInterval === 'function' ? ({ state }) => refetchInterval(state.data) : (refetchInterval ?? false),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

/**
 * A list that grows page by page («Показати ще»): `data` are its rows so far, `more` asks for others while there are
 * any. When it is refreshed, all its pages are read again one behind the other, so that no row falls between two.
 */
export function usePages<T, M extends object = object>(
  route: AnyRoute,
  args: { params?: unknown; query?: Record<string, unknown> },
  { keepPrevious }: Pick<CallOptions, 'keepPrevious'> = {},
) {
  type Read = { items: T[]; next_cursor: string | null } & M;
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const queryKey = [...callKey(route, args), 'pages'];
  const pages = useInfiniteQuery<Read, Error, { pages: Read[] }, readonly unknown[], string | null>({
    queryKey,
    ...metaOf(route),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...args.query, ...(pageParam ? { cursor: pageParam } : {}) };
      return call(route, { ...args, query, signal } as CallArgs<AnyRoute>) as Promise<Read>;
    },
    initialPageParam: null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const more = () => {
    const shown = client.getQueryCache().find({ queryKey });
    setAsked(true);
    const isShown = () => shown?.isActive() === true;
    void readNextPage(pages.data?.pages.length ?? 0, pages.fetchNextPage, isShown).finally(() => setAsked(false));
  };
  return {
    data: pages.data?.pages.flatMap(({ items }) => items),
    /** The first page, which alone has what is told once. */
    first: pages.data?.pages[0],
    /** The last page that was read, with what the answer has beside its rows. */
    last: pages.data?.pages.at(-1),
    error: pages.error,
    refetch: pages.refetch,
    more: pages.hasNextPage ? more : null,
    isLoadingMore: isAsked || pages.isFetchingNextPage,
    isPlaceholderData: pages.isPlaceholderData,
  };
}

type FetchNextPage = (
  options: FetchNextPageOptions,
) => Promise<Pick<InfiniteQueryObserverResult<{ pages: unknown[] }>, 'data' | 'hasNextPage' | 'isError'>>;

/**
 * Reads the page after the known ones. A refresh reads these anew and drops the question for a further one: it is asked
 * once more then, as long as the list is on screen.
 */
export async function readNextPage(pages: number, fetchNextPage: FetchNextPage, isShown: () => boolean): Promise<void> {
  for (let known = pages; ; ) {
    const { data, hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false });
    const read = data?.pages.length ?? 0;
    if (isError || !hasNextPage || read > known || !isShown()) return;
    known = read;
  }
}

/** Asks again for what is on screen and shows something of these topics; what is not is asked when it is shown. */
export const refreshTopics = (client: QueryClient, topics: readonly string[]): Promise<void> =>
  client.invalidateQueries({ predicate: showsAny(topics) });

/**
 * After a write: what its topics concern is asked again at once, and all that is not on screen when it is shown next.
 * An answer may show in passing what no topic tells of, such as the record of who did what.
 */
export async function refreshAfter(client: QueryClient, { changes = [] }: AnyRoute): Promise<void> {
  const isOfRoute = ({ meta }: { meta?: Record<string, unknown> | undefined }) => meta?.shows !== undefined;
  await client.invalidateQueries({ type: 'inactive', refetchType: 'none', predicate: isOfRoute });
  await refreshTopics(client, changes);
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
  const underWay = new Set<string>();
  return {
    /** False for the second of two presses in one moment: the first is not answered yet. */
    begin(args: unknown): boolean {
      const what = JSON.stringify(args);
      return !underWay.has(what) && !!underWay.add(what);
    },
    keyFor(args: unknown): string {
      const what = JSON.stringify(args);
      const key = open.get(what) ?? newKey();
      open.set(what, key);
      return key;
    },
    settled(args: unknown, error: unknown): void {
      underWay.delete(JSON.stringify(args));
      if (error instanceof CallError && error.outcomeUnknown) return;
      open.delete(JSON.stringify(args));
    },
  };
}

/** What an action does behind its answer, for who calls the route himself: keeps the answer, asks again for the rest. */
export function useWritten() {
  const client = useQueryClient();
  return (route: AnyRoute, args: { params?: unknown }, answer: unknown): Promise<void> =>
    afterWrite(client, route, args as CallArgs<AnyRoute>, answer as Answer<AnyRoute>);
}

export interface ActionOptions<R extends AnyRoute> {
  onSuccess?: (answer: Answer<R>, args: CallArgs<R>) => void;
  onError?: (error: Error) => void;
  /** Notification on success, or what makes it of the answer. */
  success?: string | ((answer: Answer<R>) => string);
  /** Do not notify of errors: the caller shows them. */
  quiet?: boolean;
}

export function useAction<R extends AnyRoute>(route: R, options: ActionOptions<R> = {}) {
  const client = useQueryClient();
  const keys = useRef(actionKeys());
  const action = useMutation<Answer<R>, Error, CallArgs<R>>({
    mutationFn: (args) => call(route, { ...args, idempotency_key: args.idempotency_key ?? keys.current.keyFor(args) }),
    onSettled: (_, error, args) => keys.current.settled(args, error),
    onSuccess: (answer, args) => afterWrite(client, route, args, answer, options),
    onError: (error) => {
      options.onError?.(error);
      if (!options.quiet) notifyError(error);
    },
  });
  const mutate: typeof action.mutate = (...asked) => {
    if (keys.current.begin(asked[0])) action.mutate(...asked);
  };
  return { ...action, mutate };
}

/**
 * What an action does behind its answer. `success` is told last, when it shows and the form that sent it counts as
 * saved: whoever reads it may leave at once.
 */
export async function afterWrite<R extends AnyRoute>(
  client: QueryClient,
  route: R,
  args: CallArgs<R>,
  answer: Answer<R>,
  { onSuccess, success }: ActionOptions<R> = {},
  tell = notifySuccess,
): Promise<void> {
  keepAnswer(client, route, args, answer);
  onSuccess?.(answer, args);
  await refreshAfter(client, route);
  if (success) tell(typeof success === 'string' ? success : success(answer));
}

/** Does this query show something of one of the topics? */
const showsAny =
  (topics: readonly string[]) =>
  ({ queryKey, meta }: { queryKey: readonly unknown[]; meta?: Record<string, unknown> | undefined }): boolean => {
    const [path] = queryKey;
    if (typeof path !== 'string') return false;
    const route = { path, shows: (meta?.shows ?? []) as readonly string[] };
    return topics.some((topic) => concerns(route, topic));
  };

/** Keeps the answer of a write under the route that it answers for, with the parameters of that route. */
function keepAnswer(client: QueryClient, route: AnyRoute, args: { params?: unknown }, answer: unknown): void {
  const { answers } = route;
  if (!answers || typeof answer !== 'object' || answer === null) return;
  const known: Record<string, unknown> = { ...answer, ...(args.params as object | undefined) };
  const params = Object.fromEntries([...answers.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, known[name]]));
  client.setQueryData(callKey(answers, { params }), answer);
}

/** What was answered before the stream stood may be old already, and nobody would tell of it. */
export const isAnswered = ({ state }: { state: { dataUpdatedAt: number; fetchStatus: string } }): boolean =>
  state.dataUpdatedAt > 0 && state.fetchStatus === 'idle';

/** Refreshes what is on screen when it changes elsewhere. Bursts are gathered, so that an import is one refresh. */
export const useLive = (projectId: string | null): void =>
  useEvents(projectId && `projects/${encodeURIComponent(projectId)}`);

/** The same for what is the user's own, at all of his suppliers too, where no project is listened to. */
export const useLiveForUser = (on: boolean): void => useEvents(on ? 'users/me' : null);

function useEvents(of: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!of) return;
    return subscribe(
      of,
      gathererOf(client),
      (isBack) => void client.invalidateQueries(isBack ? {} : { predicate: isAnswered }),
    );
  }, [client, of]);
}

const GATHERED_MS = 300;
const gatherers = new WeakMap<QueryClient, (event: LiveEvent) => void>();

/** All streams of a page share it: one change may come by two of them, and is read once. */
export function gathererOf(client: QueryClient): (event: LiveEvent) => void {
  const known = gatherers.get(client);
  if (known) return known;
  const waiting = new Set<string>();
  const flush = () => {
    const topics = [...waiting];
    waiting.clear();
    void refreshTopics(client, topics);
  };
  const gather = ({ topic }: LiveEvent) => {
    if (waiting.size === 0) setTimeout(flush, GATHERED_MS);
    waiting.add(topic);
  };
  gatherers.set(client, gather);
  return gather;
}
