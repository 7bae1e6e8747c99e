import '@mantine/charts/styles.layer.css';
import './chart.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';

interface Props {
  /** Says that the table has the same numbers. */
  readonly about: string;
  readonly label: string;
  /** Names differ from one another. */
  readonly data: readonly { readonly name: string; readonly value: number }[];
  readonly shown: (value: number) => string;
  readonly onAxis: (value: number) => string;
}

/** A bar for each name, one under another. */
export function Bars({ about, label, data, shown, onAxis }: Props) {
  return (
    <figure className="chart">
      <VisuallyHidden component="figcaption">{about}</VisuallyHidden>
      <BarChart
        h={Math.max(120, data.length * 32 + 40)}
        orientation="vertical"
        data={[...data]}
        dataKey="name"
        series={[{ name: 'value', label, color: 'var(--chart-color)' }]}
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
