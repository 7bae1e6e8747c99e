import { Badge } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useText } from '../kit/text';
import { text } from './text';

/** Warns the owner of a client, and nobody else, before another parcel is sent. */
export function RefusedBadge({ count, short }: { count: number; short?: boolean }) {
  const t = useText(text);
  if (count === 0) return null;
  return (
    <Badge color="red" variant="light" tt="none" leftSection={<IconAlertTriangle size={14} />}>
      {`${short ? t.refusedShort : t.refusedBefore}: ${count}`}
    </Badge>
  );
}
