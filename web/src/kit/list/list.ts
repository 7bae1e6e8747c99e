/**
 * Lists whose state lives in the URL: a link opens the same view, going back restores it.
 *
 *   const list = useList(listOrders, { params: { project_id } });
 *   <DataTable list={list} … />   <Filters list={list} … />   <SearchField list={list} />   <StatusTabs list={list} … />
 *
 * The contract's query schema (`listQuery(sorts, filters)`) says what may stand in the URL; what does not fit is
 * ignored rather than sent to the server to be refused.
 */
import { MAX_LIMIT, type Page } from '@lanka/domain/kit/lists';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { type Answer, type CallArgs, call } from '../http/call';
import { type CallOptions, useCall } from '../http/query';

export type ListValues = Readonly<Record<string, string>>;
export type ListPatch = Readonly<Record<string, string | readonly string[] | boolean | null | undefined>>;

/** Names that steer the list itself; everything else in its schema is a filter. */
const STEERING = new Set(['limit', 'cursor', 'sort', 'q']);

const isRecord = (field: z.ZodType): boolean =>
  field instanceof z.ZodRecord || (field instanceof z.ZodOptional && isRecord(field.unwrap() as z.ZodType));

/** Those search parameters that the schema knows and accepts, as text. */
export function readListValues(schema: z.ZodType, search: URLSearchParams): ListValues {
  if (!(schema instanceof z.ZodObject)) return {};
  const values: Record<string, string> = {};
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    if (isRecord(field)) {
      // `fields.fabric=льон`: a parameter for each key
      for (const [given, text] of search) if (given.startsWith(`${name}.`) && text !== '') values[given] = text;
      continue;
    }
    const text = search.get(name);
    if (text !== null && text !== '' && field.safeParse(text).success) values[name] = text;
  }
  return values;
}

/** The search parameters after a change; anything but paging itself starts again from the first page. */
export function patchSearch(search: URLSearchParams, patch: ListPatch): URLSearchParams {
  const next = new URLSearchParams(search);
  if (!('cursor' in patch)) next.delete('cursor');
  for (const [name, value] of Object.entries(patch)) {
    const text = Array.isArray(value) ? value.join(',') : value;
    if (text === null || text === undefined || text === '') next.delete(name);
    else next.set(name, String(text));
  }
  return next;
}

export interface ListState {
  /** What the URL says, checked by the schema. */
  values: ListValues;
  /** The filters among them: without sort, search and paging. */
  filters: ListValues;
  set(patch: ListPatch): void;
  /** Drops all filters and the search. */
  clear(): void;
  next(cursor: string): void;
  previous(): void;
  first(): void;
  onFirstPage: boolean;
}

type Steps = { pages?: number } | null;

export function useListState(schema: z.ZodType): ListState {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const pages = (location.state as Steps)?.pages ?? 0;
  const values = useMemo(() => readListValues(schema, search), [schema, search]);
  const go = useCallback(
    (patch: ListPatch, steps?: number) => {
      // Read the address at the moment of the change: two changes in one tick must not undo each other.
      const next = patchSearch(new URLSearchParams(window.location.search), patch);
      navigate(
        { search: next.toString() },
        { replace: steps === undefined, preventScrollReset: steps === undefined, state: { pages: steps ?? 0 } },
      );
    },
    [navigate],
  );
  return useMemo(() => {
    const filters = Object.fromEntries(Object.entries(values).filter(([name]) => !STEERING.has(name)));
    return {
      values,
      filters,
      set: (patch) => go(patch),
      clear: () => go({ q: null, ...Object.fromEntries(Object.keys(filters).map((name) => [name, null])) }),
      next: (cursor) => go({ cursor }, pages + 1),
      // A cursor only looks forward; the way back is the browser's history, or the start for a link from outside.
      previous: () => (pages > 0 ? navigate(-1) : go({ cursor: null })),
      first: () => go({ cursor: null }),
      onFirstPage: !values.cursor,
    };
  }, [values, go, navigate, pages]);
}

/** Whether search or filters leave something out. `tab`: a filter that is a place of its own rather than a narrowing. */
export const isNarrowed = ({ values, filters }: Pick<ListState, 'values' | 'filters'>, tab?: string): boolean =>
  Boolean(values.q) || Object.keys(filters).some((name) => name !== tab);

export interface List<T> {
  state: ListState;
  items: readonly T[];
  /** What the answer has beside its page. */
  more: Readonly<Record<string, unknown>>;
  total: number | undefined;
  totalIsEstimate: boolean;
  nextCursor: string | null;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** Shows the last page while another loads. */
  isRefreshing: boolean;
  error: Error | null;
  retry(): void;
  /** Rows of all pages from the first on, as far as `most`: for what is done with everything that was found. */
  readUpTo(most: number): Promise<readonly T[]>;
}

type ItemOf<A> = A extends { items: (infer T)[] } ? T : never;

/** `fixed` query values win over the URL: a list of one counterparty's orders. */
export function useList<R extends AnyRoute>(
  route: R,
  args: Pick<CallArgs<R>, 'params'> & { fixed?: ListPatch },
  options: CallOptions<R> = {},
): List<ItemOf<Answer<R>>> {
  const state = useListState(route.query);
  const query = { ...state.values, ...args.fixed };
  const answer = useCall(route, { params: args.params, query } as unknown as CallArgs<R>, {
    keepPrevious: true,
    ...options,
  });
  const data = answer.data as Page<ItemOf<Answer<R>>> | undefined;
  return {
    state,
    items: data?.items ?? [],
    more: { ...data },
    total: data?.total,
    totalIsEstimate: data?.total_is_estimate ?? false,
    nextCursor: data?.next_cursor ?? null,
    isLoading: data === undefined && answer.error === null,
    isRefreshing: answer.isPlaceholderData,
    error: data === undefined ? answer.error : null,
    retry: () => void answer.refetch(),
    readUpTo: async (most) => {
      const rows: ItemOf<Answer<R>>[] = [];
      for (let cursor: string | null | undefined; cursor !== null && rows.length < most; ) {
        const limit = Math.min(MAX_LIMIT, most - rows.length);
        const asked = { params: args.params, query: { ...query, limit, cursor } } as unknown as CallArgs<R>;
        const found = (await call(route, asked)) as Page<ItemOf<Answer<R>>>;
        rows.push(...found.items);
        cursor = found.next_cursor;
      }
      return rows;
    },
  };
}
