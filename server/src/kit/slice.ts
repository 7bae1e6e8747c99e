import type { Answer } from '@lanka/domain/kit/hooks';
import type { ChangeKind } from './changes/kinds';
import type { Searched } from './db/searched';
import type { Authoriser } from './http/authoriser';
import type { Served } from './http/serve';
import type { Job } from './jobs/jobs';
import type { Topic } from './live/topics';
import type { AnyNoticeKind } from './notices/kinds';
import type { Services } from './services';

/**
 * What a slice is made of, in one file: `server/src/<slice>/slice.ts` exports one manifest and `app.ts` lists it by
 * one line.
 *
 *   export const stock = slice({
 *     name: 'stock',
 *     level: 4,
 *     routes: stockRoutes,
 *     jobs: [work(endBooking, expire)],
 *   });
 */
export interface Slice {
  /** As its folder. */
  readonly name: string;
  /** A slice imports only slices of lower levels; `node scripts/import-law.mjs --levels` prints who stands where. */
  readonly level: number;
  readonly routes?: readonly Served[];
  /** Background jobs, with the hour at which they run by themselves. */
  readonly jobs?: readonly SliceJob[];
  /** What this slice answers to slices below it, which cannot import it. */
  readonly hooks?: readonly Answer[];
  /** What live updates tell of: every kind that is published is named by one slice. */
  readonly topics?: readonly Topic[];
  /** What of this slice can be found by its words. */
  readonly searches?: readonly Searched[];
  /** What of this slice readers of `changes` and webhooks hear of. */
  readonly changes?: readonly ChangeKind[];
  /** What happens here that people are told of. */
  readonly notices?: readonly AnyNoticeKind[];
  /** Turns a token into a scope; exactly one slice has it. */
  readonly authorise?: Authoriser;
  /** Fills an empty database before the first request; in the order of the slices. Lines are shown to whoever starts. */
  readonly fill?: (app: Services, routes: readonly Served[]) => Promise<readonly string[]>;
  /** What a start has to tell when everything is filled, line by line. */
  readonly greet?: (app: Services) => Promise<readonly string[]>;
}

export const slice = (manifest: Slice): Slice => manifest;

/** What `app.ts` exports: read by `import * as slices from './app'`. */
export type Slices = Readonly<Record<string, Slice>>;

/** In the order in which hooks are answered and a database is filled: by level, within it by name. */
export const bottomUp = (listed: Slices): readonly Slice[] =>
  Object.values(listed).sort((a, b) => a.level - b.level || (a.name < b.name ? -1 : 1));

/** A job and its work. `cron` is by the clock of Kyiv. */
export interface SliceJob {
  readonly job: Job<object>;
  readonly run: (app: Services, data: never) => Promise<void>;
  readonly cron?: string;
}

/** Ties a job to its work. */
export const work = <D extends object>(job: Job<D>, run: (app: Services, data: D) => Promise<void>): SliceJob => ({
  job,
  run,
});

/** The same for a job that runs by the clock and is told nothing. */
export const byClock = (
  job: Job<Record<string, never>>,
  cron: string,
  run: (app: Services) => Promise<void>,
): SliceJob => ({
  job,
  run,
  cron,
});

export const routesOf = (listed: Slices): readonly Served[] => bottomUp(listed).flatMap(({ routes = [] }) => routes);

export const topicsOf = (listed: Slices): readonly Topic[] => bottomUp(listed).flatMap(({ topics = [] }) => topics);

export const noticesOf = (listed: Slices): readonly AnyNoticeKind[] =>
  bottomUp(listed).flatMap(({ notices = [] }) => notices);

export const changeKindsOf = (listed: Slices): readonly ChangeKind[] =>
  bottomUp(listed).flatMap(({ changes = [] }) => changes);

/** @throws when two slices call theirs the same, or one by more than a word: names stand in statements */
export function searchesOf(listed: Slices): readonly Searched[] {
  const all = bottomUp(listed).flatMap(({ searches = [] }) => searches);
  const names = new Set(all.map(({ name }) => name));
  if (all.some(({ name }) => !/^[a-z_]+$/.test(name))) throw new Error('what is searched is named by one word');
  if (names.size < all.length) throw new Error('what is searched has a name of its own');
  return all;
}

/** @throws when not exactly one slice authorises */
export function authoriserOf(listed: Slices): Authoriser {
  const [found, ...more] = bottomUp(listed).flatMap(({ authorise }) => authorise ?? []);
  if (!found || more.length > 0) throw new Error('exactly one slice authorises');
  return found;
}
