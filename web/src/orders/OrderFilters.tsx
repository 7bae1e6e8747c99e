import { ReservedFilter } from '@lanka/domain/orders/entities';
import * as contract from '@lanka/domain/orders/lists';
import { listPastSuppliers } from '@lanka/domain/partners/access';
import { lazy } from 'react';
import { useCall } from '../kit/http/query';
import { type FilterField, Filters, type ListHolder, supplierFilter } from '../kit/list/filters';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { useManagers } from '../projects';
import { fieldFilters, useFields } from '../templates';
import { codOptions } from './cod-state';
import { type FilterText, filterText } from './filter-text';
import { paidOptions } from './paid-state';
import { orderStatus } from './status';

const GroupInput = lazy(async () => ({ default: (await import('./group-filter')).GroupInput }));
const GroupName = lazy(async () => ({ default: (await import('./group-filter')).GroupName }));

const useSuggestedHere = () => useCall(contract.suggestForOrders, { params: { project_id: useProjectId() } }).data;
const useSuggestedMine = () => useCall(contract.suggestForMyOrders, {}).data;

/** Tag, source and town, what there is of them is asked for when the filters are opened; and the seller's own number. */
function markFilters(t: FilterText, useSuggested: () => contract.OrderSuggestions | undefined): FilterField[] {
  const field = (name: string, label: string, of: keyof contract.OrderSuggestions): FilterField => ({
    ...{ name, label, kind: 'text' as const },
    useSuggestions: () => useSuggested()?.[of] ?? [],
  });
  return [
    ...[field('tag', t.tag, 'tags'), field('source', t.source, 'sources'), field('town', t.town, 'towns')],
    { name: 'external_number', label: t.externalNumber, kind: 'text' },
  ];
}

/** Those that the lists of the project and of a dropshipper share. */
function useShared(t: FilterText): FilterField[] {
  const { locale } = useLocale();
  return [
    { name: 'placed', label: t.placed, kind: 'flag' },
    { name: 'paid', label: t.paid, kind: 'choice', options: paidOptions(locale) },
    { name: 'cod', label: t.cod, kind: 'choice', options: codOptions(locale) },
    {
      ...{ name: 'reserved', label: t.reserved, kind: 'choice' as const },
      options: ReservedFilter.options.map((value) => ({ value, label: t.reservedStates[value] })),
    },
    { name: 'has_returns', label: t.hasReturns, kind: 'flag' },
    { name: 'partly_sent', label: t.partlySent, kind: 'flag' },
    { name: 'mentioned', label: t.mentioned, kind: 'flag' },
    { name: 'from', label: t.from, kind: 'date' },
    { name: 'to', label: t.to, kind: 'date' },
  ];
}

function useStatus(): FilterField {
  const t = useText(filterText);
  const { locale } = useLocale();
  return {
    ...{ name: 'status', label: t.status, kind: 'choices' },
    options: Object.entries(orderStatus).map(([value, names]) => ({ value, label: names[locale] })),
  };
}

interface OrderFiltersProps extends ListHolder {
  /** Where no tabs stand beside them. */
  byStatus?: boolean;
}

export function OrderFilters({ list, byStatus = false }: OrderFiltersProps) {
  const t = useText(filterText);
  const { locale } = useLocale();
  const { can } = useSession();
  const fields = useFields(useProjectId(), 'order');
  const shared = useShared(t);
  const seesParties = can('counterparties.read');
  const managers = useManagers(seesParties);
  const options = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }));
  const ofParties: FilterField[] = [
    { name: 'group_id', label: t.group, kind: 'own', Input: GroupInput, Chosen: GroupName },
    { name: 'manager_id', label: t.manager, kind: 'choice', options: managers },
  ];
  const status = useStatus();
  return (
    <Filters
      list={list}
      fields={[
        ...(byStatus ? [status] : []),
        ...(seesParties ? ofParties : []),
        ...shared,
        ...markFilters(t, useSuggestedHere),
        { name: 'without', label: t.without, kind: 'choices', options: options(t.withoutOf) },
        ...fieldFilters(fields, locale),
      ]}
    />
  );
}

export function MyOrderFilters({ list, byStatus = false }: OrderFiltersProps) {
  const t = useText(filterText);
  const suppliers = useSuppliers();
  const shared = useShared(t);
  const { project_id: chosen } = list.state.values;
  const isPast = Boolean(chosen) && !suppliers.some(({ id }) => id === chosen);
  // whom he works with no more is no choice, but his orders there are shown by a link
  const past = useCall(listPastSuppliers, { query: { limit: 200 } }, { enabled: isPast }).data?.items ?? [];
  const all = [...suppliers, ...past.map(({ project_id, title }) => ({ id: project_id, title }))];
  const status = useStatus();
  return (
    <Filters
      list={list}
      fields={[
        ...(byStatus ? [status] : []),
        supplierFilter(t.supplier, all),
        ...shared,
        ...markFilters(t, useSuggestedMine),
      ]}
    />
  );
}
