import type { Payment } from '@lanka/domain/payments/contract';
import { balanceChange } from '@lanka/domain/payments/rules';
import { Anchor, Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateOnly, DateTime, Money } from '../kit/display/values';
import type { Column } from '../kit/list/DataTable';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { numberOf } from '../orders';
import { accountNames } from '../partners';
import { Receipts } from './Receipts';
import { paymentStatus, text, typeNames } from './text';

interface Whose {
  title: string;
  /** The other side: the counterparty for staff, the supplier for a dropshipper. */
  render: (row: Payment) => ReactNode;
  /** What may be done with the payment now; stands where its decision will. */
  actions?: (row: Payment) => ReactNode;
}

/** The columns that staff and dropshippers share. */
export function usePaymentColumns(whose: Whose): Column<Payment>[] {
  const t = useText(text);
  const types = useText(typeNames);
  const accounts = useText(accountNames);
  return [
    {
      id: 'whose',
      title: whose.title,
      cut: true,
      share: 2,
      render: (row) => (
        <>
          {whose.render(row)}
          {row.orders.length > 0 && <Aside>{t.ofOrders(row.orders.map(numberOf))}</Aside>}
          {row.comment && <Aside>{row.comment}</Aside>}
          {whose.actions && row.bank_row_id && <FromBank row={row.bank_row_id} />}
        </>
      ),
    },
    {
      id: 'date',
      title: t.date,
      sort: 'date',
      card: 'line',
      render: (row) => (
        <>
          <PaymentDay payment={row} />
          {/* a card has no room for them: there its details say them */}
          <span className="cell-under only-table">
            <Receipts payment={row} />
          </span>
        </>
      ),
    },
    {
      id: 'type',
      title: t.type,
      cut: true,
      card: 'line',
      render: (row) => (
        <>
          {types[row.type]}
          {row.status === 'confirmed' && <Aside>{accounts[row.account]}</Aside>}
        </>
      ),
    },
    {
      id: 'amount',
      title: t.amount,
      sort: 'amount',
      align: 'right',
      card: 'end',
      render: (row) => <Money kopecks={balanceChange(row.type, row.amount)} signed className="figures nowrap" />,
    },
    { id: 'status', title: t.status, card: 'corner', render: (row) => <PaymentState payment={row} /> },
    {
      id: 'processed',
      title: t.processedBy,
      cut: true,
      render: (row) => <Processed payment={row} />,
    },
    {
      id: 'balance_after',
      title: t.balanceAfter,
      align: 'right',
      render: (row) => <Money kopecks={row.balance_after} className="figures nowrap" />,
    },
    { id: 'created_by', title: t.createdBy, optional: true, cut: true, render: (row) => row.created_by.name },
    ...(whose.actions ? [{ id: 'actions', title: t.actions, render: whose.actions }] : []),
  ];
}

/** Staff alone: the dropshipper sees the payment, not the supplier's statement. */
function FromBank({ row }: { row: string }) {
  const t = useText(text);
  const { can } = useSession();
  return (
    <Aside>
      {can('banking.read') ? (
        <Anchor component={Link} to={`/cp/integrations/banking/rows/${row}`} size="sm" underline="always">
          {t.fromBank}
        </Anchor>
      ) : (
        t.fromBank
      )}
    </Aside>
  );
}

/** The day of the money; where an agreed act had closed it, the day from which it counts. */
function PaymentDay({ payment: { date, counted_on } }: { payment: Payment }) {
  const t = useText(text);
  return (
    <>
      <DateOnly date={date} />
      {counted_on !== null && counted_on !== date && (
        <Aside>
          {t.countedOn} <DateOnly date={counted_on} />
        </Aside>
      )}
    </>
  );
}

function PaymentState({ payment }: { payment: Payment }) {
  const t = useText(text);
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <StatusBadge table={paymentStatus} value={payment.status} />
      {payment.reversed && (
        <Badge variant="default" radius="sm">
          {t.reversed}
        </Badge>
      )}
    </Group>
  );
}

/** Who decided and when; of a declined one also why. */
function Processed({ payment }: { payment: Payment }) {
  if (!payment.processed_by) return null;
  return (
    <>
      {payment.processed_by.name}
      <Aside>
        <DateTime at={payment.processed_at} />
      </Aside>
      {payment.decline_reason && <Aside>{payment.decline_reason}</Aside>}
    </>
  );
}
