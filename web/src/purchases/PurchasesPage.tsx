import { listPurchases, type PurchaseOrder, type PurchaseRow } from '@lanka/domain/purchases/contract';
import { Button } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DateTime, Money } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { orderStatus } from '../orders';
import { text } from './text';

export function PurchasesPage() {
  const t = useText(text);
  const list = useList(listPurchases, {});
  const columns: Column<PurchaseRow>[] = [
    { id: 'number', title: t.number, render: ({ number }) => `№ ${number}` },
    { id: 'customer', title: t.customer, cut: true, share: 2, card: 'line', render: (row) => row.customer_name },
    {
      id: 'orders',
      title: t.orders,
      cut: true,
      share: 4,
      card: 'line',
      render: (row) => <Orders orders={row.orders} />,
    },
    { id: 'sum', title: t.sum, align: 'right', render: ({ sum }) => <Money kopecks={sum} /> },
    {
      ...{ id: 'customer_sum', title: t.customerPays, align: 'right' as const, card: 'end' as const },
      render: ({ customer_sum }) => <Money kopecks={customer_sum} />,
    },
    { id: 'payment', title: t.payment, render: ({ payment }) => t.paid[payment] },
    { id: 'created_at', title: t.created, card: 'corner', render: (row) => <DateTime at={row.created_at} /> },
  ];
  return (
    <Page
      list
      title={t.purchases}
      subtitle={t.purchasesSubtitle}
      action={{ label: t.toBasket, icon: IconShoppingCart, to: '/cp/basket' }}
    >
      <DataTable
        id="purchases"
        label={t.purchases}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/purchases/${id}`}
        tools={<SearchField list={list} placeholder={t.search} />}
        empty={
          <EmptyState
            drawing="boxes"
            title={t.none}
            text={t.noneText}
            action={
              <Button component={Link} to="/cp/products">
                {t.toGoods}
              </Button>
            }
          />
        }
      />
    </Page>
  );
}

/** Each supplier with how far his order is, in one line. */
function Orders({ orders }: { orders: readonly PurchaseOrder[] }) {
  const { locale } = useLocale();
  return orders.map(({ project_title, status }) => `${project_title}: ${orderStatus[status][locale]}`).join(' · ');
}
