import '@mantine/charts/styles.layer.css';
import './chart.css';
import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../format';

/** In whole hryvnias on the axis: there is no room for kopecks. */
const WORDS = {
  money: { whole: formatMoney, onAxis: (value: number) => formatCount(Math.round(value / 100)) },
  count: { whole: formatCount, onAxis: formatCount },
  percent: { whole: formatPercent, onAxis: formatPercent },
};

interface Props {
  /** Says that the table has the same numbers. */
  readonly about: string;
  readonly label: string;
  readonly unit: keyof typeof WORDS;
  readonly data: readonly { readonly days: string; readonly value: number }[];
}

/** One figure over the parts of the period. The table behind it says the same to who cannot see it. */
export function Chart({ about, label, unit, data }: Props) {
  const { whole, onAxis } = WORDS[unit];
  return (
    <figure className="chart">
      <VisuallyHidden component="figcaption">{about}</VisuallyHidden>
      <BarChart
        h={280}
        data={[...data]}
        dataKey="days"
        series={[{ name: 'value', label, color: 'var(--chart-color)' }]}
        valueFormatter={(value) => whole(value)}
        yAxisProps={{ width: 84, tickFormatter: (value: number) => onAxis(value), allowDecimals: false }}
        xAxisProps={{ minTickGap: 16 }}
        barProps={{ maxBarSize: 40, isAnimationActive: false }}
        tickLine="none"
        gridAxis="x"
      />
    </figure>
  );
}
