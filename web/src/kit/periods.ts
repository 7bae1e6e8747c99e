import { daysAfter } from '@lanka/domain/kit/time';

/** Days of Kyiv, both inclusive. */
interface Period {
  readonly from: string;
  readonly to: string;
}

export const PRESETS = [
  'today',
  'week',
  'days30',
  'days90',
  'month',
  'lastMonth',
  'quarter',
  'year',
  'lastYear',
] as const;
export type Preset = (typeof PRESETS)[number];

const two = (n: number): string => String(n).padStart(2, '0');

/** The days that a preset means on this day of Kyiv. */
export function presetPeriod(preset: Preset, today: string): Period {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const thisMonth = `${today.slice(0, 8)}01`;
  const lastDay = daysAfter(thisMonth, -1);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: daysAfter(today, -6), to: today };
    case 'days30':
      return { from: daysAfter(today, -29), to: today };
    case 'days90':
      return { from: daysAfter(today, -89), to: today };
    case 'month':
      return { from: thisMonth, to: today };
    case 'lastMonth':
      return { from: `${lastDay.slice(0, 8)}01`, to: lastDay };
    case 'quarter':
      return { from: `${year}-${two(month - ((month - 1) % 3))}-01`, to: today };
    case 'year':
      return { from: `${year}-01-01`, to: today };
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

/** Which of these presets the days are; on the 1st several are, and what was chosen is named. */
export const presetOf = <P extends Preset>(
  period: Period,
  today: string,
  { of, chosen }: { readonly of: readonly P[]; readonly chosen: P | null },
): P | null =>
  [...(chosen ? [chosen] : []), ...of].find((preset) => {
    const { from, to } = presetPeriod(preset, today);
    return from === period.from && to === period.to;
  }) ?? null;
