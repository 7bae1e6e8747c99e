import '@mantine/charts/styles.layer.css';
import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import type { StatisticsPart } from '@lanka/domain/statistics/contract';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../kit/format';
import { useText } from '../kit/text';
import { shownDays } from './days';
import type { Figure } from './figures';
import { text } from './text';

/** In whole hryvnias on the axis: there is no room for kopecks. */
const onAxis = (figure: Figure, value: number): string => {
  if (figure === 'orders') return formatCount(value);
  return figure === 'returned_share' ? formatPercent(value) : formatCount(Math.round(value / 100));
};
const whole = (figure: Figure, value: number): string => {
  if (figure === 'orders') return formatCount(value);
  return figure === 'returned_share' ? formatPercent(value) : formatMoney(value);
};

/** One figure over the parts of the period. The table behind it says the same to who cannot see it. */
export function Chart({ parts, figure }: { parts: readonly StatisticsPart[]; figure: Figure }) {
  const t = useText(text);
  const data = parts.map((part) => ({ days: shownDays(part, true), value: part[figure] ?? 0 }));
  return (
    <figure className="statistics-chart">
      <VisuallyHidden component="figcaption">{t.chartAbout(t.figures[figure])}</VisuallyHidden>
      <BarChart
        h={280}
        data={data}
        dataKey="days"
        series={[{ name: 'value', label: t.figures[figure], color: 'var(--chart-color)' }]}
        valueFormatter={(value) => whole(figure, value)}
        yAxisProps={{ width: 84, tickFormatter: (value: number) => onAxis(figure, value), allowDecimals: false }}
        xAxisProps={{ minTickGap: 16 }}
        barProps={{ maxBarSize: 40, isAnimationActive: false }}
        tickLine="none"
        gridAxis="x"
      />
    </figure>
  );
}
