import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axe } from './kit/axe';
import { closeTabs, openTab, sharedBrowser, type Tab } from './kit/browser';
import { type Product, startProduct } from './kit/product';
import { openProvider, providerEnv } from './kit/provider';

/**
 * Signing in through an outside OpenID Connect provider instead of a password (decision 0015).
 * Slices: identity.
 */
let browser: Browser;
let provider: Awaited<ReturnType<typeof openProvider>>;
let product: Product;
let tab: Tab;

beforeAll(async () => {
  [browser, provider] = await Promise.all([sharedBrowser(), openProvider()]);
  product = await startProduct({ env: { ...providerEnv(provider.issuer), OPERATOR_EMAIL: 'maria@example.com' } });
  provider.allow(product.url);
  tab = await openTab(browser, product.url);
});
afterAll(async () => {
  if (browser) await closeTabs(browser);
  await product?.stop();
  await provider?.close();
});

/** The provider's own pages: who one is, then consent. */
async function signInThere(login: string): Promise<void> {
  const { page } = tab;
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: /Sign-in/i }).click();
  await page.getByRole('button', { name: /Continue/i }).click();
}

it('whoever is known by the verified e-mail gets in, and to the page he wanted', async () => {
  const { page } = tab;
  await page.goto('/cp/signin?return=%2Fcp%2Foperator%2Frequests');
  await page.getByRole('link', { name: /Увійти через/ }).waitFor();
  expect(await page.locator('input[type=password]').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: /Увійти через/ }).click();
  await signInThere('maria');
  await page.waitForURL('**/cp/operator/requests');
  await page
    .getByRole('navigation', { name: 'Розділи' })
    .getByRole('link', { name: /Оператор/ })
    .waitFor();
});

it('somebody unknown hears that registration is by invitation', async () => {
  const { page } = tab;
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/cp/signin');
  await page.getByRole('link', { name: /Увійти через/ }).click();
  await signInThere('stranger');
  await page.waitForURL('**/cp/signin?error=provider.not_invited**');
  await page.getByText('Для цього e-mail немає облікового запису').waitFor();
  expect(tab.problems).toEqual([]);
});
