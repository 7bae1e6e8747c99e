import { EXACT_TOTAL, FOUND_TOTAL } from '@lanka/domain/kit/lists';
import type pg from 'pg';

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

/** Lists show at most so many rows and read one more; a count beside a search sorts what it found. */
const PAGE = FOUND_TOTAL + 1;
/** A list counts up to ten thousand; the rest is the page, with what belongs to each row. */
const MOST_READ = 16_000;

/**
 * Tables that some lists may read whole, and why: they do not grow with the trade of a project. What grows with each
 * order (orders, lines, history, bookings, movements, postings, payments, documents) is never among them.
 */
export const FAMILIES = {
  small: ['deployment', 'signing_keys', 'payment_details', 'addresses', 'counters', 'order_search_segments'],
  /** Hundreds of counterparties, and as many accesses; sums and filters by balance look at each. */
  partners: ['counterparties', 'counterparty_accounts', 'memberships', 'invitations', 'users', 'projects'],
  /** Products: `like` is no condition of an index behind row-level security, so a search looks at each (docs/growth.md). */
  catalogue: [
    'products',
    'product_variants',
    'stock_levels',
    'product_variant_options',
    'product_values',
    'product_images',
  ],
  /** People and projects of the whole platform, and what they write to its operator. */
  platform: [
    'users',
    'projects',
    'memberships',
    'access_requests',
    'messages',
    'operator_actions',
    'sessions',
    'counterparties',
  ],
  /** Promotions of one project: dozens. */
  promotions: ['promotions', 'promotion_uses'],
  /** Requests to make something are searched one by one, as products are. */
  manufacture: ['manufacture_requests', 'manufacture_lines', 'products', 'product_variants', 'users'],
  /** Rows of one import, kept for days. */
  exchange: ['imports', 'import_rows', 'import_pictures'],
} as const;

export type Family = keyof typeof FAMILIES;

/** Explains the statement with its values, as the role that the product has, and walks the plan. */
export async function judge(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
  whole: readonly Family[] = [],
): Promise<Judgement> {
  const known = new Set<string>((['small', ...whole] as const).flatMap((family) => [...FAMILIES[family]]));
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...values],
  );
  const [explained] = rows;
  const faults: string[] = [];
  if (/\boffset\b/i.test(text)) faults.push('it skips rows by OFFSET');
  let rowsRead = 0;
  const tablesOf = (node: Node): string[] => [
    ...(node['Relation Name'] ? [node['Relation Name']] : []),
    ...(node.Plans ?? []).flatMap(tablesOf),
  ];
  const walk = (node: Node): void => {
    const table = node['Relation Name'];
    if (table && !known.has(table)) {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      const read = (node['Actual Rows'] + removed) * node['Actual Loops'];
      rowsRead += read;
      if (node['Node Type'] === 'Seq Scan' && read > EXACT_TOTAL + 1) faults.push(`it reads ${table} from end to end`);
    }
    if (node['Node Type'] === 'Sort' && !tablesOf(node).every((name) => known.has(name))) {
      const sorted = (node.Plans ?? []).reduce((most, below) => Math.max(most, below['Actual Rows']), 0);
      if (sorted > PAGE) faults.push(`it sorts ${sorted} rows`);
    }
    for (const below of node.Plans ?? []) walk(below);
  };
  if (explained) walk(explained['QUERY PLAN'][0].Plan);
  if (rowsRead > MOST_READ) faults.push(`it reads ${Math.round(rowsRead)} rows`);
  return { faults: [...new Set(faults)], rowsRead };
}
