import { type CounterpartyGroup, listGroups } from '@lanka/domain/partners/groups';
import { useCall } from '../kit/http/query';
import { useSession } from '../kit/session';

/** The groups in their order; `options` are those to choose of. None for whoever may not see them. */
export function useGroups(project_id: string) {
  const { can } = useSession();
  const { data } = useCall(listGroups, { params: { project_id } }, { enabled: can('counterparties.read') });
  const items: readonly CounterpartyGroup[] = data?.items ?? [];
  const options = items.filter(({ archived }) => !archived).map(({ id, name }) => ({ value: id, label: name }));
  return { items, options };
}
