import type { Comparison } from '@lanka/domain/banking/contract';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { projectAccounts } from '../ledger';

type Row = Record<string, unknown>;

/**
 * bank = opening + rows that wait + rows that are set aside + rows that are entered
 * ledger = rows that are entered + what the bank has taken back of them + what is there by hand
 * What the bank has taken back stands on no account of it. Rows stay when their account is read no more, and so does what it
 * had then: one counts beside the other.
 */
export async function compare(tx: Tx, scope: ProjectScope): Promise<Comparison> {
  const [row = {}] = await tx.rows<Row>(sql`
    select
      (select coalesce(sum(balance - credit_limit), 0)::bigint from bank_accounts
        where project_id = ${scope.project.id} and last_read_at is not null and balance is not null) as bank,
      r.* from (
        select coalesce(sum(amount) filter (where state = 'open'), 0)::bigint as open,
          count(*) filter (where state = 'open')::int as open_rows,
          coalesce(sum(amount) filter (where state = 'ignored' and reversed_at is null), 0)::bigint as ignored,
          count(*) filter (where state = 'ignored' and reversed_at is null)::int as ignored_rows,
          coalesce(sum(amount) filter (where state = 'matched'), 0)::bigint as matched,
          coalesce(sum(amount) filter (where state = 'matched' and reversed_at is not null), 0)::bigint as taken_back
        from bank_rows where project_id = ${scope.project.id}
      ) r`);
  const ledger = (await projectAccounts(tx, scope)).find(({ account }) => account === 'bank')?.balance ?? 0;
  const [bank, open, ignored] = [Number(row.bank), Number(row.open), Number(row.ignored)];
  const by_hand = ledger - Number(row.matched);
  const taken_back = Number(row.taken_back);
  const difference = bank - ledger;
  return {
    ...{ bank, ledger, difference, open, open_rows: Number(row.open_rows), ignored },
    ...{ ignored_rows: Number(row.ignored_rows), by_hand, taken_back },
    opening: difference - open - ignored + by_hand + taken_back,
  };
}
