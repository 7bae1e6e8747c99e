import { onTestFailed } from 'vitest';
import { SIZES, type Tab } from './browser';
import { dismissToasts, visit } from './pages';

/** It goes on after the test: none closes it. */
export type KeptTab = Omit<Tab, 'close'>;

/** Gives somebody's tab to each test that asks for it, as wide and as light as a new one; none after a failed test. */
export function keptTabs(signIn: (name: string, at?: string) => Promise<Tab>) {
  const kept = new Map<string, Tab>();
  return async (name: string, at?: string): Promise<KeptTab> => {
    onTestFailed(() => {
      kept.delete(name);
    });
    const known = kept.get(name);
    if (!known) {
      const tab = await signIn(name, at);
      kept.set(name, tab);
      return tab;
    }
    const { page } = known;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // what was told in the test before is not taken for what is told in this one
    await dismissToasts(page);
    await page.setViewportSize(SIZES[0]);
    await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
    if (at) await visit(page, at);
    return known;
  };
}
