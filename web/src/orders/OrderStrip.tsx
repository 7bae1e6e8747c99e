/** What is done most with an order, in one strip at the top: the ТТН, the papers, the next status; and what happened last. */
import './orders.css';
import * as contract from '@lanka/domain/orders/contract';
import { Anchor, Paper, Skeleton, Text } from '@mantine/core';
import { useDeferredValue } from 'react';
import { DateTime } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { ActionButton, type PageAction } from '../kit/page/page';
import { ErrorBoundary } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { newestFirst, titleOfEntry } from './history';
import { orderTool } from './panels';
import { Ttn } from './Ttn';
import { text } from './text';
import type { OrderPlace } from './where';

/** Where the strip leads to. */
export const HISTORY = 'order-history';

interface OrderStripProps {
  place: OrderPlace;
  order: contract.Order;
  next: PageAction | undefined;
}

export function OrderStrip({ place, order, next }: OrderStripProps) {
  const t = useText(text);
  // a button that comes with a new status loads behind what is shown, which stays meanwhile
  const known = useDeferredValue(order);
  const toolProps = { projectId: place.project_id, role: place.role, order: known };
  const tools = useHook(orderTool).filter(({ visible }) => visible?.(toolProps) ?? true);
  const { ttn, operator } = order.delivery;
  return (
    <Paper component="section" withBorder radius="md" className="order-strip" aria-label={t.strip}>
      {(ttn || (order.editable.details && operator !== 'pickup')) && (
        <div className="order-strip-ttn">
          <Text size="sm" c="dimmed" component="span">
            {t.ttn}
          </Text>
          <Ttn place={place} order={order} />
        </div>
      )}
      {tools.map(({ id, Component }) => (
        <ErrorBoundary key={id}>
          <Component {...toolProps} />
        </ErrorBoundary>
      ))}
      <LastEvent place={place} id={order.id} />
      {next && <ActionButton {...next} />}
    </Paper>
  );
}

function LastEvent({ place, id }: { place: OrderPlace; id: string }) {
  const t = useText(text);
  const { locale } = useLocale();
  const history = useCall(contract.readHistory, { params: { project_id: place.project_id, id } });
  const [last] = newestFirst(history.data?.items ?? []);
  if (!last)
    return (
      <div className="order-strip-last">
        <Skeleton>
          <Text size="sm" component="div">
            &nbsp;
            <br />
            &nbsp;
          </Text>
        </Skeleton>
      </div>
    );
  const show = () => document.getElementById(HISTORY)?.scrollIntoView({ block: 'start' });
  return (
    <div className="order-strip-last">
      <Text size="sm" component="div">
        {titleOfEntry(last, t, locale)}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        <DateTime at={last.created_at} /> ·{' '}
        <Anchor component="button" type="button" inherit onClick={show}>
          {t.wholeHistory}
        </Anchor>
      </Text>
    </div>
  );
}
