import { dottedDays } from '@lanka/domain/kit/time';
import { daysIn, MAX_PERIOD_DAYS, type Period, STATISTICS_BY, type StatisticsBy } from '@lanka/domain/statistics/rules';
import { Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { DayInput } from '../kit/form/day';
import type { useListState } from '../kit/list/list';
import { PRESETS, type Preset, presetOf, presetPeriod } from '../kit/periods';
import { useText } from '../kit/text';
import { text } from './text';

/** What the address says, or the last 30 days. */
export const shownPeriod = (values: Readonly<Record<string, unknown>>, today: string): Period =>
  typeof values.from === 'string' && typeof values.to === 'string'
    ? { from: values.from, to: values.to }
    : presetPeriod('days30', today);

interface ToolsProps {
  readonly period: { readonly from: string; readonly to: string };
  /** The step of the chart; left out where there is none. */
  readonly by?: StatisticsBy;
  readonly today: string;
  readonly set: ReturnType<typeof useListState>['set'];
}

/** The days that a page is about: a preset or one’s own. */
export function PeriodTools({ period, by, today, set }: ToolsProps) {
  const t = useText(text);
  const [chosen, setChosen] = useState<Preset | null>(null);
  const preset = presetOf(period, today, { of: PRESETS, chosen });
  // another period has a step that fits it
  const noStep = by ? { by: null } : {};
  const choose = (name: string) => {
    const next = PRESETS.find((one) => one === name) ?? null;
    setChosen(next);
    if (next) set({ ...presetPeriod(next, today), ...noStep });
  };
  /** The other end goes along where the days would cross or be too many. */
  const change = (end: 'from' | 'to', day: string | null) => {
    if (!day) return;
    const next = { ...period, [end]: day };
    set(
      next.from > next.to || daysIn(next) > MAX_PERIOD_DAYS
        ? { from: day, to: day, ...noStep }
        : { ...next, ...noStep },
    );
  };
  return (
    <>
      <Text className="statistics-printed">{dottedDays(period)}</Text>
      <Group gap="sm" className="statistics-period">
        <NativeSelect
          label={t.period}
          value={preset ?? 'own'}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            ...PRESETS.map((name) => ({ value: name, label: t.presets[name] })),
            ...(preset ? [] : [{ value: 'own', label: t.presets.own }]),
          ]}
        />
        <DayInput label={t.from} value={period.from} w={140} onChange={(day) => change('from', day)} />
        <DayInput label={t.to} value={period.to} w={140} onChange={(day) => change('to', day)} />
        {by && (
          <SegmentedControl
            aria-label={t.by}
            value={by}
            onChange={(value) => set({ from: period.from, to: period.to, by: value })}
            data={STATISTICS_BY.map((one) => ({ value: one, label: t.byOf[one] }))}
          />
        )}
      </Group>
    </>
  );
}
