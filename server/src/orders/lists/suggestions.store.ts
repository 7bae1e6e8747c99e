import { type OrderSuggestions, SUGGESTED_FROM } from '@lanka/domain/orders/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../kit/db/db';
import type { Tenant } from './lists.store';

type Kind = keyof OrderSuggestions;

/** What the newest orders of these have for tags, sources and towns. */
export async function suggestIn(tx: Tx, { where }: Tenant): Promise<OrderSuggestions> {
  const found = await tx.rows<{ kind: Kind; word: string }>(sql`
    with newest as materialized (
      select o.tags, o.source, o.delivery_town from orders o where ${where}
      order by o.created_at desc, o.id desc limit ${sql.raw(String(SUGGESTED_FROM))}
    ), each as (
      select 'tags' as kind, tag as word from newest cross join lateral unnest(tags) as tag
      union all select 'sources', source from newest where source <> ''
      union all select 'towns', delivery_town from newest where delivery_town <> ''
    ), counted as (
      select kind, min(word) as word, count(*) as uses from each group by kind, lower(word collate "und-x-icu")
    ), ranked as (
      select kind, word, row_number() over (partition by kind order by uses desc, word) as place from counted
    )
    select kind, word from ranked where place <= 50 order by place`);
  const wordsOf = (kind: Kind) => found.filter((one) => one.kind === kind).map(({ word }) => word);
  return { tags: wordsOf('tags'), sources: wordsOf('sources'), towns: wordsOf('towns') };
}
