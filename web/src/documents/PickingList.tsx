import { MAX_LIST_ORDERS, printPickingList } from '@lanka/domain/documents/picking-list';
import { PICKED_FROM } from '@lanka/domain/picking/rules';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { download } from '../kit/http/download';
import { messageOf, notifyError } from '../kit/overlay/notify';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import type { OrderPanelProps, OrdersToolProps } from '../orders';
import { text } from './text';

const save = (project_id: string, order_ids: string[]) =>
  download(printPickingList, { params: { project_id }, body: { order_ids } });

/** In the strip of an order that is picked: what to take off the shelves, on paper. */
export function OrderPickingList({ projectId, order }: OrderPanelProps) {
  const t = useText(text);
  const [loading, setLoading] = useState(false);
  if (!PICKED_FROM.includes(order.status)) return null;
  const print = async () => {
    setLoading(true);
    await save(projectId, [order.id]).catch(notifyError);
    setLoading(false);
  };
  return (
    <Button variant="default" leftSection={<IconListCheck size={18} />} loading={loading} onClick={() => void print()}>
      {t.pickingList}
    </Button>
  );
}

/** One list for the orders that were chosen. */
export function OrdersPickingList({ rows, close }: OrdersToolProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isTooMany = rows.length > MAX_LIST_ORDERS;
  const print = async () => {
    setLoading(true);
    setError(null);
    try {
      await save(
        project_id,
        rows.map(({ id }) => id),
      );
      close(false);
    } catch (failed) {
      setError(failed);
      setLoading(false);
    }
  };
  return (
    <Modal opened onClose={() => close(false)} title={t.pickingListOf(rows.length)} centered>
      <Stack gap="md">
        <Text>{t.pickingListText}</Text>
        {isTooMany && <Alert color="orange">{t.pickingListTooMany(MAX_LIST_ORDERS)}</Alert>}
        {error !== null && <Alert color="red">{messageOf(error)}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => close(false)}>
            {t.cancel}
          </Button>
          {!isTooMany && (
            <Button loading={loading} onClick={() => void print()} data-autofocus>
              {t.savePdf}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
