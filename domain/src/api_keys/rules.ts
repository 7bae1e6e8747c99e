import type { ApiUse } from '../kit/plans';
import { daysAfter } from '../kit/time';

export interface Forecast extends ApiUse {
  /** The day on which the month is used up, going on like this; null: it is not. */
  readonly runs_out_on: string | null;
}

/**
 * What a month will have used at its end, going on as in the days before.
 * @param lately what was used on the last days, today among them, and how many days these are
 */
export function forecastUse(
  used: ApiUse,
  allowed: ApiUse,
  lately: ApiUse & { readonly days: number },
  today: string,
  resetsOn: string,
): Forecast {
  const left = Math.max(0, Math.round((Date.parse(resetsOn) - Date.parse(today)) / 86_400_000));
  const rate = (name: keyof ApiUse): number => (lately.days > 0 ? lately[name] / lately.days : 0);
  const atEnd = (name: keyof ApiUse): number => Math.round(used[name] + rate(name) * left);
  /** In how many days it is used up. */
  const daysTo = (name: keyof ApiUse): number => {
    if (used[name] >= allowed[name]) return 0;
    return rate(name) > 0 ? Math.ceil((allowed[name] - used[name]) / rate(name)) : Number.POSITIVE_INFINITY;
  };
  const soonest = Math.min(daysTo('requests'), daysTo('bytes'));
  return {
    ...{ requests: atEnd('requests'), bytes: atEnd('bytes') },
    runs_out_on: soonest < left ? daysAfter(today, soonest) : null,
  };
}
