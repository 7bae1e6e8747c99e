import type { Payment } from '@lanka/domain/payments/contract';
import { balanceChange } from '@lanka/domain/payments/rules';
import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../kit/text';
import type { Column } from '../kit/ui/DataTable';
import { StatusBadge } from '../kit/ui/status';
import { DateOnly, DateTime, Money } from '../kit/ui/values';
import { accountNames, Words } from '../partners';
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
      render: (row) => (
        <Words>
          {whose.render(row)}
          {row.comment && (
            <Text size="sm" c="dimmed" fw={400}>
              {row.comment}
            </Text>
          )}
        </Words>
      ),
    },
    { id: 'date', title: t.date, sort: 'date', render: (row) => <DateOnly date={row.date} /> },
    {
      id: 'type',
      title: t.type,
      render: (row) => (
        <>
          {types[row.type]}
          {row.status === 'confirmed' && (
            <Text size="sm" c="dimmed">
              {accounts[row.account]}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'amount',
      title: t.amount,
      sort: 'amount',
      align: 'right',
      render: (row) => <Money kopecks={balanceChange(row.type, row.amount)} signed className="figures nowrap" />,
    },
    { id: 'status', title: t.status, card: 'corner', render: (row) => <PaymentState payment={row} /> },
    {
      id: 'processed',
      title: t.processedBy,
      render: (row) => (
        <>
          <Processed payment={row} />
          {whose.actions?.(row)}
        </>
      ),
    },
    {
      id: 'balance_after',
      title: t.balanceAfter,
      align: 'right',
      render: (row) => <Money kopecks={row.balance_after} className="figures nowrap" />,
    },
    { id: 'created_by', title: t.createdBy, optional: true, render: (row) => row.created_by.name },
  ];
}

function PaymentState({ payment }: { payment: Payment }) {
  const t = useText(text);
  return (
    <Group gap={4}>
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
      <Text size="sm" c="dimmed" component="div">
        <DateTime at={payment.processed_at} />
      </Text>
      {payment.decline_reason && (
        <Text size="sm" style={{ overflowWrap: 'break-word' }}>
          {payment.decline_reason}
        </Text>
      )}
    </>
  );
}
