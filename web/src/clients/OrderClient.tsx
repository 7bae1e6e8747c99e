import { keepOrderClient, readOrderClient } from '@lanka/domain/clients/contract';
import { formatPercent } from '@lanka/domain/kit/money';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { clientCalls } from './calls';
import { RefusedBadge } from './RefusedBadge';
import { text } from './text';

/** The asker's own client on the page of an order, or the way to keep its customer as one. */
export function OrderClient({ projectId, role, order }: OrderPanelProps) {
  const t = useText(text);
  const params = { project_id: projectId, id: order.id };
  const of = useCall(readOrderClient, { params });
  const keep = useAction(keepOrderClient, { success: t.kept });
  // a dropshipper's across all his suppliers
  const { find } = clientCalls(role === 'Client');
  const asked = { params: { project_id: projectId }, query: { phone: order.customer.phone ?? '' } };
  const known = useCall(find, asked, { enabled: of.data?.own === true && order.customer.phone !== null });
  if (!of.data?.own) return null;
  const { client } = of.data;
  return (
    <Section title={t.client} action={<RefusedBadge count={known.data?.refusals_count ?? 0} />}>
      <Group justify="space-between" gap="sm">
        {client ? (
          <div>
            <Anchor component={Link} to={`/cp/clients/${client.id}`} className="wrap-anywhere">
              {client.name}
            </Anchor>
            {client.discount > 0 && ` · ${t.discountOf(formatPercent(client.discount))}`}
            {client.comment && (
              <Text size="sm" c="dimmed" className="wrap-anywhere">
                {client.comment}
              </Text>
            )}
          </div>
        ) : (
          <>
            <Text c="dimmed">{t.notKept}</Text>
            <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate({ params })}>
              {t.keep}
            </Button>
          </>
        )}
      </Group>
    </Section>
  );
}
