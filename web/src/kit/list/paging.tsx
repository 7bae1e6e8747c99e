/** The foot of a list: how many are shown of how many, and the way to the next page. Part of `DataTable`. */
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { formatCount } from '../format';
import { useText } from '../text';
import { words } from '../words';
import type { List } from './list';

export function Paging<T>({ list }: { list: List<T> }) {
  const t = useText(words);
  const { state, nextCursor, total } = list;
  if (list.isLoading || list.error || list.items.length === 0) return null;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" className="figures" role="status">
        {total === undefined ? '' : t.ofTotal(formatCount(list.items.length), formatCount(total), list.totalIsEstimate)}
      </Text>
      {(nextCursor || !state.onFirstPage) && (
        <Group gap="xs">
          {!state.onFirstPage && (
            <>
              <Button variant="subtle" size="sm" onClick={state.first}>
                {t.firstPage}
              </Button>
              <ActionIcon variant="default" size={36} onClick={state.previous} aria-label={t.previous}>
                <IconChevronLeft size={18} />
              </ActionIcon>
            </>
          )}
          <ActionIcon
            variant="default"
            size={36}
            disabled={!nextCursor}
            loading={list.isRefreshing}
            onClick={() => nextCursor && state.next(nextCursor)}
            aria-label={t.nextPage}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
