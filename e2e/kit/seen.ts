import type { Browser } from 'playwright-core';

const MOST = 6_000;

/** What the open pages show beside their sidebar: a journey that failed on another machine is understood by it alone. */
export async function seen(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const shown = pages.map(async (page) => {
    const tree = await page
      .evaluate(`document.querySelector('.sidebar')?.remove()`)
      .then(() => page.locator('body').ariaSnapshot({ timeout: 5_000 }))
      .catch((error: Error) => error.message);
    return `--- ${page.url()}\n${tree.slice(0, MOST)}`;
  });
  return (await Promise.all(shown)).join('\n');
}
