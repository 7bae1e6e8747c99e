import { listManufactureRequests } from '@lanka/domain/manufacture/contract';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Deadline } from './parts';
import { manufactureStatus, text } from './text';

/** What is being made for an order; nothing for those who may not see requests, or where there are none. */
export function OrderRequests({ orderId }: { orderId: string }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can, isDropshipping } = useSession();
  const mayRead = !isDropshipping && can('manufacture.read');
  const requests = useCall(
    listManufactureRequests,
    { params: { project_id }, query: { order_id: orderId } },
    { enabled: mayRead },
  );
  if (!mayRead || !requests.data || requests.data.items.length === 0) return null;
  return (
    <Section title={t.forOrder}>
      <Stack gap="sm">
        {requests.data.items.map((row) => (
          <Group key={row.id} justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
            <div>
              <Anchor component={Link} to={`/cp/manufacture_requests/${row.id}`} fw={500}>
                {t.one(row.number)}
              </Anchor>
              <Text size="sm" c="dimmed">
                {t.pieces(row.count)}
                {row.deadline && (
                  <>
                    {' · '}
                    <Deadline request={row} />
                  </>
                )}
              </Text>
            </div>
            <StatusBadge table={manufactureStatus} value={row.status} />
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
