import { readMyOpenSums } from '@lanka/domain/orders/contract';
import { listSuppliers } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/payments/contract';
import { Box, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { StatusTabs } from '../kit/display/status';
import { Aside, Money, Percent, Phone } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { EmptyState } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { Balance } from '../partners';
import { usePaymentColumns } from './columns';
import { type BalanceNote, balanceNote } from './panels';
import { ReportPayment } from './ReportPayment';
import { paymentStatus, text } from './text';

/** The dropshipper's wallet: its tabs and the form that reports a payment. */
function WalletFrame({ children }: { children: ReactNode }) {
  const t = useText(text);
  const [reporting, setReporting] = useState(false);
  const suppliers = useCall(contract.listBalances, { query: { limit: 200 } });
  const items = suppliers.data?.items ?? [];
  return (
    <Page
      list
      title={t.wallet}
      action={items.length > 0 && { label: t.report, onClick: () => setReporting(true), icon: IconCoins }}
    >
      <RouteTabs
        label={t.sections}
        tabs={[
          { to: '/cp/payments', label: t.balances, count: suppliers.data?.total },
          { to: '/cp/payments/records', label: t.reported },
        ]}
      />
      {children}
      <ReportPayment opened={reporting} close={() => setReporting(false)} suppliers={items} />
    </Page>
  );
}

export function WalletBalances() {
  const t = useText(text);
  const list = useList(contract.listBalances, { params: undefined });
  const suppliers = useCall(listSuppliers, { query: { limit: 200 } });
  const meaningOf = (balance: number) => (balance === 0 ? t.settled : balance > 0 ? t.youHave : t.youOwe);
  const notes = useHook(balanceNote);
  const open = useCall(readMyOpenSums, {});
  const openBy = new Map((open.data?.items ?? []).map((one) => [one.project_id, one.sum]));
  const about = new Map((suppliers.data?.items ?? []).map((one) => [one.project_id, one]));
  return (
    <WalletFrame>
      <DataTable
        label={t.balances}
        list={list}
        rowKey={(row) => row.project_id}
        columns={[
          {
            id: 'supplier',
            title: t.supplier,
            sort: 'project_title',
            cut: true,
            share: 2,
            render: (row) => row.project_title,
          },
          {
            id: 'meaning',
            title: t.balance,
            only: 'card',
            card: 'corner',
            render: (row) => <Aside>{meaningOf(row.balance)}</Aside>,
          },
          {
            id: 'balance',
            title: t.balance,
            sort: 'balance',
            align: 'right',
            card: 'end',
            render: (row) => (
              <>
                <Aside onlyTable>{meaningOf(row.balance)}</Aside>{' '}
                <Balance
                  project_id={row.project_id}
                  counterparty_id={row.counterparty_id}
                  balance={row.balance}
                  purchases={row.purchases_balance}
                  name={row.project_title}
                />
                {/* a card has no room for them: there its details say them */}
                <span className="cell-under only-table">
                  <Notes notes={notes} supplier={row} />
                </span>
              </>
            ),
          },
          {
            ...{ id: 'notes', title: '', only: 'card', card: 'line' },
            render: (row) => <Notes notes={notes.filter(({ onCards }) => onCards)} supplier={row} />,
          },
          {
            id: 'open',
            title: t.openSum,
            align: 'right',
            render: (row) => <Money kopecks={openBy.get(row.project_id) ?? 0} />,
          },
          {
            id: 'pending',
            title: t.pending,
            align: 'right',
            render: (row) =>
              row.pending_count > 0 ? (
                <Money kopecks={row.pending_sum} />
              ) : (
                <Text span inherit c="dimmed">
                  {t.nothingPending}
                </Text>
              ),
          },
          {
            id: 'discount',
            title: t.discount,
            align: 'right',
            render: (row) => <Percent part={about.get(row.project_id)?.discount} />,
          },
          {
            id: 'contacts',
            title: t.contacts,
            cut: true,
            card: 'line',
            render: (row) => (
              <>
                {about.get(row.project_id)?.contact_person}{' '}
                {about.get(row.project_id)?.phone && <Phone number={about.get(row.project_id)?.phone} />}
              </>
            ),
          },
        ]}
        empty={<EmptyState drawing="connect" title={t.noSuppliers} text={t.noSuppliersText} />}
      />
    </WalletFrame>
  );
}

function Notes({ notes, supplier }: { notes: readonly BalanceNote[]; supplier: contract.SupplierBalance }) {
  return notes.map(({ id, Component }) => (
    // each on a line of its own: side by side they are wider than the table has room for
    <Box key={id} component="span" display="block">
      <Suspense>
        <Component projectId={supplier.project_id} supplier={supplier} />
      </Suspense>
    </Box>
  ));
}

export function WalletRecords() {
  const t = useText(text);
  const list = useList(contract.listMyPayments, { params: undefined });
  const columns = usePaymentColumns({
    title: t.supplier,
    render: (row) => row.project_title,
  });
  return (
    <WalletFrame>
      <StatusTabs list={list} name="status" table={paymentStatus} all={t.all} />
      <DataTable
        id="my-payments"
        label={t.reported}
        list={list}
        rowKey={(row) => row.id}
        columns={columns}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchMine} />
            <Filters
              list={list}
              fields={[
                { name: 'from', label: t.from, kind: 'date' },
                { name: 'to', label: t.to, kind: 'date' },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="money" title={t.emptyMine} text={t.emptyMineText} />}
      />
    </WalletFrame>
  );
}
