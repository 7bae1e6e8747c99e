import { Badge, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../kit/text';
import { text } from './text';

/** Whose application it is, marked while a message waits to be read. */
export function WithUnread({ unread, children }: { unread: boolean; children: ReactNode }) {
  const t = useText(text);
  if (!unread) return children;
  return (
    <Group component="span" gap="xs" wrap="nowrap">
      <Text span inherit truncate>
        {children}
      </Text>
      <Badge component="span" size="sm" radius="sm" variant="light" flex="none">
        {t.unread}
      </Badge>
    </Group>
  );
}
