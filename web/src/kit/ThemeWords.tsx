import { MantineThemeProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Locale, useLocale } from './text';

const close = (label: string) => ({ defaultProps: { closeButtonProps: { 'aria-label': label } } });
const themes: Record<Locale, { components: Record<string, ReturnType<typeof close>> }> = {
  ua: { components: { Modal: close('Закрити'), Drawer: close('Закрити') } },
  en: { components: { Modal: close('Close'), Drawer: close('Close') } },
};

/** The words that components have of themselves, in the language of the page. */
export function ThemeWords({ children }: { children: ReactNode }) {
  const { locale } = useLocale();
  return (
    <MantineThemeProvider inherit theme={themes[locale]}>
      {children}
    </MantineThemeProvider>
  );
}
