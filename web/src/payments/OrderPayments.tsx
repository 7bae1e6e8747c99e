import { formatMoney } from '@lanka/domain/kit/money';
import { can } from '@lanka/domain/kit/permissions';
import { dotted } from '@lanka/domain/kit/time';
import { listPayments, type Payment } from '@lanka/domain/payments/contract';
import { Button, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { KeyFacts } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateOnly, Money } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { numberOf, type OrderPanelProps, paidOf, paidState } from '../orders';
import { NamedOrders } from '../partners';
import { EnterPayment } from './EnterPayment';
import { costOf, leftOf } from './left';
import { ReportPayment } from './ReportPayment';
import { paymentStatus, text } from './text';

/** How far the order is paid and by what, and the next payment for it. */
export function OrderPayments({ projectId, role, order }: OrderPanelProps) {
  const t = useText(text);
  const [isPaying, setPaying] = useState(false);
  const paid = useCall(listPayments, {
    params: { project_id: projectId },
    query: { order_id: order.id, limit: 100 },
  });
  const known = order.payment;
  const items = paid.data?.items ?? [];
  const waiting = items.filter(({ status }) => status === 'pending');
  const entered = items.filter(({ status, reversed }) => status === 'confirmed' && !reversed);
  const total = costOf(order);
  const left = leftOf(order);
  const others = known?.charged_on ? total - Math.min(known.put, total) - known.unpaid : 0;
  // what the carrier brought pays it as well, and is no payment of its own
  const brought = order.cod?.received ?? 0;
  const isClient = role === 'Client';
  const mayPay = isClient || can(role, 'payments.enter');
  return (
    <>
      <KeyFacts
        title={t.orderPayment}
        across
        action={
          mayPay &&
          left > 0 && (
            <Button variant="default" leftSection={<IconCoins size={18} />} onClick={() => setPaying(true)}>
              {isClient ? t.reportForOrder : t.enterForOrder}
            </Button>
          )
        }
        facts={[
          {
            label: t.status,
            value: known && <StatusBadge table={paidState} value={paidOf(known)} />,
            hidden: known === null,
          },
          {
            label: known?.charged_on ? t.charged : t.toBeCharged,
            value: <Money kopecks={known?.charged_on ? known.charged : order.sum} />,
          },
          { label: t.creditedBack, value: <Money kopecks={-(known?.credited ?? 0)} />, hidden: !known?.credited },
          ...entered.map((payment) => fact(payment, order.id, t)),
          { label: t.paidByCarrier, value: <Money kopecks={brought} />, hidden: brought === 0 },
          { label: t.paidByOthers, value: <Money kopecks={others} />, hidden: others === 0 },
          { label: t.leftToPay, value: <Money kopecks={left} fw={600} /> },
          {
            label: t.dueOn,
            value: <DateOnly date={known?.due_on} c={known?.overdue ? 'red' : undefined} />,
            hidden: !known?.due_on || left === 0,
          },
          ...waiting.map((payment) => fact(payment, order.id, t)),
        ]}
      />
      {isClient ? (
        <ReportPayment
          opened={isPaying}
          close={() => setPaying(false)}
          suppliers={[{ project_id: projectId, project_title: order.project_title, closed_until: null }]}
          order={{ id: order.id, number: numberOf(order), left }}
        />
      ) : (
        <EnterPayment
          opened={isPaying}
          close={() => setPaying(false)}
          counterpartyId={order.counterparty_id}
          orders={[{ id: order.id, number: numberOf(order), left }]}
        />
      )}
    </>
  );
}

/** One payment that names the order; of one that waits, that it does. */
function fact(payment: Payment, orderId: string, t: (typeof text)['ua']) {
  const part = payment.orders.find(({ id }) => id === orderId)?.amount ?? payment.amount;
  const others = payment.orders.filter(({ id }) => id !== orderId);
  return {
    id: payment.id,
    label: t.paymentOf(dotted(payment.date)),
    value: (
      <>
        <Money kopecks={part} /> {part !== payment.amount && <Aside>{t.partOf(formatMoney(payment.amount))}</Aside>}
        {others.length > 0 && (
          <Text span display="block" size="sm">
            <NamedOrders lead={t.togetherWith} orders={others} total={payment.amount} />
          </Text>
        )}
        {payment.comment && (
          <Text span display="block" size="sm" c="dimmed" className="wrap-anywhere">
            {payment.comment}
          </Text>
        )}
        {payment.status === 'pending' && <StatusBadge table={paymentStatus} value={payment.status} />}
      </>
    ),
  };
}
