import * as contract from '@lanka/domain/offsets/contract';
import { sideOf } from '@lanka/domain/reconciliations/rules';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, DateOnly, DateTime, Money } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField, supplierFilter } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useOpened } from '../kit/page/opened';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyFilter } from '../partners';
import { BuildOffset } from './BuildOffset';
import { offsetPath, useIsClient } from './path';
import { offsetStatus, sideNames, text } from './text';

/** One address, two workspaces: the acts of the project, and the dropshipper's own at all suppliers. */
export function OffsetsPage() {
  const { isDropshipping } = useSession();
  return isDropshipping ? <MyOffsets /> : <ProjectOffsets />;
}

function Frame({ children }: { children: ReactNode }) {
  const t = useText(text);
  const { can, isDropshipping } = useSession();
  const [search] = useSearchParams();
  const building = useOpened('build');
  return (
    <Page
      list
      title={t.title}
      action={
        (isDropshipping || can('offsets.edit')) && {
          label: t.create,
          onClick: building.open,
          icon: IconArrowsExchange,
        }
      }
    >
      {children}
      <BuildOffset opened={building.opened} close={building.close} counterpartyId={search.get('for') ?? ''} />
    </Page>
  );
}

function useColumns(party: Column<contract.OffsetRow>): Column<contract.OffsetRow>[] {
  const t = useText(text);
  const sides = useText(sideNames);
  return [
    {
      id: 'number',
      title: t.number,
      render: (row) => (
        <>
          <span className="nowrap figures">№ {row.number}</span>
          {row.reverses && (
            <Aside>
              {t.reverses} № {row.reverses.number}
            </Aside>
          )}
        </>
      ),
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: (row) => <StatusBadge table={offsetStatus} value={row.status} />,
    },
    party,
    { id: 'day', title: t.day, card: 'line', render: (row) => <DateOnly date={row.day} /> },
    {
      id: 'amount',
      title: t.sum,
      align: 'right',
      card: 'end',
      render: (row) => <Money kopecks={row.amount} />,
    },
    { id: 'awaits', title: t.waitsFor, render: (row) => (row.awaits ? sides[row.awaits] : '–') },
    { id: 'built_at', title: t.builtAt, render: (row) => <DateTime at={row.created_at} /> },
    { id: 'decided_at', title: t.decidedAt, optional: true, render: (row) => <DateTime at={row.decided_at} /> },
  ];
}

function ProjectOffsets() {
  const t = useText(text);
  const project_id = useProjectId();
  const prefetch = usePrefetch();
  const { role } = useSession();
  const isClient = useIsClient();
  const list = useList(contract.listOffsets, { params: { project_id } });
  const counts = useCall(contract.countOffsets, { params: { project_id } });
  const own = sideOf(role ?? 'Client');
  const columns = useColumns({
    id: 'counterparty',
    title: isClient ? t.supplier : t.counterparty,
    cut: true,
    card: 'line',
    render: (row) => (
      <>
        {isClient ? row.project_title : row.counterparty_name}
        {row.partner && <Aside>{row.partner.title}</Aside>}
      </>
    ),
  });
  return (
    <Frame>
      <StatusTabs
        list={list}
        name="status"
        table={offsetStatus}
        all={t.all}
        {...(counts.data ? { counts: counts.data.by_status } : {})}
      />
      <DataTable
        id="offsets"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => offsetPath(row.id, null)}
        rowHover={(row) => prefetch(contract.readOffset, { params: { project_id, id: row.id } })}
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
                  options: (['supplier', 'counterparty'] as const).map((value) => ({
                    value,
                    label: value === own ? t.ours : t.theirs,
                  })),
                },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="money" title={t.empty} text={t.emptyText} />}
      />
    </Frame>
  );
}

function MyOffsets() {
  const t = useText(text);
  const list = useList(contract.listMyOffsets, {});
  const suppliers = useSuppliers();
  const columns = useColumns({
    id: 'supplier',
    title: t.supplier,
    cut: true,
    card: 'line',
    render: (row) => row.project_title,
  });
  return (
    <Frame>
      <StatusTabs list={list} name="status" table={offsetStatus} all={t.all} />
      <DataTable
        id="my-offsets"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => offsetPath(row.id, row.project_id)}
        columns={columns}
        tools={<Filters list={list} fields={[supplierFilter(t.supplier, suppliers)]} />}
        empty={<EmptyState drawing="money" title={t.empty} text={t.emptyText} />}
      />
    </Frame>
  );
}
