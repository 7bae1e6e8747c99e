import { kyivDate } from '@lanka/domain/kit/time';
import type { ManufactureRow } from '@lanka/domain/manufacture/contract';
import { isFinished } from '@lanka/domain/manufacture/rules';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { DateOnly } from '../kit/display/values';
import { useKnownRoute } from '../kit/page/routes';
import { useText } from '../kit/text';
import { text } from './text';

/** The date, and in words too that it has passed while the request is open. */
export function Deadline({ request }: { request: Pick<ManufactureRow, 'deadline' | 'status'> }) {
  const t = useText(text);
  const isOverdue = request.deadline !== null && !isFinished(request.status) && request.deadline < kyivDate(new Date());
  return (
    <>
      <DateOnly date={request.deadline} />
      {isOverdue && (
        <Text span size="sm" c="var(--text-negative)" ml={8}>
          {t.overdue}
        </Text>
      )}
    </>
  );
}

/** The linked order, as a link where the deployment has orders. */
export function OrderLink({ order }: { order: ManufactureRow['order'] }) {
  const t = useText(text);
  const known = useKnownRoute();
  if (!order) return '–';
  const to = `/cp/orders/${order.id}`;
  if (!known(to)) return t.orderNumber(order.number);
  return (
    <Anchor component={Link} to={to} inherit className="nowrap" onClick={(event) => event.stopPropagation()}>
      {t.orderNumber(order.number)}
    </Anchor>
  );
}
