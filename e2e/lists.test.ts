import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe } from './kit/axe';
import { SIZES, settled, type Tab } from './kit/browser';
import { openDemo } from './kit/demo';
import { late, load, standing, visit } from './kit/pages';

/**
 * What every list promises: how much stands on a screen, nothing cut, nothing covered.
 * Slices: orders, catalog, partners, payments, promotions, manufacture, projects, feeds, operator, static_data, documents.
 */
const demo = openDemo();

const [, , PHONE] = SIZES;

const signedIn = (name: string, at?: string): Promise<Tab> => demo.signedInAs(name, at);

interface Box {
  top: number;
  bottom: number;
  height: number;
}

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const box = (one as unknown as { getBoundingClientRect(): Box }).getBoundingClientRect();
      return { top: box.top, bottom: box.bottom, height: box.height };
    }),
  );

const LISTS = {
  supplier: [
    '/cp/orders',
    '/cp/products',
    '/cp/counterparties',
    '/cp/manufacture_requests',
    '/cp/turnover',
    '/cp/promotions',
    '/cp/users',
    '/cp/payments',
    '/cp/payments/dropshippers',
    '/cp/products/import',
    '/cp/products/import/sources',
    '/cp/feeds/partners',
    '/cp/feeds',
    '/cp/counterparties/applications/links',
  ],
  dropshipper: [
    '/cp/orders',
    '/cp/products',
    '/cp/promotions',
    '/cp/payments',
    '/cp/payments/records',
    '/cp/feeds',
    '/cp/applications',
  ],
  operator: ['requests', 'users', 'projects', 'messages', 'actions', 'jobs', 'catalogue'].map(
    (list) => `/cp/operator/${list}`,
  ),
} as const;

const LONG = 'Товариство з обмеженою відповідальністю «Слобожанська текстильно-галантерейна мануфактура»';
const GREAT = 123_456_789_012; // kopecks

/** The same answer with long names and twelve-digit sums. */
function enlarged(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => enlarged(one, name));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, enlarged(one, key)]));
  if (typeof value === 'string' && value !== '' && /(name|title)$/.test(name)) return LONG;
  if (typeof value === 'number' && /(sum|amount|balance|balance_after|price|change)$/.test(name)) return GREAT;
  return value;
}

async function enlargeAnswers(page: Page): Promise<void> {
  await page.route(/\/api\/(projects\/[^/]+|dropshipping|operator)\/[^?]*(\?|$)/, async (route) => {
    const isRead = route.request().method() === 'GET' && route.request().headers().accept !== 'text/event-stream';
    if (!isRead || /live|events/.test(route.request().url())) return route.continue();
    const answer = await route.fetch();
    if (!answer.headers()['content-type']?.includes('application/json')) return route.fulfill({ response: answer });
    return route.fulfill({ response: answer, json: enlarged(await answer.json()) });
  });
}

/** What on the page is wider than its place; rows of tabs have buttons for that. */
const tooWide = (page: Page): Promise<string[]> =>
  page
    .locator('html, main .table-scroll, main .table-frame, main .page-head')
    .evaluateAll((all) =>
      (all as unknown as { className: string; scrollWidth: number; clientWidth: number }[])
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.className || 'the page'}: ${one.scrollWidth} > ${one.clientWidth}`),
    );

describe.each(Object.entries(LISTS))('the lists of the %s', (name, paths) => {
  it('fit a wide screen, long names and great sums too', async () => {
    const tab = await signedIn(name);
    const { page } = tab;
    const faults: string[] = [];
    for (const size of ['as they are', 'enlarged']) {
      if (size === 'enlarged') {
        await enlargeAnswers(page);
        await page.reload(); // what was read before is kept
      }
      for (const path of paths) {
        await visit(page, path);
        for (const width of [1440, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          faults.push(...(await tooWide(page)).map((one) => `${path} at ${width}, ${size}: ${one}`));
        }
      }
    }
    expect([...faults, ...tab.problems]).toEqual([]);
    await tab.close();
  });

  it('are cards of two lines on a phone', async () => {
    const tab = await demo.tabOf(name);
    const { page } = tab;
    await page.setViewportSize(PHONE);
    const faults: string[] = [];
    for (const path of paths) {
      await visit(page, path);
      // a word under the status, «Частково відправлено», is rare and makes its card higher
      for (const { height } of await boxesOf(
        page,
        '.card-list > .card-row[data-row]:not(:has(.card-heading .cell-under))',
      ))
        if (height > 72) faults.push(`${path}: a card is ${height} px tall`);
      faults.push(...(await tooWide(page)).map((one) => `${path}: ${one}`));
    }
    expect([...faults, ...tab.problems.splice(0)]).toEqual([]);
  });
});

describe('a list that is on its way', () => {
  it('has placeholders that stand still for whoever wants less motion', async () => {
    const tab = await signedIn('supplier', '/cp/counterparties'); // the start page would be the list itself
    const { page } = tab;
    await standing(page); // with no placeholders of its own
    const answer = await late(page, /\/orders(\?|$)/);
    // by its address: its name gets a number as soon as it is known how many orders wait
    await page.locator('.sidebar a[href="/cp/orders"]').click();
    const pulse = () =>
      page
        .locator('.data-table .mantine-Skeleton-root')
        .first()
        .evaluate((one) => getComputedStyle(one as unknown as Element, '::after').animationName);
    expect(await pulse()).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await pulse()).not.toBe('none');
    await answer();
    await standing(page);
    await tab.close();
  });
});

describe('the list of orders', () => {
  it('shows 16 orders on a screen of 1440 × 900, and five on a phone', async () => {
    const { page } = await demo.tabOf('supplier', '/cp/orders');
    await standing(page);
    const rows = await boxesOf(page, 'tr[data-row]');
    expect(rows[0]?.height).toBe(44);
    expect(rows.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(16);
    await page.setViewportSize(PHONE);
    await page.locator('.card-row[data-row]').first().waitFor();
    await settled(page);
    const [bar] = await boxesOf(page, '.bottom-bar');
    const cards = await boxesOf(page, '.card-row[data-row]');
    expect(cards.filter(({ bottom }) => bottom <= (bar?.top ?? 0)).length).toBeGreaterThanOrEqual(5);
  });

  it('keeps its headings in sight, and its place when one comes back', async () => {
    const { page } = await demo.tabOf('supplier', '/cp/orders');
    await standing(page);
    await page.mouse.move(700, 600);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate('scrollY')).toBe(900);
    expect((await boxesOf(page, '.data-table thead th'))[1]?.top).toBe(74);
    await page.locator('tr[data-row] a.row-link').nth(25).click();
    await page.getByRole('heading', { name: /Замовлення №/ }).waitFor();
    await page.goBack();
    await page.locator('tr[data-row]').first().waitFor();
    await expect.poll(() => page.evaluate('scrollY')).toBe(900);
  });

  it('remembers compact rows', async () => {
    const tab = await signedIn('supplier', '/cp/orders');
    const { page } = tab;
    await standing(page);
    // the foot of the menu is reached on a low screen, too
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.getByRole('button', { name: 'Вигляд' }).click();
    await page.getByLabel('Щільні рядки').check();
    await page.reload();
    await page.locator('tr[data-row]').first().waitFor();
    expect((await boxesOf(page, 'tr[data-row]'))[0]?.height).toBe(36);
    await visit(page, '/cp/products');
    expect((await boxesOf(page, 'tr[data-row]'))[0]?.height).toBe(36);
    await tab.close();
  });

  it('is asked for what a further column shows only when that is chosen', async () => {
    const tab = await signedIn('supplier', '/cp/counterparties');
    const { page } = tab;
    const asked = new Set<string>(); // live updates may ask for the same once more
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.endsWith('/orders')) asked.add(search);
    });
    await visit(page, '/cp/orders');
    expect([...asked]).toEqual(['']);
    await page.getByRole('button', { name: 'Вигляд' }).click();
    await page.getByLabel('Подарункове пакування').check();
    await page.locator('tr[data-row]').getByText('так', { exact: true }).first().waitFor();
    expect([...asked]).toEqual(['', '?with_fields=gift']);
    await tab.close();
  });

  it('has a bar of bulk actions that covers no row, and can take all that were found', async () => {
    const tab = await demo.tabOf('supplier', '/cp/orders');
    const { page } = tab;
    await standing(page);
    const before = await boxesOf(page, 'tr[data-row]');
    const boxes = page.getByRole('checkbox', { name: 'Вибрати рядок' });
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    const bar = page.getByRole('region', { name: 'Вибрано: 2' });
    await bar.waitFor();
    const rows = await boxesOf(page, 'tr[data-row]');
    expect(rows[0]?.top).toBe(before[0]?.top);
    expect((await boxesOf(page, '.bulk-bar'))[0]?.bottom).toBeLessThanOrEqual(rows[0]?.top ?? 0);
    // the whole row has one ground, to its last cell
    const grounds = await page
      .locator('tr[data-selected]')
      .first()
      .evaluate((row) => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle(one: unknown): { backgroundColor: string };
        };
        const cells = [...(row as unknown as { cells: Iterable<unknown> }).cells];
        const own = cells.map((cell) => getComputedStyle(cell).backgroundColor);
        return { row: getComputedStyle(row).backgroundColor, cells: [...new Set(own)] };
      });
    expect([[grounds.row], ['rgba(0, 0, 0, 0)']]).toContainEqual(grounds.cells);
    expect(await axe(page)).toEqual([]);
    const all = page.getByRole('button', { name: /^Вибрати всі знайдені/ });
    const total = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
    await all.click();
    await page.getByRole('region', { name: `Вибрано: ${total}` }).waitFor();
    expect(total).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Зняти вибір' }).click();
    await page.setViewportSize(PHONE);
    await page.locator('.card-row[data-row]').getByRole('checkbox', { name: 'Вибрати рядок' }).first().check();
    await page.locator('.bulk-bar').waitFor();
    const [low] = await boxesOf(page, '.bulk-bar');
    expect(low).toEqual((await boxesOf(page, '.bottom-bar'))[0]);
    expect(tab.problems.splice(0)).toEqual([]);
  });

  it('shows that there are more tabs than fit, and lets one reach them', async () => {
    const { page } = await demo.tabOf('supplier', '/cp/orders');
    await standing(page);
    const last = page.getByRole('tab').last();
    const more = page.getByRole('button', { name: 'Показати наступні вкладки' });
    const edge = async () => {
      const box = await last.boundingBox();
      return box ? box.x + box.width : Number.NaN;
    };
    // the tabs are wider with their counts, which come after the list
    await expect.poll(edge).toBeGreaterThan(1408);
    await more.click();
    await expect
      .poll(async () => {
        // at the end of the row the button is not seen, and does nothing
        await more.dispatchEvent('click');
        return edge();
      })
      .toBeLessThan(1409);
    await last.click();
    await page.waitForURL('**status=Blocked**');
  });
});

describe('the tabs of the operator', () => {
  it('keep the chosen one in sight when a telephone is turned', async () => {
    const tab = await demo.tabOf('operator', '/cp/operator/actions');
    const { page } = tab;
    await standing(page);
    await page.setViewportSize(PHONE);
    const chosen = page.locator('[role=tab][aria-selected=true]').first();
    const right = async () => {
      const box = await chosen.boundingBox();
      return box ? box.x + box.width : Number.NaN;
    };
    await expect.poll(right).toBeLessThanOrEqual(PHONE.width);
    expect(tab.problems.splice(0)).toEqual([]);
  });
});

describe('a search that is being typed', () => {
  it('lets the row open that is pressed at once, and is there on the way back', async () => {
    const tab = await demo.tabOf('supplier', '/cp/orders');
    const { page } = tab;
    await standing(page);
    const row = page.locator('tr[data-row] a.row-link').first();
    const [to, box] = [await row.getAttribute('href'), await row.boundingBox()];
    await page.getByRole('searchbox').pressSequentially('Іва');
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await page.waitForURL((url) => url.pathname === to);
    await page.getByRole('heading', { level: 1, name: /^Замовлення №/ }).waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.get('q') === 'Іва');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('Іва');
    expect(tab.problems.splice(0)).toEqual([]);
  });
});

describe('the promotions of a dropshipper', () => {
  it('are those that he can order by, now or later', async () => {
    const tab = await demo.tabOf('dropshipper', '/cp/orders');
    const { page } = tab;
    await page.getByRole('link', { name: 'Акції', exact: true }).click();
    const row = (text: string) => page.locator('tr[data-row]').filter({ hasText: text });
    await row('ЗАТИШОК10').waitFor();
    await row('Великий розпродаж').getByText('Запланована').waitFor();
    expect(await row('ВЕСНА').count()).toBe(0);
    await page.getByRole('tab', { name: 'Запланована' }).click();
    await row('ЗАТИШОК10').waitFor({ state: 'detached' });
    expect(await row('Великий розпродаж').count()).toBe(1);
    expect(tab.problems.splice(0)).toEqual([]);
  });
});

describe('the page of an order', () => {
  it('has the next step, the ТТН and the papers in one strip at the top, and leads to its history', async () => {
    const tab = await demo.tabOf('supplier', '/cp/orders?status=Ready');
    const { page } = tab;
    await standing(page);
    await page.locator('tr[data-row] a.row-link').first().click();
    await page.getByRole('heading', { name: /Замовлення №/ }).waitFor();
    await settled(page);
    const strip = page.getByRole('region', { name: 'Робота із замовленням' });
    const box = await strip.boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 900)).toBeLessThan(300);
    await strip.getByRole('button', { name: 'Друк' }).click();
    const papers = page.getByRole('menuitem', { name: 'Створити документ' }).or(page.getByRole('dialog'));
    await papers.first().press('Escape');
    await papers.first().waitFor({ state: 'hidden' });
    expect(await strip.getByText('ТТН', { exact: true }).count()).toBe(1);
    await strip.getByRole('button', { name: 'уся історія' }).click();
    await expect
      .poll(async () => (await page.getByRole('heading', { name: 'Історія' }).boundingBox())?.y ?? 900)
      .toBeLessThan(900);
    expect(tab.problems.splice(0)).toEqual([]);
  });

  it('is found where it is, when its address is sent to who stands in another project', async () => {
    const tab = await signedIn('dropshipper');
    const { page } = tab;
    const headers = { authorization: `Bearer ${await page.evaluate('localStorage.accessToken')}` };
    const read = async (path: string) => (await fetch(`${demo.product.url}/api/${path}`, { headers })).json();
    const { projects } = (await read('users/me')) as { projects: { id: string; title: string }[] };
    const idOf = (title: string) => projects.find((one) => one.title === title)?.id;
    const { items } = (await read(`projects/${idOf('Взуття Карпат')}/orders?limit=1`)) as {
      items: { id: string; number: number }[];
    };
    const [order] = items;
    await load(page, `/cp/orders?workspace=${idOf('Текстиль-Плюс')}`);
    await load(page, `/cp/orders/${order?.id}`);
    await page.getByRole('heading', { name: 'Це в проєкті «Взуття Карпат»' }).waitFor();
    await page.getByRole('link', { name: 'Відкрити там' }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`Замовлення №.*${order?.number}`) }).waitFor();
    expect(tab.problems).toEqual([]);
    await tab.close();
  });

  it('shows all its papers, page by page', async () => {
    const tab = await demo.tabOf('supplier', '/cp/offsets');
    const { page } = tab;
    const headers = {
      authorization: `Bearer ${await page.evaluate('localStorage.accessToken')}`,
      'content-type': 'application/json',
    };
    const ask = async (path: string, body?: object) => {
      const answer = await fetch(`${demo.product.url}/api/${path}`, {
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
      return (await answer.json()) as { items: { id: string }[] };
    };
    const [project] = (await ask('projects')).items;
    const [order] = (await ask(`projects/${project?.id}/orders?status=Ready&limit=1`)).items;
    const papers = `projects/${project?.id}/orders/${order?.id}/documents`;
    for (let issued = (await ask(papers)).items.length; issued < 21; issued += 1) await ask(papers, { type: 'order' });
    // loaded anew: no late word of a paper just made reads them again while the next page is asked for
    await load(page, `/cp/orders/${order?.id}`);
    const downloads = page.getByRole('button', { name: /^Завантажити PDF/ });
    const more = page.getByRole('button', { name: 'Показати ще', exact: true });
    await more.waitFor();
    expect(await downloads.count()).toBe(20);
    await more.click();
    await expect.poll(() => downloads.count()).toBe(21);
    expect(await more.count()).toBe(0);
    expect(tab.problems.splice(0)).toEqual([]);
  });
});

describe('a form', () => {
  it('has a way back beside what saves it', async () => {
    const tab = await demo.tabOf('supplier', '/cp/products');
    const { page } = tab;
    await standing(page);
    await page.locator('tr[data-row] a.row-link').first().click();
    await page.waitForURL(/products\/[0-9a-f-]{36}$/);
    const product = page.url();
    await visit(page, `${new URL(product).pathname}/edit`);
    await page.getByRole('link', { name: 'Назад', exact: true }).click();
    await page.waitForURL(product);
    await visit(page, '/cp/orders/new');
    await page.getByRole('link', { name: 'Скасувати', exact: true }).click();
    await page.waitForURL(/orders$/);
    await visit(page, '/cp/settings/payments');
    await page.getByRole('button', { name: 'Додати реквізити' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Зберегти' }).waitFor();
    await dialog.getByRole('button', { name: 'Скасувати' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(tab.problems.splice(0)).toEqual([]);
  });
});

describe('data for one’s own site', () => {
  it('are added, changed and deleted; a form says what is wrong with a field', async () => {
    const tab = await demo.tabOf('supplier', '/cp/offsets');
    const { page } = tab;
    await page.getByRole('link', { name: 'Доступ до API' }).click();
    await page.getByRole('button', { name: 'Додати дані' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Назва/ }).fill('Гаряча лінія');
    await dialog.getByRole('textbox', { name: /^Ключ/ }).fill('Hot Line');
    await dialog.getByRole('textbox', { name: /^Текст/ }).fill('0 800 33 22 11');
    await dialog.getByRole('button', { name: 'Зберегти' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByRole('textbox', { name: /^Ключ/ }).fill('hot_line');
    await dialog.getByRole('button', { name: 'Зберегти' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('0 800 33 22 11').waitFor();
    await page.getByRole('button', { name: 'Змінити «Гаряча лінія»' }).click();
    await dialog.getByRole('radio', { name: 'Список' }).check();
    await dialog.getByRole('textbox', { name: /^Список/ }).fill('0 800 33 22 11\n044 333 22 11');
    await dialog.getByRole('button', { name: 'Зберегти' }).click();
    await page.getByRole('listitem').filter({ hasText: '044 333 22 11' }).waitFor();
    await page.getByRole('button', { name: 'Видалити «Гаряча лінія»' }).click();
    await dialog.getByRole('button', { name: 'Видалити', exact: true }).click();
    await page.getByText('hot_line').waitFor({ state: 'detached' });
    expect(tab.problems.splice(0)).toEqual([]);
  });
});

describe('a page that is not for one’s role', () => {
  it('says who can give access, and does not offer to try again', async () => {
    const tab = await signedIn('supplier');
    const { page } = tab;
    await page.route(/\/api\/projects\/[^/]+\/(orders|counterparties)(\?|$)/, (route) =>
      route.fulfill({ status: 403, json: { code: 'common.forbidden', message: 'Недостатньо прав', details: [] } }),
    );
    for (const path of ['/cp/orders', '/cp/counterparties']) {
      await load(page, path); // what was read before is kept
      await page.getByRole('heading', { name: 'Немає доступу' }).waitFor();
      await page.getByText('власник або адміністратор проєкту').waitFor();
      expect(await page.getByRole('button', { name: 'Спробувати ще раз' }).count()).toBe(0);
    }
    await tab.close();
  });
});

describe('finding a product for an order', () => {
  it('takes what was typed, however early Enter is pressed', async () => {
    const tab = await signedIn('supplier', '/cp/orders/new');
    const { page } = tab;
    await standing(page);
    await page.getByRole('button', { name: 'Далі' }).click();
    const field = page.getByRole('combobox', { name: /^Додати товар/ });
    await field.click();
    const options = page.getByRole('option');
    await options.nth(12).waitFor();
    const skus = await options.locator('.found-name > :last-child').allTextContents();
    const [wanted, second, third] = [skus[12] ?? '', skus[7] ?? '', skus[3] ?? ''];
    expect(wanted).not.toBe('');
    const lines = page.locator('tr[data-line]');
    const stands = async (code: string, count: string) => {
      const line = lines.filter({ hasText: code });
      await expect.poll(async () => (await line.count()) && line.getByLabel(/^Кількість/).inputValue()).toBe(count);
    };
    const give = await late(page, /\/all_records\?/);
    // the answer to the empty field stands there still, its first option ready to be taken by mistake
    await field.pressSequentially(wanted);
    await field.press('Enter');
    await field.press('Enter');
    await give();
    await stands(wanted, '1');
    // the next code is typed without a touch of the mouse, and the same one again is one piece more
    for (const count of ['1', '2']) {
      await page.keyboard.type(second);
      await page.keyboard.press('Enter');
      await stands(second, count);
    }
    // Enter is answered last: the list, which asks later, stands by then, and Enter is pressed once more
    let answer = () => {};
    const told = new Promise<void>((resolve) => (answer = resolve));
    let isFirst = true;
    await page.route(/\/all_records\?/, async (route) => {
      const isHeld = isFirst && new URL(route.request().url()).searchParams.get('q') === third;
      if (isHeld) {
        isFirst = false;
        await told;
      }
      await route.fallback();
    });
    // in one breath: the list asks when there was a pause
    await page.evaluate(`(async () => {
      document.execCommand('insertText', false, '${third}');
      for (let turn = 0; turn < 1000; turn += 1) await null;
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    })()`);
    await page.locator('.finder-options:not([data-old])').getByRole('option').filter({ hasText: third }).waitFor();
    await field.press('Enter');
    answer();
    await stands(third, '1');
    // and nothing more has come when the next one has
    await page.keyboard.type(second);
    await page.keyboard.press('Enter');
    await stands(second, '3');
    await stands(third, '1');
    expect(await lines.count()).toBe(3);
    expect(tab.problems).toEqual([]);
    await tab.close();
  });
});

describe('many orders out of a spreadsheet', () => {
  it('are mended in place, made together, and not made twice', async () => {
    const tab = await demo.tabOf('supplier', '/cp/orders');
    const { page } = tab;
    await standing(page);
    await page.getByRole('button', { name: 'Інші дії' }).click();
    await page.getByRole('menuitem', { name: 'Кілька з таблиці' }).click();
    const rows = [
      'Ірина Мельник\t067 123 45 67\tКиїв\tВідділення 5\tTP-024-21\t1',
      '\t\t\t\tНЕМАЄ\t1',
      'Олег Бондар\t12\tЛьвів\tВідділення 1\tTP-024-21\t2',
    ].join('\n');
    const paste = async () => {
      await page.getByLabel('Вставлені рядки').fill(rows);
      await page.getByRole('button', { name: 'Перевірити рядки' }).click();
    };
    await paste();
    await page.getByText('Спершу виправте або приберіть 2 замовлення').waitFor();
    const [iryna, oleh] = ['Ірина Мельник', 'Олег Бондар'].map((name) =>
      page.getByRole('article').filter({ hasText: name }),
    ) as [Locator, Locator];
    await iryna.getByText('Такого артикулу чи штрихкоду немає').waitFor();
    await iryna.getByLabel('Артикул чи штрихкод').fill('TP-024-11');
    await oleh.getByText('Це не номер').waitFor();
    await oleh.getByLabel('Телефон').fill('0501112233');
    await page.getByRole('button', { name: 'Створити 2 замовлення' }).click();
    await page.getByText('Створено 2 замовлення').waitFor();
    await page.getByRole('button', { name: 'Ще одна таблиця' }).click();
    await paste();
    await page.getByText(/^Спершу виправте/).waitFor();
    await iryna.getByLabel('Артикул чи штрихкод').fill('TP-024-11');
    await oleh.getByLabel('Телефон').fill('050 111 22 33');
    await page.getByText('Усі ці замовлення вже створено').waitFor();
    await iryna.getByRole('link', { name: /^№ / }).click();
    await page.getByRole('heading', { level: 1, name: /Замовлення/ }).waitFor();
    expect(tab.problems.splice(0)).toEqual([]);
  });
});
