import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { Navigate } from 'react-router';
import { useText } from '../kit/text';
import type { OrdersToolProps } from '../orders';
import { MAX_LABEL_ORDERS } from './sources';
import { text } from './text';

/** Leads to the labels of the orders that were chosen in the list; of too many it is said. */
export function OrdersLabels({ rows, close }: OrdersToolProps) {
  const t = useText(text);
  if (rows.length <= MAX_LABEL_ORDERS)
    return <Navigate to={`/cp/labels?order=${rows.map(({ id }) => id).join(',')}`} />;
  return (
    <Modal opened onClose={() => close(false)} title={t.ofOrders(rows.length)} centered>
      <Stack gap="md">
        <Alert color="orange">{t.tooManyOrders(MAX_LABEL_ORDERS)}</Alert>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => close(false)} data-autofocus>
            {t.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
