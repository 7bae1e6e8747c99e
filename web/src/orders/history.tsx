/** How an entry of an order's history reads. */
import { dotted } from '@lanka/domain/kit/time';
import type { HistoryEntry } from '@lanka/domain/orders/contract';
import { Group } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { orderStatus } from './status';
import type { OrderText } from './text';

export const newestFirst = (items: readonly HistoryEntry[]): HistoryEntry[] =>
  [...items].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));

export function titleOfEntry(entry: HistoryEntry, t: OrderText, locale: 'ua' | 'en'): ReactNode {
  if (entry.kind === 'created') return t.madeDraft;
  if (entry.kind === 'automated') return t.automated;
  if (entry.kind === 'returned') return t.returned(entry.reason);
  if (entry.kind === 'split') return t.split;
  if (entry.kind === 'parcel') return t.parcelSent(entry.reason);
  if (entry.kind === 'exchanged') return t.exchanged(entry.reason);
  if (entry.kind === 'exchange_from') return t.exchangeFrom(entry.reason);
  if (entry.kind === 'split_off') return t.splitOff(entry.reason);
  if (entry.kind === 'split_from') return t.splitFrom(entry.reason);
  if (entry.kind === 'joined') return t.joined(entry.reason);
  if (entry.kind === 'joined_into') return t.joinedInto(entry.reason);
  if (entry.kind === 'reservation_ended') return t.reservationEnded(dotted(entry.reason));
  if (entry.kind === 'access_ended') return t.accessEnded;
  if (entry.kind === 'edited' || !entry.from || !entry.to) return t.changed;
  return (
    <Group component="span" gap={6}>
      {orderStatus[entry.from][locale]}
      <IconArrowRight size={16} aria-label={t.becomes} role="img" />
      {orderStatus[entry.to][locale]}
    </Group>
  );
}
