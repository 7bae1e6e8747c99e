import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe } from './axe';
import { launch, openTab, SIZES, screenshots } from './browser';

/** The journeys trust these tools to notice; here is the proof that they do. */
let browser: Browser;
/** A page that asks for something, which is never answered. */
const server = createServer((request, response) => {
  if (request.url !== '/') return;
  response.setHeader('Content-Type', 'text/html').end(page('<script>fetch("/never")</script>'));
});
let url: string;
beforeAll(async () => {
  browser = await launch();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const page = (body: string) =>
  `<!doctype html><html lang="uk"><head><title>Проба</title></head><body>${body}</body></html>`;

describe('the browser of the journeys', () => {
  it('shows Ukrainian and keeps the time of Kyiv', async () => {
    const tab = await openTab(browser, 'http://127.0.0.1');
    await tab.page.setContent(page('<h1>Ґанок, їжак, об’єкт</h1>'));
    expect(await tab.page.getByRole('heading').textContent()).toBe('Ґанок, їжак, об’єкт');
    expect(await tab.page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')).toMatch(/^Europe\/K(ie|yi)v$/);
    expect(await tab.page.evaluate('navigator.language')).toBe('uk-UA');
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  it('closes a tab whose requests are being answered', async () => {
    const failed: unknown[] = [];
    const hear = (error: unknown) => void failed.push(error);
    process.on('unhandledRejection', hear);
    const tab = await openTab(browser, url);
    const asked = Promise.withResolvers<void>();
    await tab.page.route('**/never', async (route) => {
      asked.resolve();
      await route.fulfill({ response: await route.fetch() });
    });
    await tab.page.goto('/');
    await asked.promise;
    await tab.close();
    // what is rejected is told of behind all that waits already
    await new Promise(setImmediate);
    process.off('unhandledRejection', hear);
    expect(failed).toEqual([]);
  });

  it('notices errors of a page', async () => {
    const tab = await openTab(browser, 'http://127.0.0.1');
    await tab.page.setContent(
      page('<script>console.error("зле"); setTimeout(() => { throw new Error("гірше") })</script>'),
    );
    await expect.poll(() => tab.problems.join('\n')).toContain('гірше');
    expect(tab.problems.join('\n')).toContain('console: зле');
    await tab.close();
  });

  it('notices what hinders people with assistive technology', async () => {
    const tab = await openTab(browser, 'http://127.0.0.1');
    await tab.page.setContent(page('<main><p>Усе гаразд</p></main>'));
    expect(await axe(tab.page)).toEqual([]);
    await tab.page.setContent(page('<main><button></button><p style="color:#ccc;background:#fff">блідо</p></main>'));
    const found = await axe(tab.page);
    expect(found.some((text) => text.startsWith('button-name (critical) at button'))).toBe(true);
    expect(found.some((text) => text.startsWith('color-contrast (serious) at p'))).toBe(true);
    await tab.close();
  });

  it('looks at every size, light and dark', async () => {
    const tab = await openTab(browser, 'http://127.0.0.1');
    await tab.page.setContent(page('<main>Проба</main>'));
    const seen: string[] = [];
    await screenshots(tab.page, 'browser', async (at) => {
      const dark = await tab.page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
      seen.push(`${at} ${await tab.page.evaluate('innerWidth')} ${dark}`);
    });
    const expected = SIZES.flatMap(({ name, width }) => [`${name}-light ${width} false`, `${name}-dark ${width} true`]);
    expect(seen).toEqual(expected);
    await tab.close();
  });
});
