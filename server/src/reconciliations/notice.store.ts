import type { Locale } from '@lanka/domain/kit/errors';
import type { ActSide } from '@lanka/domain/reconciliations/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';
import type { Reader } from './acts.store';

export interface Addressee {
  readonly email: string;
  readonly locale: Locale;
}

/** Who hears for a side: whoever has access as the counterparty; for the supplier the manager in charge, else the owner. */
export async function readAddressee(
  tx: Tx,
  scope: Reader,
  counterpartyId: string,
  side: ActSide,
): Promise<Addressee | null> {
  const [row] = await tx.rows<{ email: string; locale: Locale }>(
    side === 'counterparty'
      ? sql`select u.email, u.locale from memberships m join users u on u.id = m.user_id
          where m.project_id = ${scope.project.id} and m.counterparty_id = ${counterpartyId} and m.ended_at is null`
      : sql`select u.email, u.locale from memberships m join users u on u.id = m.user_id
          left join counterparties c on c.project_id = m.project_id and c.id = ${counterpartyId}
          where m.project_id = ${scope.project.id} and m.ended_at is null and (m.role = 'Owner' or m.user_id = c.manager_id)
          order by (m.user_id = c.manager_id) desc nulls last limit 1`,
  );
  return row ?? null;
}
