import { Plan, planTitle } from '@lanka/domain/kit/plans';
import { dotted } from '@lanka/domain/kit/time';
import type { VISITS_BY, VisitFigures } from '@lanka/domain/operator/contract';
import { useLocale, useText } from '../kit/text';
import { ROOT } from './parts';
import { visitsText } from './visits-text';

export interface Days {
  readonly from: string;
  readonly to: string;
}
export type Step = keyof VisitFigures;
export type VisitsBy = (typeof VISITS_BY)[number];

const withDays = (path: string, { from, to }: Days, rest: Readonly<Record<string, string>>): string =>
  `${ROOT}/${path}?${new URLSearchParams({ from, to, ...rest })}`;

/** Where what is counted is told day by day. */
export const daysPage = (days: Days, event: string, rest: Readonly<Record<string, string>> = {}): string =>
  withDays('visits/days', days, { event, ...rest });

/** Where the rows of a figure are listed. */
export function rowsOf(step: Step, days: Days): string {
  switch (step) {
    case 'visits':
      return daysPage(days, 'visit');
    case 'page_views':
      return daysPage(days, 'page_view');
    case 'requests':
      return withDays('requests', days, {});
    case 'approved':
      return withDays('requests', days, { status: 'approved' });
    case 'accounts':
      return withDays('users', days, {});
    case 'ordered':
      return withDays('users', days, { ordered: 'true' });
    case 'projects':
      return withDays('projects', days, {});
    case 'with_orders':
      return withDays('projects', days, { ordered: 'true' });
  }
}

/** `24.11.2026`, `11.2026`. */
export const shownPart = (part: Days, by: VisitsBy): string => dotted(by === 'day' ? part.from : part.from.slice(0, 7));

/** `open:access`: what was done and with what, as a person says it; what has no word of ours stands as it is. */
export function useLabel(): (event: string, label: string) => string[] {
  const t = useText(visitsText);
  const { locale } = useLocale();
  const words: Readonly<Record<string, string>> = t.words;
  return (event, label) =>
    (event === 'scroll' ? `${label} %` : label).split(':').map((part) => {
      const plan = Plan.safeParse(part);
      return plan.success ? planTitle(plan.data, locale) : (words[part] ?? part);
    });
}
