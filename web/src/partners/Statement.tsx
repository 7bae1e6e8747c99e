import type { Ref } from '@lanka/domain/kit/ids';
import type { PostedOrder, PostingPurpose } from '@lanka/domain/ledger/contract';
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Amount, DateOnly } from '../kit/display/values';
import { useText } from '../kit/text';
import { NamedOrders } from './NamedOrders';
import { purposeNames, text } from './text';

/** Sums in kopecks; what the counterparty owes is debit, what they have with the supplier credit. */
export interface StatementRow {
  readonly id: string;
  readonly date: string;
  readonly purpose: PostingPurpose;
  readonly ref: Ref;
  /** Of a payment: those that it names. */
  readonly orders: readonly PostedOrder[];
  readonly comment: string;
  readonly debit: number;
  readonly credit: number;
}

interface StatementProps<R extends StatementRow> {
  /** Balances: positive when they have money with the supplier. */
  opening: number;
  closing: number;
  turnover: { readonly debit: number; readonly credit: number };
  rows: readonly R[];
  /** Stands beside what the row is. */
  mark?: (row: R) => ReactNode;
  /** What can be done with a row, in a column of its own. */
  action?: ((row: R) => ReactNode) | undefined;
}

/** What came and went between two balances, as an act of reconciliation shows it. */
export function Statement<R extends StatementRow>(props: StatementProps<R>) {
  const { opening, closing, turnover, rows, mark, action } = props;
  const t = useText(text);
  const purposes = useText(purposeNames);
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.date}</th>
          <th scope="col">{t.operation}</th>
          <LineHeads names={[t.debit, t.credit]} />
          {action && <td />}
        </tr>
      </thead>
      <tbody>
        <Sums label={t.opening} {...onItsSide(opening)} wide={action !== undefined} />
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="nowrap">
              <DateOnly date={row.date} />
            </td>
            <td className="line-name">
              {purposes[row.purpose]} {mark?.(row)}{' '}
              <NamedOrders lead={t.forOrders} orders={row.orders} total={row.debit + row.credit} />
              {row.comment && (
                <Text size="sm" c="dimmed" className="wrap-anywhere">
                  <Comment row={row} />
                </Text>
              )}
            </td>
            <Side label={t.debit} kopecks={row.debit || null} />
            <Side label={t.credit} kopecks={row.credit || null} />
            {action && <td className="cell-right">{action(row)}</td>}
          </tr>
        ))}
        <Sums label={t.turnover} {...turnover} wide={action !== undefined} />
        <Sums label={t.closing} {...onItsSide(closing)} wide={action !== undefined} />
      </tbody>
    </LineTable>
  );
}

/** What is posted of an order begins with its number. */
function Comment({ row: { ref, comment } }: { row: StatementRow }) {
  if (ref.kind !== 'order' || !comment.startsWith('№')) return comment;
  return (
    <Anchor component={Link} to={`/cp/orders/${ref.id}`} inherit underline="always">
      {comment}
    </Anchor>
  );
}

const onItsSide = (balance: number) => ({
  debit: balance <= 0 ? Math.abs(balance) : null,
  credit: balance > 0 ? balance : null,
});

/** On a phone a side without a sum takes no line. */
function Side({ label, kopecks }: { label: string; kopecks: number | null }) {
  if (kopecks === null) return <td />;
  return (
    <LineCell label={label}>
      <Amount kopecks={kopecks} />
    </LineCell>
  );
}

interface SumsProps {
  label: string;
  debit: number | null;
  credit: number | null;
  wide: boolean;
}

function Sums({ label, debit, credit, wide }: SumsProps) {
  const t = useText(text);
  return (
    <tr className="line-total">
      <td className="line-name" colSpan={2}>
        {label}
      </td>
      <Side label={t.debit} kopecks={debit} />
      <Side label={t.credit} kopecks={credit} />
      {wide && <td />}
    </tr>
  );
}
