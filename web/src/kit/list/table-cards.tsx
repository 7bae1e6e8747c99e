/** A list on a phone: a card of two lines for each row. Part of `DataTable`. */
import { Checkbox, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../text';
import { words } from '../words';
import type { Column } from './columns';
import { DetailsButton } from './row-details';
import { moveBetweenRows, useRowPress } from './row-press';
import type { Selection } from './selection';
import type { DataTableProps } from './table-props';

interface TableCardsProps<T>
  extends Pick<DataTableProps<T>, 'label' | 'list' | 'columns' | 'rowKey' | 'rowLink' | 'wraps'> {
  selection: Selection<T> | null;
  openDetails: (row: T) => void;
}

export function TableCards<T>({
  label,
  list,
  columns,
  rowKey,
  rowLink,
  wraps,
  selection,
  openDetails,
}: TableCardsProps<T>) {
  const t = useText(words);
  const press = useRowPress(rowLink, openDetails);
  if (list.isLoading) return <SkeletonCards />;
  const [first, ...rest] = columns;
  const placed = (place: Column<T>['card']) => rest.filter(({ card }) => card === place);
  const [pictures, corner, line, end] = [placed('picture'), placed('corner'), placed('line'), placed('end')];
  return (
    <ul className="card-list" data-wraps={wraps || undefined} aria-label={label} onKeyDown={moveBetweenRows}>
      {list.items.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the card's heading is the link for the keyboard
        <li
          key={rowKey(row)}
          className="card-row"
          data-row
          data-selected={selection?.has(row) || undefined}
          onClick={press(row)}
        >
          {selection && (
            <Checkbox
              className="card-check"
              aria-label={t.selectRow}
              checked={selection.has(row)}
              onChange={() => selection.toggle(row)}
            />
          )}
          {pictures.map((column) => (
            <div key={column.id}>{column.render(row)}</div>
          ))}
          <div className="card-body">
            <div className="card-heading">
              <div className="card-title">
                {first && rowLink ? (
                  <Link to={rowLink(row)} className="row-link">
                    {first.render(row)}
                  </Link>
                ) : (
                  first?.render(row)
                )}
              </div>
              <Joined columns={corner} row={row} className="card-corner" />
            </div>
            {(line.length > 0 || end.length > 0) && (
              <div className="card-line">
                <Joined columns={line} row={row} className="card-about" />
                <Joined columns={end} row={row} className="card-end figures" />
              </div>
            )}
          </div>
          {!rowLink && <DetailsButton open={() => openDetails(row)} />}
        </li>
      ))}
    </ul>
  );
}

/** Several values in one place; a dot stands between those that are not empty. */
function Joined<T>({ columns, row, className }: { columns: readonly Column<T>[]; row: T; className: string }) {
  return (
    <div className={className}>
      {columns.map((column) => (
        <span key={column.id} className="card-part">
          {column.render(row)}
        </span>
      ))}
    </div>
  );
}

function SkeletonCards() {
  return (
    <div aria-busy="true">
      {Array.from({ length: 6 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other name
        <div className="card-row" key={i}>
          <div className="card-body">
            <Skeleton height={16} width="55%" my={3} />
            <Skeleton height={14} width="80%" my={6} />
          </div>
        </div>
      ))}
    </div>
  );
}
