import './manufacture.css';
import { kyivDate } from '@lanka/domain/kit/time';
import type { ManufactureRow } from '@lanka/domain/manufacture/contract';
import { isFinished } from '@lanka/domain/manufacture/rules';
import { Anchor, Group, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DateOnly } from '../kit/display/values';
import { useKnownRoute } from '../kit/page/routes';
import { useText } from '../kit/text';
import { text } from './text';

interface Named {
  readonly product_title: string;
  readonly modification_title: string;
}

export const titleOf = ({ product_title, modification_title }: Named): string =>
  modification_title && modification_title !== product_title
    ? `${product_title}, ${modification_title}`
    : product_title;

/** A product's picture, decorative: the name stands beside it. */
export function Picture({ url }: { url: string | null }) {
  return (
    <span className="make-thumb">
      {url ? <img src={url} alt="" loading="lazy" /> : <IconPhoto size={20} stroke={1.5} aria-hidden />}
    </span>
  );
}

export function ProductName({
  line,
  to,
}: {
  line: Named & { sku: string; thumbnail_url: string | null };
  to?: string;
}) {
  const name = titleOf(line);
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Picture url={line.thumbnail_url} />
      <div>
        {to ? (
          <Anchor component={Link} to={to} inherit className="wrap-anywhere">
            {name}
          </Anchor>
        ) : (
          <Text className="wrap-anywhere">{name}</Text>
        )}
        {line.sku && (
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {line.sku}
          </Text>
        )}
      </div>
    </Group>
  );
}

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
