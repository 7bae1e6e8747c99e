/** The bar of bulk actions: says how many rows are chosen. Part of `DataTable`. */
import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useText } from '../text';
import { words } from '../words';
import type { Icon } from './page';

export interface BulkAction<T> {
  label: string;
  icon?: Icon;
  danger?: boolean;
  /** `done` clears the choice. */
  run: (rows: readonly T[], done: () => void) => void;
}

interface BulkBarProps<T> {
  rows: readonly T[];
  actions: readonly BulkAction<T>[];
  clear: () => void;
}

export function BulkBar<T>({ rows, actions, clear }: BulkBarProps<T>) {
  const t = useText(words);
  return (
    <Paper
      withBorder
      shadow="md"
      p="xs"
      pl="md"
      radius="md"
      className="bulk-bar"
      role="region"
      aria-label={t.selected(rows.length)}
    >
      <Group gap="sm" justify="space-between">
        <Text fw={500} role="status">
          {t.selected(rows.length)}
        </Text>
        <Group gap="xs">
          {actions.map(({ label, icon: IconShown, danger, run }) => (
            <Button
              key={label}
              variant="default"
              size="sm"
              {...(danger ? { c: 'var(--text-negative)' } : {})}
              leftSection={IconShown ? <IconShown size={16} /> : undefined}
              onClick={() => run(rows, clear)}
            >
              {label}
            </Button>
          ))}
          <CloseButton onClick={clear} aria-label={t.clearSelection} />
        </Group>
      </Group>
    </Paper>
  );
}
