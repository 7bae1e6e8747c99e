/** `день, дні, днів`: for 1, 2–4 and 5+ (by the last two digits). English uses `one` and `many`. */
export interface PluralForms {
  readonly one: string;
  readonly few: string;
  readonly many: string;
}

/** The form of the word that goes with `n`; the number itself is not printed. */
export function plural(locale: 'uk' | 'ua' | 'en', n: number, forms: PluralForms): string {
  const abs = Math.abs(n);
  if (locale === 'en') return abs === 1 ? forms.one : forms.many;
  if (!Number.isInteger(abs)) return forms.few; // «1,5 години»
  const lastTwo = abs % 100;
  if (lastTwo >= 11 && lastTwo <= 14) return forms.many;
  const last = abs % 10;
  if (last === 1) return forms.one;
  return last >= 2 && last <= 4 ? forms.few : forms.many;
}
