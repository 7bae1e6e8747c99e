import type { Ref } from '@lanka/domain/kit/ids';
import type { DealingSide, PostingPurpose } from '@lanka/domain/ledger/contract';
import { type Account, type Sides, sidesOf } from '@lanka/domain/ledger/rules';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';

type Reader = { readonly project: { readonly id: string } };

/** An account into which nobody else posts until the transaction ends, with both its sides. */
export type LockedSides = Locked<'counterparty_accounts', { readonly sides: Sides }>;

export function lockSides(tx: Tx, scope: Reader, counterpartyId: string): Promise<LockedSides> {
  const lock = async () => {
    const [row] = await tx.rows<{ balance: number; purchases_balance: number }>(sql`
      select balance, purchases_balance from counterparty_accounts
      where project_id = ${scope.project.id} and counterparty_id = ${counterpartyId} for no key update`);
    return { sides: sidesOf(row ?? { balance: 0, purchases_balance: 0 }) };
  };
  return awaitLock('counterparty_accounts', lock());
}

/** Both sides at the end of a day, and the last day that is closed: what is kept, less what was posted after the day. */
export async function readSides(
  tx: Tx,
  scope: Reader,
  counterpartyId: string,
  day: string,
): Promise<{ sides: Sides; closed_until: string | null }> {
  const [row] = await tx.rows<{ balance: number; purchases_balance: number; closed_until: string | null }>(sql`
    select a.balance - coalesce(p.change, 0) as balance, a.purchases_balance - coalesce(p.purchases, 0) as purchases_balance,
      a.closed_until::text as closed_until
    from counterparty_accounts a cross join (
      select sum(counterparty_change)::bigint as change,
        (sum(counterparty_change) filter (where side = 'purchases'))::bigint as purchases
      from postings where project_id = ${scope.project.id} and counterparty_id = ${counterpartyId} and day > ${day}::date
    ) p
    where a.project_id = ${scope.project.id} and a.counterparty_id = ${counterpartyId}`);
  const kept = row ?? { balance: 0, purchases_balance: 0, closed_until: null };
  return { sides: sidesOf(kept), closed_until: kept.closed_until };
}

export interface PostedEntry {
  readonly purpose: PostingPurpose;
  readonly source: Account;
  readonly destination: Account;
  readonly amount: number;
  readonly side: DealingSide;
}

/** What was posted for this cause, in its order. */
export const findPosted = (tx: Tx, scope: Reader, { kind, id }: Ref): Promise<PostedEntry[]> =>
  tx.rows<PostedEntry & Record<string, unknown>>(sql`
    select purpose, source, destination, amount, side from postings
    where project_id = ${scope.project.id} and ref_kind = ${kind} and ref_id = ${id} order by sequence`);
