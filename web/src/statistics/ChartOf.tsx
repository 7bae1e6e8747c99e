import '@mantine/charts/styles.layer.css';
import { formatMoney } from '@lanka/domain/kit/money';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../kit/format';
import { useText } from '../kit/text';
import { text } from './text';

interface Props {
  readonly label: string;
  readonly money: boolean;
  readonly data: readonly { readonly days: string; readonly value: number }[];
}

/** One figure over the parts of a period. The table behind it says the same to who cannot see it. */
export function ChartOf({ label, money, data }: Props) {
  const t = useText(text);
  return (
    <figure className="statistics-chart">
      <VisuallyHidden component="figcaption">{t.chartAbout(label)}</VisuallyHidden>
      <BarChart
        h={280}
        data={[...data]}
        dataKey="days"
        series={[{ name: 'value', label, color: 'var(--chart-color)' }]}
        valueFormatter={(value) => (money ? formatMoney(value) : formatCount(value))}
        yAxisProps={{
          width: 84,
          tickFormatter: (value: number) => formatCount(money ? Math.round(value / 100) : value),
          allowDecimals: false,
        }}
        xAxisProps={{ minTickGap: 16 }}
        barProps={{ maxBarSize: 40, isAnimationActive: false }}
        tickLine="none"
        gridAxis="x"
      />
    </figure>
  );
}
