import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe } from './kit/axe';
import { openTab, SIZES, settled } from './kit/browser';
import { openDemo } from './kit/demo';
import { call, faultsOf, load, opened, overlapping, sideways, visit } from './kit/pages';

/**
 * Every page of the signed-in part with the demo's data, as each kind of person sees it: light and dark, at desktop and
 * phone size.
 * Slices: demo, shell.
 */
const demo = openDemo({ USER_LOCALES: 'ua,en', ACCESS_TOKEN_TTL_SECONDS: '3600' }); // `call` asks for no new one

const SETTINGS = ['', '/payments', '/address', '/catalogue', '/catalogue/facts', '/comments'].map(
  (tab) => `/cp/settings${tab}`,
);
const USERS = ['/managers', '/admins', '/staff', '/dropshippers', '/applications'].map((tab) => `/cp/users${tab}`);
const PROFILE = [
  ...['', '/security', '/telegram', '/support'].map((tab) => `/cp/profile${tab}`),
  '/cp/notices/settings',
];
const OPERATOR = [
  ...['/requests', '/users', '/projects', '/messages', '/services', '/actions', '/maintenance', '/visits'],
  ...['/catalogue', '/catalogue_complaints', '/billing', '/billing/prices', '/billing/left/2026-01-01', '/visits/days'],
].map((tab) => `/cp/operator${tab}`);

/** Pages beyond the sidebar, and lists whose first row is opened too. */
const PEOPLE: readonly { name: string; also: readonly string[]; rows: readonly string[] }[] = [
  {
    name: 'supplier',
    also: [
      ...SETTINGS,
      ...USERS,
      ...PROFILE,
      '/cp/notices',
      '/cp/products/new',
      '/cp/products/templates',
      '/cp/products/categories',
      '/cp/products/modifications',
      '/cp/products/price-levels',
      '/cp/products/export?stock=low',
      '/cp/products/templates/main-info',
      '/cp/products/templates/columns',
      '/cp/orders/new',
      '/cp/orders/deleted-drafts',
      '/cp/delivery/nova-poshta',
      '/cp/delivery/registers',
      '/cp/orders/export',
      '/cp/orders/summary?placed=true&by=town',
      '/cp/statistics/money?figure=returned',
      '/cp/statistics/orders',
      '/cp/statistics/debts',
      '/cp/statistics/owed',
      '/cp/statistics/goods',
      '/cp/statistics/stock',
      '/cp/statistics/standing',
      '/cp/statistics/lines',
      '/cp/statistics/funnel',
      '/cp/statistics/moves',
      '/cp/reports',
      '/cp/reports/schedules/new',
      '/cp/counterparties/new',
      '/cp/counterparties/groups',
      '/cp/counterparties/applications',
      '/cp/clients/new',
      '/cp/clients/of-dropshippers',
      '/cp/manufacture_requests/new',
      '/cp/manufacture_requests/to_make',
      '/cp/manufacture_requests/lateness',
      '/cp/bookings/new',
      '/cp/returns/new',
      '/cp/exchanges/new',
      '/cp/stocktakes/new',
      '/cp/turnover/new',
      '/cp/turnover/new?flow=outcome',
      '/cp/turnover/import',
      '/cp/labels/templates',
      '/cp/labels/settings',
      '/cp/scan?mode=receive',
      '/cp/scan?mode=pick',
      '/cp/scan?mode=count',
      '/cp/promotions/new',
      '/cp/feeds/new',
      '/cp/news/new',
      '/cp/feeds/partners',
      '/cp/products/import/sources/new',
      '/cp/automation/new',
      '/cp/automation/runs',
      '/cp/integrations/api/console',
      '/cp/integrations/api/keys',
      '/cp/integrations/api/webhooks',
      '/cp/integrations/api/requests',
      '/cp/integrations/api/requests/form',
      '/cp/integrations/api?history=1',
      '/cp/integrations/log/nova_poshta',
      '/cp/integrations/log/nova_poshta/tasks',
      '/cp/payments/accounts',
      '/cp/payments/dropshippers',
      '/cp/reconciliations/open',
      '/cp/cod/registers/new',
      '/cp/cod',
      '/cp/integrations/checkbox/new',
      '/cp/integrations/acquiring',
      '/cp/integrations/banking/by-hand',
      '/cp/integrations/banking/monobank',
      '/cp/integrations/checkbox/days',
      '/cp/integrations/bot',
      '/cp/payouts/new',
      '/cp/billing/billing',
      '/cp/letters',
      '/cp/outbox',
      '/cp/not-a-page',
    ],
    rows: [
      '/cp/products',
      '/cp/orders',
      '/cp/counterparties',
      '/cp/counterparties/applications',
      '/cp/clients',
      '/cp/manufacture_requests',
      '/cp/turnover',
      '/cp/bookings',
      '/cp/stocktakes',
      '/cp/returns',
      '/cp/promotions',
      '/cp/reconciliations',
      '/cp/offsets',
      '/cp/cod/registers',
      '/cp/integrations/checkbox/receipts',
      '/cp/integrations/banking/rows',
      '/cp/payouts',
      '/cp/feeds',
      '/cp/news',
      '/cp/products/import/sources',
      '/cp/reports/schedules',
      '/cp/users',
    ],
  },
  { name: 'manager', also: ['/cp/settings'], rows: [] },
  {
    name: 'dropshipper',
    also: [
      '/cp/notices',
      '/cp/notices/settings',
      '/cp/integrations/bot',
      '/cp/payments/records',
      '/cp/orders/new',
      '/cp/feeds/new',
      '/cp/new-project',
      '/cp/dropshipper-onboarding',
      '/cp/orders/summary?placed=true&by=supplier',
      ...['/cp/statistics/lines', '/cp/statistics/orders', '/cp/statistics/refusals'],
      '/cp/applications/suppliers/tekstyl-plius',
      '/cp/suppliers/past',
      '/cp/catalogue/products',
      '/cp/catalogue/tekstyl-plius',
    ],
    rows: [
      ...['/cp/orders', '/cp/promotions', '/cp/applications', '/cp/feeds', '/cp/purchases', '/cp/my-goods'],
      '/cp/catalogue/products',
    ],
  },
  { name: 'operator', also: OPERATOR, rows: ['/cp/operator/users', '/cp/operator/projects', '/cp/operator/catalogue'] },
];

/** So many pages a test, so that none takes minutes. */
const AT_ONCE = 15;
const BEYOND = PEOPLE.flatMap(({ name, also }) =>
  Array.from({ length: Math.ceil(also.length / AT_ONCE) }, (_, i) => {
    const some = also.slice(i * AT_ONCE, (i + 1) * AT_ONCE);
    return { name, also: some, from: some[0] };
  }),
);

/** The addresses that this locator's links lead to. */
const pathsOf = (links: Locator): Promise<string[]> =>
  links.evaluateAll((all) => all.map((one) => (one as unknown as { pathname: string }).pathname));

async function look(
  name: string,
  pathsTo: (page: Page, sidebar: string[]) => Promise<readonly string[]>,
  judge: typeof faultsOf = faultsOf,
) {
  const { page, problems } = await demo.tabOf(name);
  await page.locator('.sidebar a').first().waitFor();
  const paths = await pathsTo(page, await pathsOf(page.locator('.sidebar a')));
  expect(paths.length).toBeGreaterThan(0);
  const faults: string[] = [];
  // the shell around the pages is looked at with the first: it takes half of what a look at all of a page costs
  for (const [at, path] of [...new Set(paths)].entries())
    faults.push(...(await judge(page, path, visit, at === 0 ? 'body' : 'main')));
  expect([...faults, ...problems.splice(0)]).toEqual([]);
}

/** Pages of the owner with less on them: they are opened, not looked at again. */
const LESS_OF_THE_OWNER = ['manager'];

describe('every page', () => {
  it.each(PEOPLE)('of the sidebar of the $name hinders nobody', ({ name }) =>
    look(name, async (_page, sidebar) => sidebar, LESS_OF_THE_OWNER.includes(name) ? opened : faultsOf),
  );

  it.each(BEYOND)('of the $name beyond the sidebar hinders nobody, from $from on', ({ name, also }) =>
    look(name, async (_page, sidebar) => also.filter((path) => !sidebar.includes(path))),
  );

  it.each(PEOPLE.filter(({ rows }) => rows.length > 0))('of a row of the $name hinders nobody', ({ name, rows }) =>
    look(name, async (page) => {
      const paths: string[] = [];
      for (const list of rows) {
        await visit(page, list);
        const found = await pathsOf(page.locator('main a[href^="/cp/"]').filter({ visible: true }));
        const row = found.find((path) => path.startsWith(`${list}/`) && /[0-9a-f]{8}-/.test(path));
        expect(row, `${list} has a row to open`).toBeDefined();
        if (row) paths.push(row);
      }
      return paths;
    }),
  );

  it('of how a feed’s categories and attributes are called hinders nobody', () =>
    look('supplier', async (page) => {
      const { items } = await call(page, 'feeds?limit=50');
      return [`/cp/feeds/${items.find(({ format }: { format: string }) => format === 'rozetka').id}/mapping`];
    }));

  it('that a supplier opens to everybody hinders nobody', async () => {
    const { page, problems, close } = await openTab(demo.browser, demo.product.url);
    const faults: string[] = [];
    for (const { name, ...size } of SIZES)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.goto('/s/tekstyl-plius');
        await page.getByRole('heading', { level: 1, name: 'Текстиль' }).waitFor();
        await settled(page);
        faults.push(...(await axe(page)).map((one) => `${name}, ${colorScheme}: ${one}`));
        if (await sideways(page)) faults.push(`scrolls sideways at ${name}`);
      }
    await page.getByRole('link', { name: 'Працювати з цим постачальником' }).click();
    await page.waitForURL(/\/cp\//);
    expect([...faults, ...problems]).toEqual([]);
    await close();
  });

  it('of a payment by card hinders nobody', () =>
    look('dropshipper', async (page) => {
      const { items } = await call(page, 'card_payments');
      return [`/cp/card-payments/tekstyl-plius/${items[0].id}`];
    }));

  it('of cards on a phone has no words that lie over others', async () => {
    const { page } = await demo.tabOf('supplier');
    await page.setViewportSize(SIZES[2]);
    for (const list of ['orders', 'payments', 'returns', 'counterparties', 'products', 'bookings']) {
      await visit(page, `/cp/${list}`);
      await page.locator('.card-row').first().waitFor();
      expect(await overlapping(page), list).toEqual([]);
    }
  });

  it('before signing in hinders nobody', async () => {
    const tab = await openTab(demo.browser, demo.product.url);
    const paths = ['/cp/signin', '/cp/signup', '/cp/forgot', '/cp/password?token=x', '/cp/email?token=x'];
    const faults: string[] = [];
    for (const path of [...paths, '/cp/invitations/accept']) faults.push(...(await faultsOf(tab.page, path, load)));
    expect([...faults, ...tab.problems]).toEqual([]);
    await tab.close();
  });
});
