import type { ReactNode } from 'react';

/** A column of `DataTable`. A row is one line: what is said beside the value stands dimmed behind it. */
export interface Column<T> {
  id: string;
  title: string;
  render: (row: T) => ReactNode;
  /** The name the server sorts by. */
  sort?: string;
  align?: 'right';
  /**
   * Text of any length: such columns share the width that the others leave, and what does not fit ends with dots and
   * is whole in the tooltip. All other columns are as wide as their longest value.
   */
  cut?: boolean;
  /** Of a column that is cut: how much of what is left it takes beside the others that are cut; 1 by default. */
  share?: number;
  /**
   * Where it stands on a phone, on a card of two lines. The first column is the card's heading; beside it a `corner`
   * (a status); below, at the left, the `line` (who, when; several are joined) and at the right the `end` (a sum); a
   * `picture` at the left of both. By default it is not on the card.
   */
  card?: 'corner' | 'line' | 'end' | 'picture';
  /** Not in the table: says on a card what the table says otherwise. */
  only?: 'card';
  /** Hidden until chosen in the view menu. */
  optional?: boolean;
}
