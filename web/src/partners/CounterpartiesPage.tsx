import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/partners/contract';
import { Anchor, Text } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '../kit/display/status';
import { Percent, Phone } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { usePriceLevels } from '../price_levels';
import { useManagers } from '../projects';
import { PartyTabs } from './PartyTabs';
import { Balance } from './postings';
import { RegroupModal } from './RegroupModal';
import { counterpartyStatus, text } from './text';
import { useGroups } from './useGroups';

interface Chosen {
  rows: readonly contract.Counterparty[];
  done: () => void;
}

const pageOf = (id: string) => `/cp/counterparties/${id}`;

export function CounterpartiesPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const list = useList(contract.listCounterparties, { params: { project_id } });
  const q = list.state.values.q;
  const counts = useCall(
    contract.countCounterparties,
    { params: { project_id }, query: q ? { q } : {} },
    { keepPrevious: true },
  );
  const prefetch = usePrefetch();
  const managers = useManagers();
  const levels = usePriceLevels(project_id);
  const groups = useGroups(project_id);
  const [regrouped, setRegrouped] = useState<Chosen | null>(null);
  const mayRegroup = can('counterparties.edit') && groups.options.length > 0;
  const create = can('counterparties.edit') && { label: t.create, to: '/cp/counterparties/new', icon: IconPlus };
  const sums = counts.data;
  return (
    <Page
      list
      title={t.title}
      action={create}
      menu={[{ label: t.groups, icon: IconUsersGroup, to: '/cp/counterparties/groups' }]}
      subtitle={
        sums &&
        (sums.debts > 0 || sums.advances > 0) && (
          <span className="figures">
            {[
              sums.debts > 0 && t.debts(formatMoney(sums.debts)),
              sums.advances > 0 && t.advances(formatMoney(sums.advances)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )
      }
    >
      <PartyTabs kind={list.state.values.kind ?? ''} q={q} />
      <DataTable
        id="counterparties"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => pageOf(row.id)}
        rowHover={(row) => prefetch(contract.readCounterparty, { params: { project_id, id: row.id } })}
        columns={useColumns(project_id)}
        bulk={
          mayRegroup
            ? [{ label: t.regroup, icon: IconUsersGroup, run: (rows, done) => setRegrouped({ rows, done }) }]
            : []
        }
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[
                { name: 'manager_id', label: t.manager, kind: 'choice', options: managers },
                ...(levels.options.length > 0
                  ? [
                      {
                        name: 'price_level_id',
                        label: t.priceLevel,
                        kind: 'choice' as const,
                        options: [...levels.options, { value: 'none', label: t.mainPrice }],
                      },
                    ]
                  : []),
                ...(groups.options.length > 0
                  ? [
                      {
                        name: 'group_id',
                        label: t.group,
                        kind: 'choice' as const,
                        options: [...groups.options, { value: 'none', label: t.noGroup }],
                      },
                    ]
                  : []),
                {
                  name: 'balance',
                  label: t.debtor,
                  kind: 'choice',
                  options: [
                    { value: 'debt', label: t.debt },
                    { value: 'advance', label: t.advance },
                    { value: 'zero', label: t.zero },
                  ],
                },
              ]}
            />
          </>
        }
        empty={
          <EmptyState
            drawing="people"
            title={t.empty}
            text={t.emptyText}
            action={create && <ActionButton {...create} />}
          />
        }
      />
      {regrouped && (
        <RegroupModal
          counterparties={regrouped.rows.filter(({ own_sales }) => !own_sales)}
          close={(changed) => {
            if (changed) regrouped.done();
            setRegrouped(null);
          }}
        />
      )}
    </Page>
  );
}

function useColumns(project_id: string): Column<contract.Counterparty>[] {
  const t = useText(text);
  return [
    {
      id: 'name',
      title: t.name,
      sort: 'name',
      cut: true,
      render: (row) => row.name,
    },
    { id: 'legal_name', title: t.legalName, cut: true, render: (row) => row.legal_name || '–' },
    { id: 'legal', title: '', only: 'card', card: 'line', render: (row) => row.legal_name },
    {
      id: 'balance',
      title: t.balance,
      sort: 'balance',
      align: 'right',
      card: 'end',
      render: (row) => (
        <Balance
          project_id={project_id}
          counterparty_id={row.id}
          balance={row.balance}
          purchases={row.purchases_balance}
          name={row.name}
          to={pageOf(row.id)}
        />
      ),
    },
    {
      id: 'discount',
      title: t.discount,
      sort: 'discount',
      align: 'right',
      render: (row) => <Percent part={row.discount} />,
    },
    {
      id: 'groups',
      title: t.groupsShort,
      optional: true,
      cut: true,
      render: (row) => row.groups.map(({ name }) => name).join(', ') || '–',
    },
    {
      id: 'price_level',
      title: t.priceLevel,
      optional: true,
      cut: true,
      render: (row) => row.price_level_name ?? '–',
    },
    {
      id: 'status',
      title: t.access,
      cut: true,
      render: (row) =>
        row.status === 'invited' ? (
          <Text span size="sm" c="dimmed">
            {t.awaits}
          </Text>
        ) : row.status === 'dropshipper' ? (
          <StatusBadge table={counterpartyStatus} value={row.status} />
        ) : (
          '–'
        ),
    },
    {
      id: 'dropshipper',
      title: '',
      only: 'card',
      card: 'corner',
      render: (row) => row.status === 'dropshipper' && <StatusBadge table={counterpartyStatus} value={row.status} />,
    },
    { id: 'awaits', title: '', only: 'card', card: 'line', render: (row) => row.status === 'invited' && t.awaits },

    { id: 'manager', title: t.manager, optional: true, cut: true, render: (row) => row.manager_name ?? t.allManagers },
    { id: 'phone', title: t.phone, optional: true, render: (row) => <Phone number={row.phone} /> },
    { id: 'email', title: t.email, optional: true, cut: true, render: (row) => row.email ?? '–' },
    {
      id: 'details',
      title: '',
      align: 'right',
      render: (row) => (
        <Anchor component={Link} to={pageOf(row.id)} aria-label={t.detailsOf(row.name)} className="nowrap">
          {t.details}
        </Anchor>
      ),
    },
  ];
}
