import type { Page } from '@lanka/domain/kit/lists';
import type { Candidate, Recipient } from '@lanka/domain/payouts/contract';
import { recipientProblems } from '@lanka/domain/payouts/rules';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { anyPart, type ListQuery, readPage } from '../kit/db/paging';

type Row = Record<string, unknown>;

/** What waits for a counterparty, and to which account he was to be paid last. */
const BESIDE = sql`
  left join lateral (select sum(r.amount)::bigint as waiting from payout_rows r
    where r.project_id = c.project_id and r.counterparty_id = c.id and r.status = 'waiting') w on true
  left join lateral (select r.recipient_name, r.iban, r.code from payout_rows r
    where r.project_id = c.project_id and r.counterparty_id = c.id order by r.date desc, r.id desc limit 1) l on true
  left join lateral (select m.user_id from memberships m
    where m.project_id = c.project_id and m.counterparty_id = c.id and m.ended_at is null limit 1) m on true
  left join users u on u.id = coalesce(m.user_id, c.user_id)`;
const COLUMNS = sql`c.id, c.name, a.balance, a.reserved, coalesce(w.waiting, 0) as waiting, c.legal_name, u.drop_legal_type,
  u.drop_legal_name, u.edropoy_code, u.iban, l.recipient_name as last_name, l.iban as last_iban, l.code as last_code`;
const FROM = sql`counterparty_accounts a join counterparties c on c.project_id = a.project_id and c.id = a.counterparty_id`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The profile of whoever has access says it; where it does not, the last payout. */
function recipientOf(row: Row): Recipient {
  const name = textOf(row.drop_legal_name) || textOf(row.legal_name);
  const form = textOf(row.drop_legal_type);
  const titled = name !== '' && form !== '' && !name.startsWith(form) ? `${form} ${name}` : name;
  return {
    recipient_name: (textOf(row.iban) ? titled : '') || textOf(row.last_name) || titled,
    iban: textOf(row.iban) || textOf(row.last_iban),
    code: textOf(row.edropoy_code) || textOf(row.last_code),
  };
}

function asCandidate(row: Row): Candidate {
  const recipient = recipientOf(row);
  const [balance, waiting, reserved] = [Number(row.balance), Number(row.waiting), Number(row.reserved)];
  return {
    counterparty_id: String(row.id),
    name: String(row.name),
    ...{ balance, waiting, reserved, available: balance - reserved - waiting },
    ...recipient,
    problems: recipientProblems(recipient),
  };
}

/** By the index of balances. */
export function listCandidates(
  tx: Tx,
  scope: ProjectScope,
  query: ListQuery & { q?: string | undefined },
): Promise<Page<Candidate>> {
  const named = query.q ? sql` and c.search_text like ${anyPart(query.q)}` : sql``;
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: sql`${FROM} ${BESIDE}`,
      countFrom: FROM,
      where: sql`a.project_id = ${scope.project.id} and a.balance > 0 and c.deleted_at is null and not c.own_sales${named}`,
      sorts: { balance: { by: sql`a.balance`, type: 'bigint' } },
      id: sql`a.counterparty_id`,
    },
    asCandidate,
  );
}

/** These, whatever their balance; deleted ones and the own sales are not there. Ask behind the locks of their accounts. */
export async function findCandidates(
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Candidate>> {
  const found = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM} ${BESIDE}
    where a.project_id = ${scope.project.id} and a.counterparty_id = any(${idArray(ids)}) and c.deleted_at is null
      and not c.own_sales`);
  return new Map(found.map((row) => [String(row.id), asCandidate(row)]));
}
