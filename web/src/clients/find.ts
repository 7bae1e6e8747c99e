import { formatPhone } from '@lanka/domain/kit/phone';
import { call } from '../kit/http/call';
import type { Command } from '../kit/palette/palette';
import type { Session } from '../kit/session';
import { clientCalls } from './calls';

/** The palette's search, loaded with the first question. */
export async function findClients(
  q: string,
  { project, isDropshipping, role }: Session,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  const params = { project_id: project?.friendly_id ?? '' };
  const { list } = clientCalls(isDropshipping || role === 'Client');
  const found = await call(list, { params, query: { q, limit: 5 }, signal });
  return found.items.map(({ id, name, phone }) => ({
    ...{ id, label: name, hint: formatPhone(phone), to: `/cp/clients/${id}` },
  }));
}
