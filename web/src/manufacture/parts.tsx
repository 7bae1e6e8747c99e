import { kyivDate } from '@lanka/domain/kit/time';
import type { ManufactureRow } from '@lanka/domain/manufacture/contract';
import { latenessOf } from '@lanka/domain/manufacture/rules';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { DateOnly } from '../kit/display/values';
import { RouteTabs } from '../kit/page/route-tabs';
import { useKnownRoute } from '../kit/page/routes';
import { useText } from '../kit/text';
import { text } from './text';

/** The date, and in words too that it has passed while the request is open, or was not kept. */
export function Deadline({ request }: { request: Pick<ManufactureRow, 'deadline' | 'status' | 'done_on'> }) {
  const t = useText(text);
  const lateness = latenessOf(request, kyivDate(new Date()));
  const words = lateness === 'overdue' ? t.overdue : lateness === 'late' ? t.doneLate : null;
  return (
    <>
      <DateOnly date={request.deadline} />
      {words && (
        <Text span size="sm" c="var(--text-negative)" ml={8}>
          {words}
        </Text>
      )}
    </>
  );
}

/** What a line is made of. */
export function Materials({ materials }: { materials: string }) {
  const t = useText(text);
  if (!materials) return null;
  return (
    <Text size="sm" className="wrap-anywhere" mt={4}>
      <Text span inherit c="dimmed">{`${t.materials}: `}</Text>
      {materials}
    </Text>
  );
}

/** The pages of requests: the list, what is to be made, how deadlines are kept. */
export function RequestTabs() {
  const t = useText(text);
  const at = '/cp/manufacture_requests';
  return (
    <RouteTabs
      label={t.title}
      tabs={[
        { to: at, label: t.requests },
        { to: `${at}/to_make`, label: t.toMake },
        { to: `${at}/lateness`, label: t.lateness },
      ]}
    />
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
