import { listCounterparties } from '@lanka/domain/partners/contract';
import { call } from '../kit/http/call';
import type { Command } from '../kit/palette/palette';
import type { Session } from '../kit/session';

/** The palette's search, loaded with the first question. */
export async function findCounterparties(
  q: string,
  { project }: Session,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  if (!project) return [];
  const found = await call(listCounterparties, {
    params: { project_id: project.friendly_id },
    query: { q, limit: 5 },
    signal,
  });
  return found.items.map(({ id, name, legal_name }) => ({
    id,
    label: name,
    hint: legal_name,
    to: `/cp/counterparties/${id}`,
  }));
}
