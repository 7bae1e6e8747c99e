import './line-table.css';
import type { ReactNode, Ref } from 'react';

interface LineTableProps {
  ref?: Ref<HTMLTableElement>;
  /** More than five numbers a line. */
  many?: boolean;
  /** So many lines that a phone should not show each number in a row of its own. */
  long?: boolean;
  children: ReactNode;
}

/**
 * Lines of goods in an order, a document or a request. Cells are `line-name`, `cell-right`, `line-remove`; the sum stands
 * in a row `line-total`; a row with `data-short` has more than there is.
 */
export function LineTable({ ref, many, long, children }: LineTableProps) {
  const names = ['lines', many && 'lines-many', long && 'lines-grid'];
  return (
    <div className="lines-box">
      <table className={names.filter(Boolean).join(' ')} {...(ref ? { ref } : {})}>
        {children}
      </table>
    </div>
  );
}

/** The heads of columns with numbers. */
export const LineHeads = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <th key={name} scope="col" className="cell-right">
      {name}
    </th>
  ));

/** A number of a line, with its name where the table is stacked and has no head. */
export function LineCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="cell-right">
      <span className="line-label">{label}</span>
      {children}
    </td>
  );
}
