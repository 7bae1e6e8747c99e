/**
 * The bar of bulk actions: how many rows are chosen and what can be done with them. Part of `DataTable`. It stands
 * where the headings of the columns are, and on a phone where the bottom bar is: it covers no row and moves none.
 */
import { Button, CloseButton, Group, Text, UnstyledButton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { formatCount } from '../format';
import type { Icon } from '../page/page';
import { useText } from '../text';
import { words } from '../words';
import type { List } from './list';
import { MOST_CHOSEN, type Selection } from './selection';

export interface BulkAction<T> {
  label: string;
  icon?: Icon;
  danger?: boolean;
  /** `done` clears the choice. */
  run: (rows: readonly T[], done: () => void) => void;
}

interface BulkBarProps<T> {
  list: List<T>;
  selection: Selection<T>;
  actions: readonly BulkAction<T>[];
  /** All but the first action are in a menu: a phone has no room for them. */
  short: boolean;
}

/** Of more the rest is in a menu: they would cover the words beside them. */
const MOST_IN_BAR = 4;
const SMALL = 26;

const PageMenu = lazy(async () => ({ default: (await import('../page/PageMenu')).PageMenu }));

export function BulkBar<T>({ list, selection, actions, short }: BulkBarProps<T>) {
  const t = useText(words);
  const { rows, clear } = selection;
  const room = short ? 1 : actions.length > MOST_IN_BAR ? MOST_IN_BAR - 1 : MOST_IN_BAR;
  const shown = actions.slice(0, room);
  const rest = actions.slice(shown.length);
  return (
    <section className="bulk-bar" aria-label={t.selected(rows.length)}>
      <div className="bulk-words">
        <Text fw={600} size="sm" role="status" className="nowrap">
          {t.selected(rows.length)}
        </Text>
        <ChooseFound list={list} selection={selection} />
      </div>
      <Group gap={6} wrap="nowrap">
        {shown.map(({ label, icon: IconShown, danger, run }) => (
          <Button
            key={label}
            variant="default"
            size="compact-sm"
            {...(danger ? { c: 'var(--text-negative)' } : {})}
            leftSection={IconShown ? <IconShown size={16} /> : undefined}
            onClick={() => run(rows, clear)}
          >
            {label}
          </Button>
        ))}
        {rest.length > 0 && (
          <Suspense>
            <PageMenu
              entries={rest.map(({ run, ...entry }) => ({ ...entry, onClick: () => run(rows, clear) }))}
              {...(short ? {} : { size: SMALL })}
            />
          </Suspense>
        )}
        <CloseButton size="sm" onClick={clear} aria-label={t.clearSelection} />
      </Group>
    </section>
  );
}

/** Offered while more was found than is chosen. */
function ChooseFound<T>({ list, selection }: Pick<BulkBarProps<T>, 'list' | 'selection'>) {
  const t = useText(words);
  const total = list.total ?? 0;
  const most = Math.min(total, MOST_CHOSEN);
  if (selection.rows.length >= most) return null;
  const shown = formatCount(most);
  return (
    <UnstyledButton className="bulk-all" onClick={selection.chooseFound} disabled={selection.isReading}>
      {selection.isReading ? t.loading : total > MOST_CHOSEN ? t.selectFirst(shown) : t.selectFound(shown)}
    </UnstyledButton>
  );
}
