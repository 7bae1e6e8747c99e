import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { TestApp } from '../harness';

/** What one call did to the database. */
export interface Deed {
  /** Statements of the call, as they were sent. */
  readonly statements: { readonly text: string; readonly values: readonly unknown[] }[];
  /** Tenant conditions that were taken out of them. */
  stripped: number;
  /** Rows written by transactions that were to be committed. */
  written: number;
}

/** Stands between the product and its connections; changes nothing until it is told to. */
export interface Tap {
  /** Whether what a call writes stays. Without it every call finds the same world: COMMIT becomes ROLLBACK. */
  keep: boolean;
  /** Whether conditions on `project_id` are taken out of what the stores ask. */
  unfiltered: boolean;
  watch<T>(work: () => Promise<T>): Promise<{ answer: T; deed: Deed }>;
}

const COLUMN = String.raw`(?:"?\w+"?\.)?"?project_id"?`;
const CONDITIONS: readonly [RegExp, string][] = [
  [
    new RegExp(String.raw`${COLUMN}\s*=\s*any\s*\(\s*array\(select unnest\((\$\d+)::uuid\[\]\)\)\s*\)`, 'gi'),
    '($1::uuid[] is not null)',
  ],
  [new RegExp(String.raw`${COLUMN}\s*=\s*any\s*\(\s*(\$\d+)(?:::uuid\[\])?\s*\)`, 'gi'), '($1::uuid[] is not null)'],
  [new RegExp(String.raw`${COLUMN}\s*=\s*(\$\d+)(?:::uuid)?(?![\w\[])`, 'gi'), '($1::uuid is not null)'],
];
/** Of a dropshipper's suppliers: the pair of project and counterparty. Only the project is taken out. */
const PAIRS: readonly [RegExp, string][] = [
  [
    /\((\w+)\.project_id, \1\.counterparty_id\) in \(\s*select \* from unnest\((\$\d+)::uuid\[\],\s*(\$\d+)::uuid\[\]\)\s*\)/gi,
    '($<table>.counterparty_id = any($<second>::uuid[]) and $<first>::uuid[] is not null)',
  ],
  [
    /\((\w+)\.project_id, \1\.counterparty_id\) in \(\s*select project_id, counterparty_id from/gi,
    '$<table>.counterparty_id in (select counterparty_id from',
  ],
];
const LIST = new RegExp(String.raw`${COLUMN}\s+in\s*\(\s*(\$\d+(?:\s*,\s*\$\d+)*)\s*\)`, 'gi');

/**
 * Takes the tenant's conditions out: `project_id = $1`, `= any($1)`, `in ($1, $2)` become conditions that always hold
 * but still use the parameter, so that the statement takes the same values. Joins between tables keep theirs: they
 * tie a line to its order, not the order to who asks. Authorisation is left alone: it is what enters the project.
 */
export function withoutTenant(text: string): Bare {
  const known = bare.get(text);
  if (known) return known;
  const made = strip(text);
  bare.set(text, made);
  return made;
}

interface Bare {
  readonly text: string;
  readonly stripped: number;
}

/** The product sends a few hundred texts, each some hundred times. */
const bare = new Map<string, Bare>();

function strip(text: string): Bare {
  if (text.includes('lanka.project_ids')) return { text, stripped: 0 };
  let stripped = 0;
  let changed = text;
  for (const [pattern, open] of CONDITIONS) {
    changed = changed.replace(pattern, (_whole, parameter: string) => {
      stripped += 1;
      return open.replace('$1', () => parameter);
    });
  }
  for (const [pattern, open] of PAIRS) {
    changed = changed.replace(pattern, (_whole, table: string, first: string, second: string) => {
      stripped += 1;
      const parts: Record<string, string> = { table, first, second };
      return open.replace(/\$<(\w+)>/g, (_name, name: string) => parts[name] ?? '');
    });
  }
  changed = changed.replace(LIST, (_whole, parameters: string) => {
    stripped += 1;
    const all = parameters.split(',').map((parameter) => `${parameter.trim()}::uuid is not null`);
    return `(${all.join(' and ')})`;
  });
  return { text: changed, stripped };
}

/**
 * Rows that the transaction under way has written, in tables of ours. What has no number has written none: its
 * connection may still count what one before it wrote, and to sum it takes longer than most calls.
 */
const WRITTEN = {
  name: 'written',
  text: `select case when pg_current_xact_id_if_assigned() is null then 0 else
      (select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int from pg_stat_xact_user_tables
       where schemaname = 'public') end as rows`,
};

type Query = (
  statement: string | { text: string; name?: string; values?: unknown[] },
  values?: unknown[],
) => Promise<pg.QueryResult>;

export function openTap(app: TestApp): Tap {
  const current = new AsyncLocalStorage<Deed>();
  const tap: Tap = {
    keep: true,
    unfiltered: false,
    async watch(work) {
      const deed: Deed = { statements: [], stripped: 0, written: 0 };
      const answer = await current.run(deed, work);
      return { answer, deed };
    },
  };
  const tapped = new WeakSet<object>();
  const { pool } = app.app.services.db;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient>;
  const connectTapped = async (...given: unknown[]): Promise<pg.PoolClient> => {
    const client = await connect(...given);
    // the pool's own `query` passes a callback and gets its client there
    if (given.length > 0 || tapped.has(client)) return client;
    tapped.add(client);
    const send = client.query.bind(client) as unknown as Query;
    const query: Query = (statement, values) => {
      const deed = current.getStore();
      const { text, values: own = values ?? [] } = typeof statement === 'string' ? { text: statement } : statement;
      if (text === 'COMMIT') {
        if (deed)
          void send(WRITTEN).then(
            ({ rows }) => {
              deed.written += rows[0].rows;
            },
            () => undefined, // the transaction has failed: nothing of it stays
          );
        if (tap.keep) return send('COMMIT');
        // the product takes a COMMIT that became a ROLLBACK for what it is elsewhere: a failure
        return send('ROLLBACK').then((done) => ({ ...done, command: 'COMMIT' }));
      }
      const control = /^(begin|rollback)\b/i.test(text);
      if (!control) deed?.statements.push({ text, values: own });
      if (control || !tap.unfiltered) return send(statement, values);
      const open = withoutTenant(text);
      if (deed) deed.stripped += open.stripped;
      if (typeof statement === 'string') return send(open.text, values);
      // under a name of its own: on this connection the statement may be prepared with its conditions already
      const name = statement.name && open.stripped > 0 ? { name: `open ${statement.name}` } : {};
      return send({ ...statement, text: open.text, ...name }, values);
    };
    (client as unknown as { query: Query }).query = query;
    return client;
  };
  (pool as unknown as { connect: typeof connectTapped }).connect = connectTapped;
  return tap;
}
