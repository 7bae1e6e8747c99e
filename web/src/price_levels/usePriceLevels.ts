import { listPriceLevels, type PriceLevel } from '@lanka/domain/price_levels/contract';
import { useCall } from '../kit/http/query';
import { useSession } from '../kit/session';

/** The levels in their order, for columns and to choose one; none for whoever may not see them. */
export function usePriceLevels(project_id: string) {
  const { can } = useSession();
  const { data } = useCall(listPriceLevels, { params: { project_id } }, { enabled: can('price_levels.read') });
  const items: readonly PriceLevel[] = data?.items ?? [];
  return { items, options: items.map(({ id, name }) => ({ value: id, label: name })) };
}
