import { FOUND_TOTAL, MAX_LIMIT } from '@lanka/domain/kit/lists';
import pg from 'pg';

/** What is wrong with how PostgreSQL did a statement; empty when it may grow. */
export interface Judgement {
  readonly faults: string[];
  /** Rows that its scans took from tables and indexes, those they threw away among them. */
  readonly rowsRead: number;
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

/** The largest page, and one row more. */
const PAGE = MAX_LIMIT + 1;
/** A list counts up to ten thousand; the rest is the page, with what belongs to each row. */
const MOST_READ = 16_000;

/**
 * Tables that may be read whole, whoever asks, and why: neither trade nor products, partners or people make them
 * longer. Everything else is never read from end to end.
 */
export const SHORT: Readonly<Record<string, string>> = {
  deployment: 'one row for each fact about the deployment',
  signing_keys: 'a few for the deployment',
  payment_details: 'the accounts of a firm',
  price_levels: 'eight of a project at most',
  counterparty_groups: 'fifty of a project at most',
  automation_rules: 'fifty of a project at most',
  template_fields: 'at most 300 of each set of a project',
  addresses: 'one for each project',
  main_info: 'one for each project, its settings',
  news_settings: 'one for each project where changes write themselves',
  charge_watches: 'one for a project where a rule waits for payments',
  queue: 'one for each kind of background job',
  counters: 'one for each sequence of numbers',
  stock_totals: 'as many for a project as have been changed at one moment',
  search_segments: 'one for each 16,384 entries',
};

/** What a statement may do besides, by a rule that a reason stands for (the entries of the slice). */
export interface Allowed {
  /** Tables that it may read whole. */
  readonly whole?: readonly string[];
  /** So many rows it may sort. */
  readonly sorts?: number;
  /** So many rows it may read. */
  readonly reads?: number;
}

/**
 * A search whose words are rare reads and sorts all that fits, whatever the list is sorted by; what is more frequent is
 * found in the newest part of the index, or by walking through the list (docs/decisions/0049): through so few that
 * PostgreSQL may sort those of somebody who has no more.
 */
const SEARCHES: Allowed = { sorts: FOUND_TOTAL + 1 };
const isSearch = (text: string): boolean => /\b(search_grams|matched|hit)\b/.test(text);

type Explained = { 'QUERY PLAN': [{ Plan: Node }] };
const EXPLAIN = 'explain (analyze, timing off, format json)';

async function explained(client: pg.Client, text: string, values: readonly unknown[] = []): Promise<Node> {
  const { rows } = await client.query<Explained>(`${EXPLAIN} ${text}`, [...values]);
  const [plan] = rows;
  if (!plan) throw new Error('PostgreSQL explains nothing');
  return plan['QUERY PLAN'][0].Plan;
}

/** After so many uses PostgreSQL decides whether it keeps one plan for all values of a prepared statement. */
const USES = 5;

/**
 * The plan of a statement that is asked again and again: as in life, it may be one for all values. A use that is only
 * planned counts for that choice as well as one that is carried out.
 */
async function keptPlan(client: pg.Client, text: string, values: readonly unknown[]): Promise<Node> {
  const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  const use = `execute judged${given}`;
  await client.query(`prepare judged as ${text}`);
  try {
    // without values there is but one plan
    if (given) await client.query(Array.from({ length: USES }, () => `explain ${use}`).join(';'));
    return await explained(client, use);
  } finally {
    await client.query('deallocate judged');
  }
}

/** A value as PostgreSQL reads it in the text of a statement. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((one) => `"${String(one).replace(/[\\"]/g, '\\$&')}"`).join(',')}}`);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(String(value));
}

/**
 * Explains the statement with its values, as the role that the product has, and walks the plan. `asKept`: the plan that
 * is used when it has been asked some times; of one that changes something only the first.
 */
export async function judge(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
  { whole = [], sorts = PAGE, reads = MOST_READ }: Allowed = isSearch(text) ? SEARCHES : {},
  asKept = false,
): Promise<Judgement> {
  const plan = asKept ? await keptPlan(client, text, values) : await explained(client, text, values);
  const faults: string[] = [];
  if (/\boffset\b/i.test(text)) faults.push('it skips rows by OFFSET');
  let rowsRead = 0;
  const walk = (node: Node): void => {
    const table = node['Relation Name'];
    if (table && !(table in SHORT)) {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      rowsRead += (node['Actual Rows'] + removed) * node['Actual Loops'];
      if (node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0 && !whole.includes(table))
        faults.push(`it reads ${table} from end to end`);
    }
    if (node['Node Type'] === 'Sort') {
      const sorted = (node.Plans ?? []).reduce((most, below) => Math.max(most, below['Actual Rows']), 0);
      if (sorted > sorts) faults.push(`it sorts ${Math.round(sorted)} rows`);
    }
    for (const below of node.Plans ?? []) walk(below);
  };
  walk(plan);
  if (rowsRead > reads) faults.push(`it reads ${Math.round(rowsRead)} rows`);
  return { faults: [...new Set(faults)], rowsRead };
}
