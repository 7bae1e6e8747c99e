import { daysAfter } from '@lanka/domain/kit/time';

export const PRESETS = ['today', 'week', 'days30', 'month', 'lastMonth', 'year'] as const;
type Preset = (typeof PRESETS)[number];

interface Period {
  readonly from: string;
  readonly to: string;
}

/** The days that a preset means on this day of Kyiv. */
export function presetPeriod(preset: Preset, today: string): Period {
  const thisMonth = `${today.slice(0, 8)}01`;
  const lastDay = daysAfter(thisMonth, -1);
  const periods: Readonly<Record<Preset, Period>> = {
    today: { from: today, to: today },
    week: { from: daysAfter(today, -6), to: today },
    days30: { from: daysAfter(today, -29), to: today },
    month: { from: thisMonth, to: today },
    lastMonth: { from: `${lastDay.slice(0, 8)}01`, to: lastDay },
    year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  };
  return periods[preset];
}

export const presetOf = (period: Period, today: string): Preset | null =>
  PRESETS.find((preset) => {
    const { from, to } = presetPeriod(preset, today);
    return from === period.from && to === period.to;
  }) ?? null;
