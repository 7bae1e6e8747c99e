/**
 * A list: table on wide screens, cards on phones.
 *
 *   <DataTable
 *     id="orders" list={list} label={t.title}
 *     rowKey={(order) => order.id} rowLink={(order) => `/cp/orders/${order.id}`}
 *     columns={[
 *       { id: 'number', title: t.number, render: (o) => o.number, sort: 'number' },
 *       { id: 'status', title: t.status, render: (o) => <StatusBadge … />, card: 'corner' },
 *       { id: 'sum', title: t.sum, render: (o) => <Money kopecks={o.sum} />, align: 'right', sort: 'sum' },
 *     ]}
 *     bulk={[{ label: t.print, run: (orders, done) => … }]}
 *     empty={<EmptyState … />}
 *   />
 *
 * The first column is the link of the row and the heading of its card; a press anywhere on the row follows it.
 * Arrows move between rows. Which columns are shown is kept in the browser under `id`.
 */
import { Checkbox, Group, Paper, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { List } from '../list';
import { useText } from '../text';
import { words } from '../words';
import { type BulkAction, BulkBar } from './bulk';
import type { Column } from './columns';
import { Paging } from './paging';
import { EmptyState, FailedState } from './states';
import { TableView, useShownColumns } from './TableView';

export type { Column } from './columns';

export interface DataTableProps<T> {
  /** Names the table in the browser's storage; without it there is no view menu. */
  id?: string;
  /** Says to screen readers what the table lists. */
  label: string;
  list: List<T>;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  rowLink?: (row: T) => string;
  /** Handlers that warm up a row's page: `rowHover={(o) => prefetch(getOrder, { params })}`. */
  rowHover?: (row: T) => { onMouseEnter: () => void; onFocus: () => void };
  bulk?: readonly BulkAction<T>[];
  /** When the list is empty without any filter. */
  empty: ReactNode;
  /** Right above the table, beside the view menu: search, filters. */
  tools?: ReactNode;
}

const SKELETON_ROWS = 8;

export function DataTable<T>(props: DataTableProps<T>) {
  const { id, list, rowKey, bulk, empty, tools } = props;
  const t = useText(words);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = useShownColumns(id, props.columns);
  const asCards = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const chosen = list.items.filter((row) => selected.has(rowKey(row)));
  const narrowed = Boolean(list.state.values.q) || Object.keys(list.state.filters).length > 0;
  const selection: Selection<T> | null =
    bulk && bulk.length > 0
      ? {
          has: (row) => selected.has(rowKey(row)),
          toggle: (row) => setSelected((before) => toggled(before, rowKey(row))),
          toggleAll: () =>
            setSelected(chosen.length === list.items.length ? new Set() : new Set(list.items.map(rowKey))),
          count: chosen.length,
        }
      : null;

  const body = () => {
    if (list.error) return <FailedState error={list.error} retry={list.retry} />;
    if (!list.isLoading && list.items.length === 0) {
      return narrowed ? <EmptyState drawing="search" title={t.nothingFound} text={t.nothingFoundHint} /> : empty;
    }
    const view = { ...props, columns: shown.columns, selection };
    return asCards ? <Cards {...view} /> : <Rows {...view} />;
  };

  return (
    <Stack gap="sm">
      {(tools || id) && (
        <Group gap="xs" justify="space-between" align="center">
          <Group gap="xs" flex="1 1 0" miw={0}>
            {tools}
          </Group>
          {id && !asCards && <TableView id={id} state={list.state} all={props.columns} shown={shown} />}
        </Group>
      )}
      <Paper withBorder radius="md" className="table-frame" data-cards={asCards || undefined}>
        {body()}
      </Paper>
      <Paging list={list} />
      {selection && chosen.length > 0 && bulk && (
        <BulkBar rows={chosen} actions={bulk} clear={() => setSelected(new Set())} />
      )}
    </Stack>
  );
}

const toggled = (before: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(before);
  if (!next.delete(key)) next.add(key);
  return next;
};

interface Selection<T> {
  has(row: T): boolean;
  toggle(row: T): void;
  toggleAll(): void;
  count: number;
}

type ViewProps<T> = DataTableProps<T> & { selection: Selection<T> | null };

/** Links, buttons and inputs inside a row keep their own meaning; selecting text is not a press. */
function isOwnPress(event: MouseEvent): boolean {
  const target = event.target as Element;
  return Boolean(target.closest('a, button, input, label, [role="checkbox"]')) || getSelection()?.type === 'Range';
}

function useRowPress<T>(rowLink: ((row: T) => string) | undefined) {
  const navigate = useNavigate();
  return (row: T) => (event: MouseEvent) => {
    if (!rowLink || isOwnPress(event)) return;
    if (event.metaKey || event.ctrlKey || event.button === 1) window.open(rowLink(row), '_blank', 'noopener');
    else if (event.button === 0) navigate(rowLink(row));
  };
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = (event.target as Element).closest('[data-row]');
  if (!row || (event.target as Element).matches('input:not([type="checkbox"]), textarea')) return;
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const link = next?.querySelector<HTMLElement>('a, button, input');
  if (!link) return;
  event.preventDefault();
  link.focus();
}

function Rows<T>({ label, list, columns, rowKey, rowLink, rowHover, selection }: ViewProps<T>) {
  const t = useText(words);
  const press = useRowPress(rowLink);
  return (
    <Table.ScrollContainer
      minWidth={0}
      maxHeight="max(420px, calc(100dvh - 350px - var(--bottom)))"
      scrollAreaProps={{ offsetScrollbars: false, viewportProps: { tabIndex: 0, 'aria-label': label, role: 'region' } }}
    >
      <Table
        aria-label={label}
        aria-busy={list.isLoading || list.isRefreshing}
        className="data-table"
        data-selectable={selection ? true : undefined}
        data-refreshing={list.isRefreshing || undefined}
        stickyHeader
        verticalSpacing={10}
        horizontalSpacing={12}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={52}>
                <Checkbox
                  aria-label={t.selectAll}
                  checked={selection.count > 0 && selection.count === list.items.length}
                  indeterminate={selection.count > 0 && selection.count < list.items.length}
                  onChange={selection.toggleAll}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} list={list} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {list.isLoading && <SkeletonRows columns={columns.length + (selection ? 1 : 0)} />}
          {list.items.map((row) => (
            <Table.Tr
              key={rowKey(row)}
              data-row
              data-selected={selection?.has(row) || undefined}
              data-link={rowLink ? true : undefined}
              onClick={press(row)}
              onAuxClick={press(row)}
              {...rowHover?.(row)}
            >
              {selection && (
                <Table.Td>
                  <Checkbox
                    aria-label={t.selectRow}
                    checked={selection.has(row)}
                    onChange={() => selection.toggle(row)}
                  />
                </Table.Td>
              )}
              {columns.map((column, i) => (
                <Table.Td key={column.id} className={column.align === 'right' ? 'cell-right figures' : undefined}>
                  {i === 0 && rowLink ? (
                    <Link to={rowLink(row)} className="row-link">
                      {column.render(row)}
                    </Link>
                  ) : (
                    column.render(row)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function HeadCell<T>({ column, list }: { column: Column<T>; list: List<T> }) {
  const t = useText(words);
  const className = column.align === 'right' ? 'cell-right' : undefined;
  if (!column.sort) {
    return (
      <Table.Th w={column.width} className={className}>
        {column.title}
      </Table.Th>
    );
  }
  const sort = list.state.values.sort;
  const rising = sort === column.sort;
  const falling = sort === `-${column.sort}`;
  const Arrow = rising ? IconArrowUp : falling ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th w={column.width} className={className} aria-sort={rising ? 'ascending' : falling ? 'descending' : 'none'}>
      <UnstyledButton
        className="sort-button"
        data-active={rising || falling || undefined}
        title={t.sortBy(column.title)}
        onClick={() => list.state.set({ sort: falling ? column.sort : `-${column.sort}` })}
      >
        {column.title}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
        <Table.Td key={cell}>
          <Skeleton height={16} my={3} width={`${85 - ((row * 13 + cell * 29) % 45)}%`} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

function Cards<T>({ label, list, columns, rowKey, rowLink, selection }: ViewProps<T>) {
  const t = useText(words);
  const press = useRowPress(rowLink);
  const [first, ...rest] = columns;
  const corner = rest.filter((column) => column.card === 'corner');
  const pictures = rest.filter((column) => column.card === 'picture');
  const lines = rest.filter((column) => (column.card ?? 'line') === 'line');
  if (list.isLoading) {
    return (
      <Stack gap={0} aria-busy="true">
        {Array.from({ length: 4 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
          <div className="card-row" key={i}>
            <Skeleton height={18} width="55%" mb="sm" />
            <Skeleton height={14} width="80%" mb={6} />
            <Skeleton height={14} width="65%" />
          </div>
        ))}
      </Stack>
    );
  }
  return (
    <ul className="card-list" aria-label={label} onKeyDown={moveBetweenRows}>
      {list.items.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the card's heading is the link for the keyboard
        <li
          key={rowKey(row)}
          className="card-row"
          data-row
          data-selected={selection?.has(row) || undefined}
          onClick={press(row)}
        >
          <Group gap="sm" wrap="nowrap" align="flex-start">
            {selection && (
              <Checkbox
                mt={2}
                aria-label={t.selectRow}
                checked={selection.has(row)}
                onChange={() => selection.toggle(row)}
              />
            )}
            {pictures.map((column) => (
              <div key={column.id}>{column.render(row)}</div>
            ))}
            <div className="card-body">
              <Group justify="space-between" gap="xs" align="flex-start" wrap="nowrap">
                <Text component="div" fw={600} className="wrap-anywhere">
                  {first && rowLink ? (
                    <Link to={rowLink(row)} className="row-link">
                      {first.render(row)}
                    </Link>
                  ) : (
                    first?.render(row)
                  )}
                </Text>
                <Group gap={4} wrap="nowrap">
                  {corner.map((column) => (
                    <div key={column.id}>{column.render(row)}</div>
                  ))}
                </Group>
              </Group>
              <dl className="card-lines">
                {lines.map((column) => (
                  <div key={column.id}>
                    <dt>{column.title}</dt>
                    <dd>{column.render(row)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </Group>
        </li>
      ))}
    </ul>
  );
}
