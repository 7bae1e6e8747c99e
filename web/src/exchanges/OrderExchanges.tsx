/** On the pages of both orders of an exchange: the other one, and what comes back. */
import { listOrderExchanges } from '@lanka/domain/exchanges/contract';
import { readOrderReturns } from '@lanka/domain/returns/contract';
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { useCall } from '../kit/http/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { numberOf, type OrderPanelProps, orderPath, orderStatus } from '../orders';
import { returnPath, returnStatus } from '../returns';
import { text } from './text';

export function ExchangeButton({ projectId, order }: OrderPanelProps) {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const found = useCall(readOrderReturns, { params: { project_id: projectId, id: order.id } });
  const look = { variant: 'default', leftSection: <IconArrowsExchange size={18} /> } as const;
  // its place, so that nothing moves when it is known
  if (found.isPending)
    return (
      <Button {...look} disabled>
        {t.create}
      </Button>
    );
  if (!found.data?.may.create) return null;
  const search = new URLSearchParams({ order: order.id, ...(isDropshipping ? { project: projectId } : {}) });
  return (
    <Button component={Link} to={`/cp/exchanges/new?${search}`} {...look}>
      {t.create}
    </Button>
  );
}

export function OrderExchanges({ projectId, order }: OrderPanelProps) {
  const t = useText(text);
  const { isDropshipping, can } = useSession();
  const place = isDropshipping ? projectId : null;
  const found = useCall(listOrderExchanges, { params: { project_id: projectId, id: order.id } });
  const items = found.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section title={t.ofOrder}>
      <Stack gap="sm">
        {items.map((exchange) => {
          const isFirst = exchange.first.id === order.id;
          const other = isFirst ? exchange.made : exchange.first;
          return (
            <Group key={exchange.made.id} gap="xs">
              <span>{isFirst ? t.instead : t.first}</span>
              <Anchor component={Link} to={orderPath(other.id, place)}>
                №&nbsp;{numberOf(other)}
              </Anchor>
              <StatusBadge table={orderStatus} value={other.status} />
              <span>· {t.returned}</span>
              {isDropshipping || can('returns.read') ? (
                <Anchor component={Link} to={returnPath(exchange.return.id, place)}>
                  {t.number(exchange.return.number)}
                </Anchor>
              ) : (
                <span>{t.number(exchange.return.number)}</span>
              )}
              <StatusBadge table={returnStatus} value={exchange.return.status} />
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
}
