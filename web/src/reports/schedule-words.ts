import type { ReportSchedule } from '@lanka/domain/reports/contract';
import { useText } from '../kit/text';
import { type ScheduleState, scheduleText } from './schedule-text';

export const hourOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const stateOf = ({ active, stopped }: ReportSchedule): ScheduleState =>
  active ? 'active' : stopped ? 'stopped' : 'paused';

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `Щопонеділка о 08:00` */
export function useRhythm() {
  const t = useText(scheduleText);
  return ({ rhythm, weekday, month_day, hour }: ReportSchedule): string => {
    const onDay = rhythm === 'weekly' ? capital(t.onWeekday[(weekday ?? 1) - 1] ?? '') : t.onMonthDay(month_day ?? 1);
    return t.every(rhythm, onDay, hourOf(hour));
  };
}
