import type { ReactNode } from 'react';
import type { BulkAction } from './bulk';
import type { Column } from './columns';
import type { List } from './list';

export interface DataTableProps<T> {
  /** Names the table in the browser's storage; without it there is no view menu. */
  id?: string;
  /** Says to screen readers what the table lists. */
  label: string;
  list: List<T>;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  /** The page of a row; a row without one shows all its columns in the side panel. */
  rowLink?: (row: T) => string;
  /** Handlers that warm up a row's page: `rowHover={(o) => prefetch(getOrder, { params })}`. */
  rowHover?: (row: T) => { onMouseEnter: () => void; onFocus: () => void };
  bulk?: readonly BulkAction<T>[];
  /** Rows as tall as what is written in them, for reports that are read line by line. */
  wraps?: boolean;
  /** When the list is empty without any filter. */
  empty: ReactNode;
  /** The filter that stands as tabs, each of which has its own words in `empty`. */
  tab?: string;
  /** Search and filters, beside the view menu. */
  tools?: ReactNode;
}
