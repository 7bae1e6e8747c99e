import type { BookingRow } from '@lanka/domain/bookings/contract';
import { formatDate, formatDateTime } from '@lanka/domain/kit/time';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { DateTime, useNow } from '../kit/display/values';
import { useText } from '../kit/text';
import { type BookingsText, text } from './text';

const MINUTE = 60_000;

/** Of an order the last day on which it holds, else the moment. */
export function endOf({ kind, expires_at }: Pick<BookingRow, 'kind'> & { readonly expires_at: string }): string {
  const end = new Date(expires_at);
  return kind === 'order' ? formatDate(new Date(end.getTime() - 1)) : formatDateTime(end);
}

/** How long it is still held; kept up with the clock. */
export function Remaining({ booking }: { booking: Pick<BookingRow, 'kind' | 'expires_at' | 'status'> }) {
  const t = useText(text);
  const now = useNow();
  const { kind, expires_at, status } = booking;
  if (expires_at === null) return <>{t.noEnd}</>;
  if (status !== 'Active') return kind === 'order' ? endOf({ kind, expires_at }) : <DateTime at={expires_at} />;
  const minutes = Math.floor((new Date(expires_at).getTime() - now.getTime()) / MINUTE);
  return (
    <Text span inherit className="figures nowrap" title={endOf({ kind, expires_at })}>
      {minutes < 0 ? t.ended : t.remaining(Math.floor(minutes / 60), minutes % 60)}
    </Text>
  );
}

/** The order, or who has it for himself. */
export const holderOf = ({ order, user }: Pick<BookingRow, 'order' | 'user'>, t: BookingsText): string =>
  order ? t.orderNumber(order.number) : (user?.name ?? t.someone);

export function Holder({ booking }: { booking: Pick<BookingRow, 'order' | 'user'> }) {
  const t = useText(text);
  const name = holderOf(booking, t);
  if (!booking.order) return <>{name}</>;
  return (
    <Anchor
      component={Link}
      to={`/cp/orders/${booking.order.id}`}
      inherit
      className="nowrap"
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </Anchor>
  );
}
