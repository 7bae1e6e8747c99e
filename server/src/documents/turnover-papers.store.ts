import type { TurnoverPaper } from '@lanka/domain/documents/contract';
import { type FrozenTurnoverPaper, registeredAs } from '@lanka/domain/documents/turnover';
import type { TurnoverDocument } from '@lanka/domain/turnover/contract';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { toInstant } from '../kit/db/paging';
import { registerPaper } from '../papers';
import { turnoverPapers } from './tables';

/** Those of one document, newest first. */
export async function listPapers(tx: Tx, scope: ProjectScope, document_id: string): Promise<TurnoverPaper[]> {
  const found = await tx.rows<Record<string, unknown>>(sql`
    select t.id, t.document_id, t.frozen->'paper'->>'title' as title, u.name as issued_by, t.created_at
    from turnover_papers t join users u on u.id = t.user_id
    where t.project_id = ${scope.project.id} and t.document_id = ${document_id} order by t.id desc`);
  return found.map((row) => ({
    id: String(row.id),
    document_id: String(row.document_id),
    title: String(row.title),
    issued_by: String(row.issued_by),
    url: `/api/projects/${scope.project.friendly_id}/turnover_papers/${String(row.id)}/pdf`,
    created_at: toInstant(row.created_at),
  }));
}

export async function insertPaper(
  tx: Tx,
  scope: ProjectScope,
  document: Pick<TurnoverDocument, 'id' | 'number' | 'date' | 'flow' | 'type' | 'sum' | 'counterparty'>,
  frozen: FrozenTurnoverPaper,
): Promise<string> {
  const id = newId();
  const keys = { project_id: scope.project.id, id, document_id: document.id };
  await tx.insert(turnoverPapers).values({ ...keys, user_id: scope.user.id, frozen });
  const { paper, counterparty } = frozen;
  const { type, shared } = registeredAs(document);
  await registerPaper(tx, scope, {
    ...{ id, type, issuer: 'manufacturer', shared: shared && document.counterparty !== null },
    ...{ number: document.number, date: document.date, title: paper.title },
    counterparty_id: document.counterparty?.id ?? null,
    party_name: counterparty === null ? '' : (paper.parties[counterparty]?.name ?? ''),
    total: paper.sum_in_words === '' ? null : document.sum,
    ...{ source: 'turnover_paper', source_id: id, subject_kind: 'turnover', subject_id: document.id },
    user_id: scope.user.id,
  });
  return id;
}

export async function readFrozenPaper(tx: Tx, scope: ProjectScope, id: string): Promise<FrozenTurnoverPaper | null> {
  const [row] = await tx.rows<{ frozen: FrozenTurnoverPaper }>(sql`
    select frozen from turnover_papers where project_id = ${scope.project.id} and id = ${id}`);
  return row?.frozen ?? null;
}
