import type { ReactNode } from 'react';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { Count } from '../kit/display/values';
import { QuantityInput } from '../kit/form/inputs';
import { useText } from '../kit/text';
import { type Goods, GoodsName, titleOf } from './goods';
import { text } from './text';

interface CountedLine extends Goods {
  readonly product_variant_id: string;
}

interface GoodsCountsProps<L extends CountedLine> {
  lines: readonly L[];
  /** How many there may be of a line, and how that is called. */
  most: (line: L) => number;
  mostLabel: string;
  /** What is typed, by variants. */
  counts: Readonly<Record<string, number | null>>;
  countLabel: string;
  /** The name of the input of a line, for those who do not see the table. */
  inputLabel: (name: string) => string;
  onChange: (variant_id: string, count: number | null) => void;
  under?: (line: L) => ReactNode;
}

/** A whole number, and no more than there may be. */
export const isRightCount = (count: number | null | undefined, most: number): count is number =>
  typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= most;

/** Asks of lines of goods how many came of what there may be. */
export function GoodsCounts<L extends CountedLine>(props: GoodsCountsProps<L>) {
  const { lines, most, mostLabel, counts, countLabel, inputLabel, onChange, under } = props;
  const t = useText(text);
  const wrong = (value: number | null, limit: number) => (value === null ? t.badCount : t.noMoreThan(limit));
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.goods}</th>
          <th scope="col" className="cell-right">
            {mostLabel}
          </th>
          <th scope="col">{countLabel}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const value = counts[line.product_variant_id] ?? null;
          return (
            <tr key={line.product_variant_id}>
              <td className="line-name">
                <GoodsName item={line} {...(under ? { under: under(line) } : {})} />
              </td>
              <LineCell label={mostLabel}>
                <Count value={most(line)} />
              </LineCell>
              <td>
                <span className="line-label">{countLabel}</span>
                <QuantityInput
                  className="line-count"
                  aria-label={inputLabel(titleOf(line))}
                  max={most(line)}
                  value={value}
                  onChange={(count) => onChange(line.product_variant_id, count)}
                  error={isRightCount(value, most(line)) ? undefined : wrong(value, most(line))}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </LineTable>
  );
}
