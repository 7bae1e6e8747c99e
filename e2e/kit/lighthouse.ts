import { createServer } from 'node:net';
import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';
import { chromium, type Page } from 'playwright-core';
import { launch } from './browser';

export interface Score {
  /** 0 to 100, by category: performance, accessibility, best-practices, seo. */
  scores: Record<string, number>;
  /** Where the page stood in the end: elsewhere when somebody was sent to sign in. */
  address: string;
  /** Bytes of scripts as they came over the network. */
  scriptBytes: number;
  /** What was not perfect: id of the audit and its title. */
  faults: string[];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Lighthouse's own opinion of a page, with its own throttling: a phone on a slow network, or a desktop. `before` may
 * sign somebody in: what it leaves in the browser is there when the page is loaded, but for the cache.
 */
export async function measure(
  url: string,
  device: 'mobile' | 'desktop',
  before?: (page: Page) => Promise<void>,
): Promise<Score> {
  const port = await freePort();
  const browser = await launch(`--remote-debugging-port=${port}`);
  try {
    if (before) await within(port, before);
    const flags = { port, output: 'json', logLevel: 'error', disableStorageReset: before !== undefined } as const;
    const result = await lighthouse(url, flags, device === 'desktop' ? desktop : undefined);
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    const { categories, audits } = result.lhr;
    const scores = Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)] as const);
    const details = audits['network-requests']?.details as {
      items?: { resourceType?: string; transferSize?: number }[];
    };
    const scripts = (details.items ?? []).filter(({ resourceType }) => resourceType === 'Script');
    return {
      scores: Object.fromEntries(scores),
      address: result.lhr.finalDisplayedUrl,
      scriptBytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
      faults: Object.values(audits)
        .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
        .map(({ id, title }) => `${id}: ${title}`),
    };
  } finally {
    await browser.close();
  }
}

/** In the profile of the browser itself, which is where Lighthouse opens its page. */
async function within(port: number, work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  await work(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
  // only lets go of it: Lighthouse could not load its page while another one watches
  await browser.close();
}
