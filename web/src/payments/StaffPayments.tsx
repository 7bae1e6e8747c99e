import { formatMoney } from '@lanka/domain/kit/money';
import { listCounterparties } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/payments/contract';
import { Anchor } from '@mantine/core';
import { IconCheck, IconCoins } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { StatusTabs } from '../kit/display/status';
import { Percent } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Balance, CounterpartyLink } from '../partners';
import { usePaymentColumns } from './columns';
import { EnterPayment } from './EnterPayment';
import { PaymentActions } from './PaymentActions';
import { paymentStatus, text, typeNames } from './text';
import { useConfirmMany } from './useConfirmMany';

/** The payment form is open when the address says so: `?enter=receipt&for=COUNTERPARTY`. */
function useEntering() {
  const [search, setSearch] = useSearchParams();
  const type = contract.PaymentType.safeParse(search.get('enter'));
  const change = (enter: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('for');
        if (enter) next.set('enter', enter);
        else next.delete('enter');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    opened: type.success,
    type: type.data,
    counterpartyId: search.get('for') ?? undefined,
    open: () => change('receipt'),
    close: () => change(null),
  };
}

/** The frame of the staff's pages: tabs, the queue's size, and the form. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const entering = useEntering();
  const counts = useCall(contract.countPayments, { params: { project_id }, query: {} });
  const pending = counts.data?.pending ?? 0;
  return (
    <Page
      list
      title={t.title}
      action={can('payments.enter') && { label: t.enter, onClick: entering.open, icon: IconCoins }}
      subtitle={
        pending > 0 && (
          <Anchor component={Link} to="/cp/payments?status=pending" className="figures">
            {t.waiting(pending, formatMoney(counts.data?.pending_sum ?? 0))}
          </Anchor>
        )
      }
    >
      <RouteTabs
        label={t.sections}
        tabs={[
          { to: '/cp/payments', label: t.records, count: counts.data?.total },
          { to: '/cp/payments/accounts', label: t.accounts, hidden: !can('audit.read') },
          { to: '/cp/payments/dropshippers', label: t.dropshippers },
        ]}
      />
      {children}
      <EnterPayment
        opened={entering.opened}
        close={entering.close}
        counterpartyId={entering.counterpartyId}
        type={entering.type ?? 'receipt'}
      />
    </Page>
  );
}

/** What nobody has decided yet says nothing there: names and what was said of the money need the room. */
const DECIDED: ReadonlySet<string> = new Set(['status', 'processed', 'balance_after']);

export function StaffPayments() {
  const t = useText(text);
  const { can } = useSession();
  const confirmMany = useConfirmMany();
  const types = useText(typeNames);
  const project_id = useProjectId();
  const list = useList(contract.listPayments, { params: { project_id } });
  const counts = useCall(contract.countPayments, { params: { project_id }, query: {} });
  const columns = usePaymentColumns({
    title: t.counterparty,
    render: (row) => <CounterpartyLink id={row.counterparty_id} name={row.counterparty_name} />,
    actions: (row) => <PaymentActions payment={row} />,
  });
  const pending = list.state.values.status === 'pending';
  return (
    <StaffFrame>
      <StatusTabs
        list={list}
        name="status"
        table={paymentStatus}
        all={t.all}
        {...(counts.data ? { counts: { '': counts.data.total, ...counts.data } } : {})}
      />
      <DataTable
        id="payments"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        columns={pending ? columns.filter(({ id }) => !DECIDED.has(id)) : columns}
        // where others stand too, there is nothing to do to many, and the boxes would take the room of great sums
        bulk={
          can('payments.confirm') && pending
            ? [{ label: t.confirm, icon: IconCheck, run: (rows, done) => void confirmMany(rows, done) }]
            : []
        }
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'type',
                  label: t.type,
                  kind: 'choice',
                  options: contract.PaymentType.options.map((value) => ({ value, label: types[value] })),
                },
                { name: 'from', label: t.from, kind: 'date' },
                { name: 'to', label: t.to, kind: 'date' },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="money" title={t.empty} text={t.emptyText} />}
      />
    </StaffFrame>
  );
}

export function DropshippersPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(listCounterparties, { params: { project_id }, fixed: { kind: 'dropshippers' } });
  return (
    <StaffFrame>
      <DataTable
        id="payments-dropshippers"
        label={t.dropshippers}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/counterparties/${row.id}`}
        columns={[
          { id: 'name', title: t.counterparty, sort: 'name', cut: true, share: 2, render: (row) => row.name },
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
                to={`/cp/counterparties/${row.id}`}
              />
            ),
          },
          { id: 'discount', title: t.discount, align: 'right', render: (row) => <Percent part={row.discount} /> },
          {
            id: 'enter',
            title: '',
            align: 'right',
            card: 'line',
            render: (row) => (
              <Anchor component={Link} to={`/cp/payments/dropshippers?enter=receipt&for=${row.id}`} className="nowrap">
                {t.enter}
              </Anchor>
            ),
          },
        ]}
        tools={<SearchField list={list} />}
        empty={
          <EmptyState
            drawing="people"
            title={t.noDropshippers}
            text={t.noDropshippersText}
            action={<ActionButton label={t.toCounterparties} to="/cp/counterparties" />}
          />
        }
      />
    </StaffFrame>
  );
}
