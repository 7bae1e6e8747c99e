import { readOpenSums } from '@lanka/domain/orders/contract';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Money } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';

/** What the counterparty will owe when its open orders are charged: it stands beside the balance. */
export function OpenSum({ projectId, counterpartyId }: { projectId: string; counterpartyId: string }) {
  const t = useText(text);
  const sums = useCall(readOpenSums, { params: { project_id: projectId }, query: { counterparty_id: counterpartyId } });
  if (!sums.data) return <Text c="dimmed">…</Text>;
  const { sum = 0, orders = 0 } = sums.data.items[0] ?? {};
  return (
    <>
      <Money kopecks={sum} />
      {orders > 0 && (
        <Anchor component={Link} to={`/cp/orders?counterparty_id=${counterpartyId}`} size="sm" display="block">
          {t.openOrders(orders)}
        </Anchor>
      )}
    </>
  );
}
