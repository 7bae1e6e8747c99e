import { MAX_PAYMENT_ORDERS } from '@lanka/domain/payments/contract';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useText } from '../kit/text';
import type { OrdersToolProps } from '../orders';
import { EnterPayment } from './EnterPayment';
import { payable } from './left';
import { text } from './text';

/** One payment for the orders that were chosen in the list. */
export function PayOrders({ rows, close }: OrdersToolProps) {
  const t = useText(text);
  const orders = payable(rows);
  const parties = new Set(rows.map(({ counterparty_id }) => counterparty_id));
  const refused =
    parties.size > 1
      ? t.severalParties
      : orders.length === 0
        ? t.nothingToPay
        : orders.length > MAX_PAYMENT_ORDERS
          ? t.tooManyOrders(MAX_PAYMENT_ORDERS)
          : null;
  if (refused)
    return (
      <Modal opened onClose={() => close(false)} title={t.payChosen} centered>
        <Text>{refused}</Text>
        <Group justify="flex-end" mt="md">
          <Button onClick={() => close(false)}>{t.understood}</Button>
        </Group>
      </Modal>
    );
  return (
    <EnterPayment
      opened
      close={() => close(false)}
      saved={() => close(true)}
      counterpartyId={rows[0]?.counterparty_id}
      orders={orders}
      leftOut={rows.length - orders.length}
    />
  );
}
