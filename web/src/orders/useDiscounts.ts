/** The discounts that the form knows of while it shows expected sums. The server has the last word. */
import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import { can } from '@lanka/domain/kit/permissions';
import type { Role } from '@lanka/domain/kit/roles';
import { listSuppliers } from '@lanka/domain/partners/contract';
import { listPromotions } from '@lanka/domain/promotions/contract';
import { useCall } from '../kit/query';
import { useCounterparty } from './CounterpartySelect';
import type { OrderValues } from './fields';
import type { Discounts } from './lines';

interface Asker {
  project_id: string;
  role: Role;
}

export function useDiscounts({ project_id, role }: Asker, values: OrderValues): Discounts {
  const isClient = role === 'Client';
  const mayAsk = can(role, 'counterparties.read');
  const counterparty = useCounterparty(project_id, mayAsk ? values.counterparty_id || null : null);
  const suppliers = useCall(listSuppliers, { query: { limit: MAX_LIMIT } }, { enabled: isClient, staleTime: 60_000 });
  const supplier = suppliers.data?.items.find((one) => one.project_id === project_id || one.friendly_id === project_id);
  const promotions = useCall(
    listPromotions,
    { params: { project_id }, query: { state: 'active', limit: MAX_LIMIT } },
    { enabled: project_id !== '' && can(role, 'promotions.read'), staleTime: 60_000 },
  );
  const code = (values.promo_code ?? '').trim().toLowerCase();
  return {
    counterparty_discount: (isClient ? supplier?.discount : counterparty.data?.discount) ?? 0,
    customer_discount: percentOf(values.customer_discount),
    promotions: (promotions.data?.items ?? []).filter(
      (one) => one.affects_all || (code !== '' && one.promo_code?.toLowerCase() === code),
    ),
  };
}

const percentOf = (typed: unknown): number =>
  typeof typed === 'number' && Number.isInteger(typed) && typed >= 0 && typed <= 10_000 ? typed : 0;
