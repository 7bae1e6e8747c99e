import { findPurchaseOfOrder } from '@lanka/domain/purchases/contract';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { numberOf, type OrderPanelProps, orderPath, orderStatus } from '../orders';
import { text } from './text';

/** On the dropshipper's page of an order: the purchase that it belongs to, and what else is in it. */
export function OrderPurchase({ order }: OrderPanelProps) {
  const t = useText(text);
  const { data } = useCall(findPurchaseOfOrder, { query: { order_id: order.id } });
  const purchase = data?.purchase;
  if (!purchase) return null;
  const others = purchase.orders.filter(({ id }) => id !== order.id);
  return (
    <Section
      title={t.partOf}
      action={
        <Anchor component={Link} to={`/cp/purchases/${purchase.id}`}>
          {t.purchase(purchase.number)}
        </Anchor>
      }
    >
      <Stack gap={6}>
        {others.map((one) => (
          <Group key={one.id} gap="sm">
            <Anchor component={Link} to={orderPath(one.id, one.project_id)}>
              {`${one.project_title}, № ${numberOf(one)}`}
            </Anchor>
            <StatusBadge table={orderStatus} value={one.status} />
            {one.ttn && <Text className="figures">{one.ttn}</Text>}
          </Group>
        ))}
        <Text size="sm" c="dimmed">
          {t.partOfText}
        </Text>
      </Stack>
    </Section>
  );
}
