import type { ClientRow } from '@lanka/domain/clients/contract';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Count, DateTime, Money, Percent, Phone } from '../kit/display/values';
import { download } from '../kit/http/download';
import { usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { ClientTabs } from './ClientTabs';
import { useClientCalls } from './calls';
import { ImportDialog } from './ImportDialog';
import { RefusedBadge } from './RefusedBadge';
import { text } from './text';

export function ClientsPage() {
  const t = useText(text);
  const calls = useClientCalls();
  const params = { project_id: calls.project_id };
  const list = useList(calls.list, { params });
  const prefetch = usePrefetch();
  const [importing, setImporting] = useState(false);
  const create = calls.mayEdit && { label: t.create, to: '/cp/clients/new', icon: IconPlus };
  const save = (format: 'csv' | 'xlsx') =>
    void download(calls.export, { params, query: { format } }, `clients.${format}`).catch(notifyError);
  return (
    <Page
      list
      title={t.title}
      subtitle={calls.isMine ? t.subtitleMine : undefined}
      action={create}
      menu={[
        { label: t.import, icon: IconUpload, onClick: () => setImporting(true), hidden: !calls.mayEdit },
        { label: t.exportXlsx, icon: IconDownload, onClick: () => save('xlsx') },
        { label: t.exportCsv, icon: IconDownload, onClick: () => save('csv') },
      ]}
    >
      <ClientTabs />
      <DataTable
        id="clients"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/clients/${row.id}`}
        rowHover={(row) => prefetch(calls.read, { params: { ...params, id: row.id } })}
        columns={useColumns()}
        tools={<SearchField list={list} placeholder={t.search} />}
        empty={
          <EmptyState
            drawing="people"
            title={t.empty}
            text={t.emptyText}
            action={create && <ActionButton {...create} />}
          />
        }
      />
      <ImportDialog opened={importing} close={() => setImporting(false)} />
    </Page>
  );
}

function useColumns(): Column<ClientRow>[] {
  const t = useText(text);
  return [
    { id: 'name', title: t.name, sort: 'name', cut: true, render: (row) => row.name },
    { id: 'phone', title: t.phone, card: 'line', render: (row) => <Phone number={row.phone} /> },
    { id: 'orders', title: t.ordersCount, align: 'right', render: (row) => <Count value={row.orders_count} /> },
    { id: 'sum', title: t.ordersSum, align: 'right', card: 'end', render: (row) => <Money kopecks={row.orders_sum} /> },
    { id: 'last', title: t.lastOrder, render: (row) => <DateTime at={row.last_order_at} /> },
    { id: 'discount', title: t.discount, align: 'right', render: (row) => <Percent part={row.discount} /> },
    {
      id: 'refused',
      title: t.refusals,
      align: 'right',
      render: (row) => (row.refusals_count > 0 ? <RefusedBadge count={row.refusals_count} short /> : '–'),
    },
    {
      id: 'refused-before',
      title: '',
      only: 'card',
      card: 'corner',
      render: (row) => <RefusedBadge count={row.refusals_count} short />,
    },
    {
      id: 'returns',
      title: t.returns,
      align: 'right',
      optional: true,
      render: (row) => <Count value={row.returns_count} />,
    },
    { id: 'comment', title: t.comment, cut: true, optional: true, render: (row) => row.comment || '–' },
    { id: 'email', title: t.email, cut: true, optional: true, render: (row) => row.email ?? '–' },
    {
      id: 'created',
      title: t.since,
      sort: 'created_at',
      optional: true,
      render: (row) => <DateTime at={row.created_at} />,
    },
  ];
}
