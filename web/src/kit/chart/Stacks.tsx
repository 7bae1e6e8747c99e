import '@mantine/charts/styles.layer.css';
import './chart.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../format';

interface Props {
  /** Says that the table has the same numbers. */
  readonly about: string;
  /** What a bar is made of, from the foot up. */
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  /** By the names of the series, and `at`, what stands below the bar. */
  readonly data: readonly Readonly<Record<string, string | number>>[];
}

/** A bar for each name, one beside another, made of several counts; the legend says which colour is which. */
export function Stacks({ about, series, data }: Props) {
  return (
    <figure className="chart">
      <VisuallyHidden component="figcaption">{about}</VisuallyHidden>
      <BarChart
        h={280}
        type="stacked"
        data={[...data]}
        dataKey="at"
        series={[...series]}
        withLegend
        // in the order of the bars, and not of the alphabet
        legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
        valueFormatter={formatCount}
        yAxisProps={{ width: 48, tickFormatter: formatCount, allowDecimals: false }}
        xAxisProps={{ minTickGap: 16 }}
        barProps={{ maxBarSize: 40, isAnimationActive: false }}
        tickLine="none"
        gridAxis="x"
      />
    </figure>
  );
}
