import '@mantine/charts/styles.layer.css';
import { formatMoney } from '@lanka/domain/kit/money';
import type { GoodsRow } from '@lanka/domain/statistics/goods';
import type { GoodsSort } from '@lanka/domain/statistics/goods-rules';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../kit/format';
import { useText } from '../kit/text';
import { goodsText } from './goods-text';

const SHOWN = 10;
/** As much as there is room for beside a bar. */
const NAME_LENGTH = 28;

const short = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name);
const figureOf = (row: GoodsRow, sort: GoodsSort): number =>
  sort === 'sold' ? row.sold - row.back : sort === 'margin' ? (row.margin ?? 0) : row.revenue;

/** The first goods in the order of the table, which says the same to who cannot see it. */
export function GoodsChart({ rows, sort }: { rows: readonly GoodsRow[]; sort: GoodsSort }) {
  const t = useText(goodsText);
  const data = rows.slice(0, SHOWN).map((row, place) => ({
    // two goods may be called alike
    name: `${place + 1}. ${short([row.product_title, row.modification_title].filter(Boolean).join(', '))}`,
    value: figureOf(row, sort),
  }));
  const shown = (value: number) => (sort === 'sold' ? formatCount(value) : formatMoney(value));
  const onAxis = (value: number) => formatCount(sort === 'sold' ? value : Math.round(value / 100));
  return (
    <figure className="statistics-chart">
      <VisuallyHidden component="figcaption">{t.chartAbout}</VisuallyHidden>
      <BarChart
        h={Math.max(120, data.length * 32 + 40)}
        orientation="vertical"
        data={data}
        dataKey="name"
        series={[{ name: 'value', label: t.sorts[sort], color: 'var(--chart-color)' }]}
        valueFormatter={shown}
        xAxisProps={{ tickFormatter: onAxis, allowDecimals: false }}
        yAxisProps={{ width: 200, interval: 0 }}
        barProps={{ maxBarSize: 20, isAnimationActive: false }}
        tickLine="none"
        gridAxis="y"
      />
    </figure>
  );
}
