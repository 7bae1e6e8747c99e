import { dotted } from '@lanka/domain/kit/time';
import { Alert, Badge } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { texts, useText } from '../kit/text';

const words = texts({
  ua: {
    until: (day: string) => `На паузі до ${day}`,
    text: (day: string) =>
      `Постачальник на паузі до ${day} включно: нових замовлень він поки не приймає, а залишки показано як нульові. Оформлені замовлення виконуються.`,
  },
  en: {
    until: (day: string) => `Pauses up to ${day}`,
    text: (day: string) =>
      `The supplier pauses up to and including ${day}: no new orders are taken and the stock reads zero. Orders that are placed go on.`,
  },
});

const closed = texts({
  ua: { text: 'Постачальник тимчасово не приймає нових замовлень. Оформлені раніше він виконає.' },
  en: { text: 'The supplier takes no new orders for the time being. Those that are placed go on.' },
});

interface Supplier {
  readonly paused_until: string | null;
  readonly takes_orders: boolean;
}

/** Told before an order is written: whether this supplier takes it now. */
export function TakesNoOrders({ supplier }: { supplier: Supplier | undefined }) {
  const t = useText(closed);
  if (!supplier || supplier.takes_orders) return <PausedNotice until={supplier?.paused_until} />;
  return (
    <Alert color="yellow" icon={<IconPlayerPause />}>
      {t.text}
    </Alert>
  );
}

interface PausedProps {
  until: string | null | undefined;
}

/** What the pause of a supplier means to whoever orders from him; nothing while he works. */
export function PausedNotice({ until }: PausedProps) {
  const t = useText(words);
  if (!until) return null;
  return (
    <Alert color="yellow" icon={<IconPlayerPause />}>
      {t.text(dotted(until))}
    </Alert>
  );
}

/** The same in a list or on a card. */
export function PausedBadge({ until }: PausedProps) {
  const t = useText(words);
  if (!until) return null;
  return (
    <Badge variant="light" component="span">
      {t.until(dotted(until))}
    </Badge>
  );
}
