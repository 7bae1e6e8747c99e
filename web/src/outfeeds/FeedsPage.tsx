import * as contract from '@lanka/domain/outfeeds/contract';
import { FeedFormat } from '@lanka/domain/outfeeds/formats';
import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, supplierFilter } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { partnerText } from './partner-text';
import { useIsDropshipper } from './side';
import { feedState, text } from './text';

/** `/cp/feeds`: a project's feeds with those of its dropshippers, or a dropshipper's own of all his suppliers. */
export function FeedsPage() {
  return useIsDropshipper() ? <Mine /> : <OfProject />;
}

/** When it was fetched last, and by which program. */
function LastFetch({ fetch }: { fetch: contract.Fetch | null }) {
  const t = useText(text);
  if (!fetch) return t.never;
  return (
    <span title={fetch.agent}>
      <DateTime at={fetch.at} />
      {fetch.agent && ` · ${fetch.agent.split(/[/ ]/)[0]}`}
    </span>
  );
}

function useColumns(third: Column<contract.Feed>): Column<contract.Feed>[] {
  const t = useText(text);
  return [
    { id: 'name', title: t.name, sort: 'name', cut: true, share: 2, render: ({ name }) => name },
    {
      id: 'state',
      title: t.state,
      card: 'corner',
      render: ({ state }) => <StatusBadge table={feedState} value={state} />,
    },
    third,
    { id: 'format', title: t.format, card: 'line', render: ({ format }) => t.formatOf(format) },
    { id: 'offers', title: t.offers, align: 'right', card: 'end', render: ({ offers }) => <Count value={offers} /> },
    {
      id: 'last_fetch',
      title: t.lastFetch,
      cut: true,
      card: 'line',
      render: (feed) => <LastFetch fetch={feed.last_fetch} />,
    },
    { id: 'built_at', title: t.builtAt, render: ({ built_at }) => <DateTime at={built_at} /> },
  ];
}

function OfProject() {
  const t = useText(text);
  const ofPartners = useText(partnerText);
  const project_id = useProjectId();
  const { can } = useSession();
  const list = useList(contract.listFeeds, { params: { project_id } });
  const columns = useColumns({
    ...{ id: 'owner', title: t.whose, cut: true, card: 'line' },
    render: ({ owner }) => owner?.name ?? t.own,
  });
  const fields = [
    {
      ...{ name: 'owner', label: t.whose, kind: 'choice' as const },
      options: [
        { value: 'own', label: t.own },
        { value: 'dropshippers', label: t.ofDropshippers },
      ],
    },
    {
      name: 'format',
      label: t.format,
      kind: 'choice' as const,
      options: FeedFormat.options.map((value) => ({ value, label: t.formatOf(value) })),
    },
  ];
  const secondary = (
    <ActionButton label={ofPartners.open} to="/cp/feeds/partners" icon={IconUsersGroup} variant="default" />
  );
  return <Feeds list={list} columns={columns} fields={fields} mayCreate={can('outfeeds.edit')} secondary={secondary} />;
}

function Mine() {
  const t = useText(text);
  const suppliers = useSuppliers();
  const list = useList(contract.listMyFeeds, {});
  const columns = useColumns({
    ...{ id: 'supplier', title: t.supplier, cut: true, card: 'line' },
    render: ({ project_title }) => project_title,
  });
  const fields = [
    supplierFilter(t.supplier, suppliers),
    {
      name: 'format',
      label: t.format,
      kind: 'choice' as const,
      options: FeedFormat.options.map((value) => ({ value, label: t.formatOf(value) })),
    },
  ];
  return <Feeds list={list} columns={columns} fields={fields} mayCreate />;
}

interface FeedsProps {
  list: ReturnType<typeof useList<typeof contract.listFeeds>>;
  columns: Column<contract.Feed>[];
  fields: Parameters<typeof Filters>[0]['fields'];
  mayCreate: boolean;
  secondary?: ReactNode;
}

function Feeds({ list, columns, fields, mayCreate, secondary }: FeedsProps) {
  const t = useText(text);
  return (
    <Page
      list
      title={t.title}
      subtitle={t.subtitle}
      secondary={secondary}
      action={mayCreate && { label: t.create, icon: IconPlus, to: '/cp/feeds/new' }}
    >
      <DataTable
        id="feeds"
        label={t.title}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/feeds/${id}`}
        tools={<Filters list={list} fields={fields} />}
        empty={
          <EmptyState
            drawing="connect"
            title={t.empty}
            text={t.emptyText}
            action={
              mayCreate && (
                <Button component={Link} to="/cp/feeds/new">
                  {t.create}
                </Button>
              )
            }
          />
        }
      />
    </Page>
  );
}
