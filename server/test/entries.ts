import type { Allowed } from './growth/plans';
import type { TestApp } from './harness';
import type { Entry } from './walls/entry';
import type { Side } from './walls/side';

/**
 * What the tests of all routes ask of a slice's own: `server/src/<slice>/entries.ts` exports one `entries`, and
 * `collected.ts` brings those of all slices together. Keys are the method and the path of the contract; a route
 * without its entry fails `entries.test.ts`, which says what to write.
 */
export interface Entries {
  /** How each route is asked by everybody, and what it answers where the permission table does not say it. */
  readonly walls: Readonly<Record<string, Entry>>;
  /** Rows for the walls: makes them in each of both projects, answers their ids by the part of the path before them. */
  readonly world?: (app: TestApp, side: Side) => Promise<Record<string, string>>;
  readonly growth?: Growth;
  readonly fuzz?: {
    /**
     * Routes that would end the world for the calls after them (a session, an access, the project itself) or for the
     * run (the plan's limits, maintenance): they are done and rolled back.
     */
    readonly undone: readonly string[];
  };
}

/** How the routes are asked of a large project, where every statement is explained. */
export interface Growth {
  /** Each GET, or why it is not asked. */
  readonly reads?: Readonly<Record<string, Ask | string>>;
  /** Requests that change something, and in doing so look things up. */
  readonly writes?: Readonly<Record<string, readonly Write[]>>;
  /** Inserts into the large project; `:project:` and `:user:` stand for ids, `pg_temp.key(text)` makes one. */
  readonly rows?: readonly string[];
  /** Ids by the names that reads and writes use: what stands after `select id from`. */
  readonly ids?: Readonly<Record<string, string>>;
}

/** What a statement may do besides a page and its count, and why. */
export interface Known extends Allowed {
  readonly why: string;
}

export interface Ask {
  /** Of the path; the project's id is known. `$name` stands for an id of the world, here as everywhere below. */
  readonly params?: Readonly<Record<string, string>>;
  /** Goes with each query, for what is not answered without. */
  readonly always?: Readonly<Record<string, string>>;
  /** Each is asked by itself. The empty query is always asked. */
  readonly queries?: readonly Readonly<Record<string, string>>[];
  /** By words that stand in the statement; the empty word is in each. docs/growth.md says what they take. */
  readonly known?: Readonly<Record<string, Known>>;
}

export interface Write {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly known?: Ask['known'];
}

/** Where the routes of a project begin. */
export const P = 'projects/:project_id';
export const ANY = Number.POSITIVE_INFINITY;
/** Reads each row that there is of its kind. */
export const wholly = (why: string, ...whole: string[]): Known => ({ why, whole, sorts: ANY, reads: ANY });
export const each = (name: string, ...values: string[]) => values.map((value) => ({ [name]: value }));
export const sorted = (...names: string[]) => names.flatMap((name) => each('sort', name, `-${name}`));
/** One thing by its key, or what belongs to one thing and is short by nature. */
export const one = (params: Record<string, string> = {}): Ask => ({ params });
