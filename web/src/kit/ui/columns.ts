import type { ReactNode } from 'react';

/** A column of `DataTable`. */
export interface Column<T> {
  id: string;
  title: string;
  render: (row: T) => ReactNode;
  /** The name the server sorts by. */
  sort?: string;
  align?: 'right';
  width?: number | string;
  /** On a phone: in the card's corner (a status), a line (default), a picture at its left, or not at all. */
  card?: 'corner' | 'line' | 'picture' | 'hidden';
  /** Hidden until chosen in the view menu. */
  optional?: boolean;
}
