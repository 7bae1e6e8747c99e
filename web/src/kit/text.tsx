/**
 * Texts. A slice keeps its words in `text.ts`:
 *
 *   export const text = texts({
 *     ua: { title: 'Замовлення', found: (n: number) => `${n} ${plural(n, 'замовлення', 'замовлення', 'замовлень')}` },
 *     en: { title: 'Orders', found: (n: number) => `${n} ${pluralEnglish(n, 'order', 'orders')}` },
 *   });
 *   const t = useText(text);   // t.title
 *
 * Both languages have one type, so a missing text does not compile.
 */
import type { Locale } from '@lanka/domain/kit/errors';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { remember, remembered } from './storage';

export type { Locale };
export type Texts<T> = Readonly<Record<Locale, T>>;

// What no chunk uses is left out of the build.
/* @__NO_SIDE_EFFECTS__ */
export function texts<T>(both: { ua: T; en: NoInfer<T> }): Texts<T> {
  return both;
}

/** The product's key is `ua`; browsers and Intl want `uk` (specification §2.1, terms). */
export const languageTag = (locale: Locale): 'uk' | 'en' => (locale === 'ua' ? 'uk' : 'en');

export const storedLocale = (): Locale => (remembered('locale') === 'en' ? 'en' : 'ua');

let shown: Locale = storedLocale();

/** The language on screen now, for code outside React: `Accept-Language`, messages of errors. */
export const currentLocale = (): Locale => shown;

interface LocaleChoice {
  locale: Locale;
  choose(locale: Locale): void;
}

const LocaleContext = createContext<LocaleChoice>({ locale: 'ua', choose: () => {} });

/** `fixed` is for the signed-in shell, which speaks Ukrainian whatever is stored (specification §1). */
export function LocaleProvider({ fixed, children }: { fixed?: Locale; children: ReactNode }) {
  const [chosen, setChosen] = useState<Locale>(storedLocale);
  const locale = fixed ?? chosen;
  shown = locale;
  useEffect(() => {
    shown = locale;
    document.documentElement.lang = languageTag(locale);
  }, [locale]);
  const choose = useCallback((next: Locale) => {
    remember('locale', next);
    setChosen(next);
  }, []);
  return <LocaleContext value={{ locale, choose }}>{children}</LocaleContext>;
}

export const useLocale = (): LocaleChoice => useContext(LocaleContext);

export function useText<T>(both: Texts<T>): T {
  return both[useLocale().locale];
}
