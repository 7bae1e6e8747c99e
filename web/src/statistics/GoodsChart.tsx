import type { GoodsRow } from '@lanka/domain/statistics/goods';
import type { GoodsSort } from '@lanka/domain/statistics/goods-rules';
import { useText } from '../kit/text';
import { goodsText } from './goods-text';
import { MoneyBars } from './MoneyBars';

const figureOf = (row: GoodsRow, sort: GoodsSort): number =>
  sort === 'sold' ? row.sold - row.back : sort === 'margin' ? (row.margin ?? 0) : row.revenue;

/** The first goods in the order of the table. */
export function GoodsChart({ rows, sort }: { rows: readonly GoodsRow[]; sort: GoodsSort }) {
  const t = useText(goodsText);
  return (
    <MoneyBars
      about={t.chartAbout}
      label={t.sorts[sort]}
      pieces={sort === 'sold'}
      rows={rows.map((row) => ({
        name: [row.product_title, row.modification_title].filter(Boolean).join(', '),
        value: figureOf(row, sort),
      }))}
    />
  );
}
