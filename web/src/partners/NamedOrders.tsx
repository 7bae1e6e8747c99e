import { formatMoney } from '@lanka/domain/kit/money';
import type { PostedOrder } from '@lanka/domain/ledger/contract';
import { Anchor, Text } from '@mantine/core';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../kit/text';
import { text } from './text';

/** So many are shown before somebody asks for the rest. */
const FEW = 5;

interface NamedOrdersProps {
  /** Stands before the first; none in a narrow cell. */
  lead?: string;
  orders: readonly PostedOrder[];
  /** Of the payment: an order that got all of it needs no sum. */
  total: number;
}

/** The orders that a payment was put against, each with its part, leading to their pages. */
export function NamedOrders({ lead = '', orders, total }: NamedOrdersProps) {
  const t = useText(text);
  const [isWhole, setWhole] = useState(false);
  if (orders.length === 0) return null;
  const shown = isWhole || orders.length <= FEW + 1 ? orders : orders.slice(0, FEW);
  return (
    <Text span inherit c="dimmed">
      {lead && `${lead} `}
      {shown.map(({ id, prefix, number, amount }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} to={`/cp/orders/${id}`} inherit underline="always" className="nowrap">
            № {prefix}
            {number}
          </Anchor>
          {amount !== total && ` (${formatMoney(amount)})`}
        </Fragment>
      ))}
      {shown.length < orders.length && (
        <>
          {' '}
          <Anchor component="button" type="button" inherit underline="always" onClick={() => setWhole(true)}>
            {t.restOfOrders(orders.length - shown.length)}
          </Anchor>
        </>
      )}
    </Text>
  );
}
