import type { Browser } from 'playwright-core';

const MOST = 6_000;

/** What the open pages show beside their sidebar: a journey that failed on another machine is understood by it alone. */
export async function seen(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const shown = pages.map(async (page) => {
    // it is there again afterwards: the next test goes on with the page
    const tell = (hidden: string) =>
      page.evaluate(`document.querySelector('.sidebar')?.setAttribute('aria-hidden', '${hidden}')`);
    const tree = await tell('true')
      .then(() => page.locator('body').ariaSnapshot({ timeout: 5_000 }))
      .catch((error: Error) => error.message);
    await tell('false').catch(() => undefined);
    return `--- ${page.url()}\n${tree.slice(0, MOST)}`;
  });
  return (await Promise.all(shown)).join('\n');
}
