import type { Locale } from '@lanka/domain/kit/errors';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

export interface Payee extends Record<string, unknown> {
  readonly counterparty_id: string;
  readonly email: string;
  readonly locale: Locale;
  readonly project_title: string;
}

/** Who has access as these counterparties. */
export async function readPayees(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Payee>> {
  const found = await tx.rows<Payee>(sql`
    select m.counterparty_id, u.email, u.locale, p.title as project_title
    from memberships m join users u on u.id = m.user_id join projects p on p.id = m.project_id
    where m.project_id = ${scope.project.id} and m.counterparty_id = any(${idArray(ids)}) and m.ended_at is null`);
  return new Map(found.map((payee) => [payee.counterparty_id, payee]));
}
