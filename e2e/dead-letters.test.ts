import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { axe } from './kit/axe';
import { closeTabs, openTab, SIZES, screenshots, sharedBrowser, type Tab } from './kit/browser';
import { startDemo } from './kit/demo';
import { type Mailbox, openMailbox } from './kit/mailbox';
import type { Product } from './kit/product';

/**
 * What the operator does about jobs that failed for good: letters for which nobody listened. One is run again when a
 * mail server is there, and comes; the other is discarded.
 * Slices: operator.
 */
const FIRST = 'first@example.com';
const SECOND = 'second@example.com';
const REASON = 'Людину вже запросили інакше';

let browser: Browser;
let product: Product;
let mailUrl: string;
let mailbox: Mailbox | undefined;
let operator: Tab;

beforeAll(async () => {
  const place = await openMailbox();
  mailUrl = place.url;
  await place.close();
  [browser, product] = await Promise.all([sharedBrowser(), startDemo({ SMTP_URL: mailUrl })]);
  operator = await openTab(browser, product.url, SIZES[0]);
  await inviteTwo();
  await useUpAttempts();
});
afterAll(async () => {
  if (browser) await closeTabs(browser);
  await product?.stop();
  await mailbox?.close();
});

async function inviteTwo(): Promise<void> {
  const ask = async (method: string, path: string, token?: string, body?: object) => {
    const answer = await fetch(`${product.url}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    return (await answer.json()) as Record<string, unknown>;
  };
  const signIn = { email: 'supplier@demo.lanka.test', password: 'lanka-demo' };
  const token = String((await ask('POST', 'auth/token', undefined, signIn)).access_token);
  const [project] = (await ask('GET', 'projects', token)).items as { id: string }[];
  for (const email of [FIRST, SECOND])
    await ask('POST', `projects/${project?.id}/user_invitations`, token, { email, role: 'Manager' });
}

/** Seven hours of trying in a moment: the waiting between two tries is all that is left out. */
async function useUpAttempts(): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const given = async (): Promise<number> => {
      await client.query(
        `update pgboss.job set retry_limit = retry_count, start_after = now()
         where name = 'mail.send' and state = 'retry'
           and data->>'id' in (select id::text from mails where recipient in ($1, $2))`,
        [FIRST, SECOND],
      );
      const found = await client.query(`select count(*)::int as count from pgboss.job where name = 'dead_letters'`);
      return Number(found.rows[0]?.count);
    };
    await vi.waitFor(async () => expect(await given()).toBe(2), { timeout: 240_000, interval: 100 });
  } finally {
    await client.end();
  }
}

/** Finished, accessible, not wider than the screen, at desktop and at phone size. */
async function look(page: Page, name: string): Promise<void> {
  for (const { width, height, name: size } of [SIZES[2], SIZES[0]]) {
    await page.setViewportSize({ width, height });
    await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    expect(await axe(page), `${name}, ${size}`).toEqual([]);
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(wide, `${name}, ${size}: scrolls sideways`).toBe(false);
  }
  await screenshots(page, name);
}

const rows = (page: Page) => page.getByRole('link', { name: /Надіслати лист/ });
/** How much waits for the operator, by the badge of the sidebar. */
const badge = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await page.locator('.sidebar a[href="/cp/operator"]').textContent()) ?? '')?.[0] ?? 0);

type Waiting = Record<
  'pending_requests' | 'asked_verifications' | 'new_messages' | 'new_complaints' | 'troubled_services',
  number
>;
/** What waits there beside jobs that failed: services in trouble are counted anew each minute. */
const others = async (page: Page): Promise<number> => {
  const headers = { authorization: `Bearer ${await page.evaluate('localStorage.accessToken')}` };
  const answer = await fetch(`${product.url}/api/operator/overview`, { headers });
  const overview = (await answer.json()) as Waiting;
  const { pending_requests, asked_verifications, new_messages, new_complaints, troubled_services } = overview;
  return pending_requests + asked_verifications + new_messages + new_complaints + troubled_services;
};
/** The badge looks again each minute. */
const LOOKS_AGAIN = { timeout: 180_000 };

it('the operator sees jobs that failed, runs one again and discards the other', async () => {
  const { page } = operator;
  await page.goto('/cp/signin?return=%2Fcp%2Foperator%2Fjobs');
  await page.getByLabel('E-mail').fill('operator@demo.lanka.test');
  await page.locator('input[type=password]').fill('lanka-demo');
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await page.waitForURL('**/cp/operator/jobs');
  await page.getByText('ECONNREFUSED').first().waitFor();
  expect(await rows(page).count()).toBe(2);
  const tab = page.getByRole('tab', { name: /Невдалі завдання/ });
  const tabCount = async () => Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0] ?? 0);
  await expect.poll(tabCount).toBe(2);
  const failed = async () => (await badge(page)) - (await others(page));
  await expect.poll(failed, LOOKS_AGAIN).toBe(2);
  await look(page, 'dead-letters');

  await rows(page).first().click();
  await page.getByRole('heading', { name: 'Надіслати лист' }).waitFor();
  await page
    .getByText(/ECONNREFUSED/)
    .first()
    .waitFor();
  await look(page, 'dead-letter');
  mailbox = await openMailbox(Number(new URL(mailUrl).port));
  const came = Promise.any([mailbox.linkTo(FIRST), mailbox.linkTo(SECOND)]);
  await page.getByRole('button', { name: 'Повторити', exact: true }).click();
  await page.getByText('Завдання знову в черзі').waitFor();
  await page.waitForURL('**/cp/operator/jobs');
  expect(await came).toContain('token=');
  await expect.poll(() => rows(page).count()).toBe(1);
  await expect.poll(tabCount).toBe(1);
  await expect.poll(failed, LOOKS_AGAIN).toBe(1);

  await rows(page).first().click();
  await page.getByRole('button', { name: 'Відкинути', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Причина (для журналу)').fill(REASON);
  await dialog.getByRole('button', { name: 'Відкинути', exact: true }).click();
  await page.getByText('Завдання відкинуто').first().waitFor();
  await page.waitForURL('**/cp/operator/jobs');
  await page.getByText('Невдалих завдань немає').waitFor();
  await expect.poll(failed, LOOKS_AGAIN).toBe(0);

  await page.goto('/cp/operator/actions');
  await page.getByText(REASON).waitFor();
  await page.getByText('Завдання повторено').first().waitFor();
  expect(operator.problems).toEqual([]);
});
