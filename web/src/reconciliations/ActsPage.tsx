import { dotted } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/reconciliations/contract';
import { sideOf } from '@lanka/domain/reconciliations/rules';
import { IconFileCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, DateOnly, DateTime, Money } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField, supplierFilter } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useOpened } from '../kit/page/opened';
import { ActionButton, type MenuEntry, Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyFilter } from '../partners';
import { BuildAct } from './BuildAct';
import { Elsewhere } from './Elsewhere';
import { actPath, amongOf } from './path';
import { actStatus, sideNames, text } from './text';

/** One address, two workspaces: the acts of the project, and the dropshipper's own at all suppliers. */
export function ActsPage() {
  const { isDropshipping } = useSession();
  return isDropshipping ? <MyActs /> : <ProjectActs />;
}

interface FrameProps {
  children: ReactNode;
  side?: ReactNode;
  menu?: readonly MenuEntry[];
}

export function ActsFrame({ children, side, menu }: FrameProps) {
  const t = useText(text);
  const { can, isDropshipping } = useSession();
  const building = useOpened('build');
  return (
    <Page
      list
      title={t.title}
      action={
        (isDropshipping || can('reconciliations.edit')) && {
          label: t.create,
          onClick: building.open,
          icon: IconFileCheck,
        }
      }
      secondary={side}
      {...(menu ? { menu } : {})}
    >
      {!isDropshipping && can('reconciliations.propose') && (
        <RouteTabs
          label={t.sections}
          tabs={[
            { to: '/cp/reconciliations', label: t.acts },
            { to: '/cp/reconciliations/open', label: t.notAgreed },
          ]}
        />
      )}
      {children}
      <BuildAct opened={building.opened} close={building.close} />
    </Page>
  );
}

function useColumns(party: Column<contract.ActRow>, sortable: boolean): Column<contract.ActRow>[] {
  const t = useText(text);
  const sides = useText(sideNames);
  return [
    {
      id: 'number',
      title: t.number,
      render: (row) => <span className="nowrap figures">№ {row.number}</span>,
      ...(sortable ? { sort: 'number' } : {}),
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: (row) => <StatusBadge table={actStatus} value={row.status} />,
    },
    party,
    {
      id: 'period',
      title: t.period,
      card: 'line',
      render: (row) => (
        <span className="nowrap">
          <DateOnly date={row.from} /> – <DateOnly date={row.to} />
        </span>
      ),
    },
    {
      id: 'closing',
      title: t.closing,
      align: 'right',
      card: 'end',
      render: (row) => (row.closing === null ? '–' : <Money kopecks={row.closing} signed />),
    },
    { id: 'awaits', title: t.waitsFor, render: (row) => (row.awaits ? sides[row.awaits] : '–') },
    {
      id: 'sent_at',
      title: t.sentAt,
      render: (row) => (
        <>
          <DateTime at={row.sent_at} />
          {row.revision > 1 && <Aside>{t.revision(row.revision)}</Aside>}
        </>
      ),
    },
    { id: 'agreed_at', title: t.agreedAt, optional: true, render: (row) => <DateTime at={row.agreed_at} /> },
  ];
}

function ProjectActs() {
  const t = useText(text);
  const project_id = useProjectId();
  const prefetch = usePrefetch();
  const { role } = useSession();
  const list = useList(contract.listReconciliations, { params: { project_id } });
  const counts = useCall(contract.countReconciliations, { params: { project_id } });
  const own = sideOf(role ?? 'Client');
  const columns = useColumns(
    { id: 'counterparty', title: t.counterparty, cut: true, card: 'line', render: (row) => row.counterparty_name },
    true,
  );
  return (
    <ActsFrame>
      <Elsewhere />
      <StatusTabs
        list={list}
        name="status"
        table={actStatus}
        all={t.all}
        {...(counts.data ? { counts: counts.data.by_status } : {})}
      />
      <DataTable
        id="reconciliations"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => actPath(row.id, null, amongOf(list.state.filters))}
        rowHover={(row) => prefetch(contract.readReconciliationAct, { params: { project_id, id: row.id }, query: {} })}
        columns={columns}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <CounterpartyFilter list={list} label={t.counterparty} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'awaits',
                  label: t.waitsFor,
                  kind: 'choice',
                  options: contract.ActSide.options.map((value) => ({
                    value,
                    label: value === own ? t.ours : t.theirs,
                  })),
                },
                { name: 'month', label: t.month, kind: 'choice', options: lastMonths() },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="money" title={t.empty} text={t.emptyText} />}
      />
    </ActsFrame>
  );
}

/** The last two years, newest first: `10.2026`. */
export function lastMonths(now = new Date()): { value: string; label: string }[] {
  return Array.from({ length: 24 }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - back, 1)).toISOString().slice(0, 7);
    return { value: month, label: dotted(month) };
  });
}

function MyActs() {
  const t = useText(text);
  const list = useList(contract.listMyReconciliations, {});
  const columns = useColumns(
    { id: 'supplier', title: t.supplier, cut: true, card: 'line', render: (row) => row.project_title },
    false,
  );
  const suppliers = useSuppliers();
  return (
    <ActsFrame>
      <StatusTabs list={list} name="status" table={actStatus} all={t.all} />
      <DataTable
        id="my-reconciliations"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => actPath(row.id, row.project_id)}
        columns={columns}
        tools={<Filters list={list} fields={[supplierFilter(t.supplier, suppliers)]} />}
        empty={
          <EmptyState
            drawing="money"
            title={t.empty}
            text={t.emptyText}
            action={<ActionButton label={t.create} to="/cp/reconciliations?build=1" />}
          />
        }
      />
    </ActsFrame>
  );
}
