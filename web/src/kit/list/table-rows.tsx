/** A list as a table, on tablets and wider. Part of `DataTable`. */
import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../text';
import { words } from '../words';
import type { Column } from './columns';
import type { Density } from './density';
import type { List } from './list';
import { DetailsButton } from './row-details';
import { moveBetweenRows, useRowPress } from './row-press';
import type { Selection } from './selection';
import type { DataTableProps } from './table-props';

const SKELETON_ROWS = 12;

interface TableRowsProps<T>
  extends Pick<DataTableProps<T>, 'label' | 'list' | 'rowKey' | 'rowLink' | 'rowHover' | 'wraps'> {
  columns: readonly Column<T>[];
  openDetails: (row: T) => void;
  selection: Selection<T> | null;
  density: Density;
}

/**
 * The page scrolls and the headings stay under the top bar. Only a table that is wider than its place (a narrow
 * window, many columns chosen) scrolls sideways inside itself, its first column staying.
 */
export function TableRows<T>(props: TableRowsProps<T>) {
  const { label, list, columns, rowKey, rowLink, rowHover, wraps, openDetails, selection, density } = props;
  const t = useText(words);
  const press = useRowPress(rowLink, openDetails);
  const { frame, overflows } = useOverflow();
  const shares = columns.reduce((sum, { cut, share }) => sum + (cut ? (share ?? 1) : 0), 0);
  const isChoosing = selection !== null && selection.rows.length > 0;
  return (
    <div
      ref={frame}
      className="table-scroll"
      {...(overflows ? { 'data-overflows': true, tabIndex: 0, role: 'region', 'aria-label': label } : {})}
    >
      <table
        aria-label={label}
        aria-busy={list.isLoading || list.isRefreshing}
        className="data-table"
        data-density={density}
        data-wraps={wraps || undefined}
        data-selectable={selection ? true : undefined}
        data-refreshing={list.isRefreshing || undefined}
      >
        <thead>
          <tr>
            {selection && (
              <th className="cell-check">
                <Checkbox
                  size="sm"
                  aria-label={t.selectAll}
                  checked={selection.page === 'all'}
                  indeterminate={selection.page === 'some'}
                  onChange={selection.togglePage}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} list={list} shares={shares} isCovered={isChoosing} />
            ))}
            {!rowLink && <td className="cell-details" />}
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {list.isLoading && <SkeletonRows columns={columns.length + (selection ? 1 : 0) + (rowLink ? 0 : 1)} />}
          {list.items.map((row) => (
            <tr
              key={rowKey(row)}
              data-row
              data-selected={selection?.has(row) || undefined}
              data-link
              onClick={press(row)}
              onAuxClick={press(row)}
              {...rowHover?.(row)}
            >
              {selection && (
                <td className="cell-check">
                  <Checkbox
                    size="sm"
                    aria-label={t.selectRow}
                    checked={selection.has(row)}
                    onChange={() => selection.toggle(row)}
                  />
                </td>
              )}
              {columns.map((column, i) => (
                <td key={column.id} className={classOf(column)} {...(column.cut ? { onMouseEnter: tellWhole } : {})}>
                  {i === 0 && rowLink ? (
                    <Link to={rowLink(row)} className="row-link">
                      {column.render(row)}
                    </Link>
                  ) : (
                    column.render(row)
                  )}
                </td>
              ))}
              {!rowLink && (
                <td className="cell-details">
                  <DetailsButton open={() => openDetails(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const classOf = <T,>({ align, cut }: Column<T>): string | undefined =>
  [align === 'right' && 'cell-right figures', cut && 'cell-cut'].filter(Boolean).join(' ') || undefined;

/** What ends with dots is whole in the tooltip. */
function tellWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const isCut = [cell, ...cell.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1);
  if (isCut) cell.title = cell.textContent ?? '';
  else cell.removeAttribute('title');
}

/** Is the content wider than the frame? Looked at whenever either changes its size. */
function useOverflow() {
  const frame = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const outer = frame.current;
    const inner = outer?.firstElementChild;
    if (!outer || !inner) return;
    const sizes = new ResizeObserver(() => setOverflows(inner.scrollWidth > outer.clientWidth + 1));
    sizes.observe(outer);
    sizes.observe(inner);
    return () => sizes.disconnect();
  }, []);
  return { frame, overflows };
}

interface HeadCellProps<T> {
  column: Column<T>;
  list: List<T>;
  /** Of all columns that are cut. */
  shares: number;
  /** By the bar of bulk actions: nothing can be pressed there. */
  isCovered: boolean;
}

function HeadCell<T>({ column, list, shares, isCovered }: HeadCellProps<T>) {
  const t = useText(words);
  const className = column.align === 'right' ? 'cell-right' : undefined;
  const width = column.cut ? `${(100 * (column.share ?? 1)) / shares}%` : undefined;
  if (!column.sort) {
    return (
      <th style={{ width }} data-cut={column.cut} className={className}>
        {column.title}
      </th>
    );
  }
  const sort = list.state.values.sort;
  const rising = sort === column.sort;
  const falling = sort === `-${column.sort}`;
  const Arrow = rising ? IconArrowUp : falling ? IconArrowDown : IconArrowsSort;
  return (
    <th
      style={{ width }}
      data-cut={column.cut}
      className={className}
      aria-sort={rising ? 'ascending' : falling ? 'descending' : 'none'}
    >
      <UnstyledButton
        className="sort-button"
        data-active={rising || falling || undefined}
        title={t.sortBy(column.title)}
        disabled={isCovered}
        onClick={() => list.state.set({ sort: falling ? column.sort : `-${column.sort}` })}
      >
        {column.title}
        <Arrow size={14} aria-hidden />
      </UnstyledButton>
    </th>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
    <tr key={row}>
      {Array.from({ length: columns }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
        <td key={cell}>
          <Skeleton height={14} width={`${85 - ((row * 13 + cell * 29) % 45)}%`} />
        </td>
      ))}
    </tr>
  ));
}
