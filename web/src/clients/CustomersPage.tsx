import { listCustomers, type OrderCustomer } from '@lanka/domain/clients/contract';
import { Count, DateTime, Money, Phone } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyFilter, CounterpartyLink } from '../partners';
import { ClientTabs } from './ClientTabs';
import { text } from './text';

/** Customers of dropshippers, as the supplier's own orders show them. */
export function CustomersPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(listCustomers, { params: { project_id } });
  return (
    <Page list title={t.title} subtitle={t.ofDropshippersText}>
      <ClientTabs />
      <DataTable
        id="customers"
        label={t.ofDropshippers}
        list={list}
        rowKey={(row) => row.order_id}
        rowLink={(row) => `/cp/orders/${row.order_id}`}
        columns={useColumns()}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchCustomers} />
            <CounterpartyFilter list={list} label={t.whose} />
          </>
        }
        empty={<EmptyState drawing="people" title={t.noCustomers} text={t.noCustomersText} />}
      />
    </Page>
  );
}

function useColumns(): Column<OrderCustomer>[] {
  const t = useText(text);
  return [
    { id: 'name', title: t.name, cut: true, render: (row) => row.name || '–' },
    { id: 'phone', title: t.phone, card: 'line', render: (row) => <Phone number={row.phone} /> },
    {
      id: 'whose',
      title: t.whose,
      cut: true,
      card: 'line',
      render: (row) => <CounterpartyLink id={row.counterparty_id} name={row.counterparty_name} />,
    },
    { id: 'orders', title: t.ordersCount, align: 'right', render: (row) => <Count value={row.orders_count} /> },
    { id: 'sum', title: t.ordersSum, align: 'right', card: 'end', render: (row) => <Money kopecks={row.orders_sum} /> },
    { id: 'order', title: t.lastOrder, render: (row) => `№ ${row.order_number}` },
    {
      id: 'last',
      title: t.date,
      sort: 'last_order_at',
      render: (row) => <DateTime at={row.last_order_at} />,
    },
  ];
}
