import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bwipjs from 'bwip-js/node';
import type { Browser, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch } from './kit/browser';
import { startDemo } from './kit/demo';
import { late, orderOf, signedInAs, standing, visit } from './kit/pages';
import type { Product } from './kit/product';

/**
 * A phone as a scanner: the camera reads a label and goods are received; a hand scanner picks an order while the network
 * is away.
 * Slices: marking, picking, turnover, orders.
 */
let product: Product;
let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'lanka-camera-'));
const SKU = 'TP-024-21';

/** What the camera sees: a film of one picture, a QR on white paper. */
async function film(text: string): Promise<string> {
  const code = await bwipjs.toBuffer({ bcid: 'qrcode', text, scale: 6, padding: 20, backgroundcolor: 'ffffff' });
  const picture = await sharp(code).resize(640, 480, { fit: 'contain', background: 'white' }).jpeg().toBuffer();
  const path = join(folder, 'camera.mjpeg');
  writeFileSync(path, Buffer.concat(Array.from({ length: 30 }, () => picture)));
  return path;
}

beforeAll(async () => {
  const camera = await film(`https://lanka.example.com/p/${SKU}`);
  [product, browser] = await Promise.all([
    startDemo(),
    launch(
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${camera}`,
    ),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const PHONE = { width: 390, height: 844 };
/** As a hand scanner types: wherever the focus is, without a pause however busy the machine is, and Enter. */
const typing = (code: string) => `for (const key of [...'${code}', 'Enter'])
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`;

const scan = (page: Page, code: string): Promise<unknown> =>
  page.evaluate(`document.activeElement?.blur(); ${typing(code)}`);

/** Presses, and scans before anything can have been drawn. */
const pressAndScan = (page: Page, pressed: string, code: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    [...document.querySelectorAll('.scan label, .scan button')].find((one) => one.textContent === '${pressed}').click();
    for (let turn = 0; turn < 1000; turn += 1) await null;
    ${typing(code)}
  })()`);

/** What is written there is done at once, and answered when it is told to. */
async function slowly(page: Page, path: string) {
  let answer = () => {};
  let isDone = () => {};
  const told = new Promise<void>((resolve) => (answer = resolve));
  const done = new Promise<void>((resolve) => (isDone = resolve));
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    isDone();
    await told;
    await route.fulfill({ response });
  });
  return {
    /** From then on nothing waits here any more. */
    answer: () => answer(),
    done: async <T>(then: () => Promise<T>): Promise<T> => {
      await done;
      return then();
    },
  };
}

/** Another order is made; what the page reads anew for it, until it has read its own order. */
async function readAnew(page: Page, order: string): Promise<string[]> {
  const reads: string[] = [];
  const hear = (request: Request) => void (request.method() === 'GET' && reads.push(request.url()));
  page.on('request', hear);
  const isRead = page.waitForResponse((answer) => answer.url().endsWith(`/orders/${order}`));
  await orderOf(page, SKU, 1);
  await isRead;
  page.off('request', hear);
  return reads;
}

it('receives what a label names by the camera, labels it, and picks it for an order', async () => {
  const { page, close } = await signedInAs(browser, product, 'supplier', '/cp/scan');
  await page.setViewportSize(PHONE);
  await standing(page);
  await page.getByRole('button', { name: 'Увімкнути камеру' }).click();
  await page.getByText(SKU).first().waitFor();

  await page.getByText('Прийняти', { exact: true }).click();
  // what lies before the camera all the time is one piece
  await page.getByRole('button', { name: 'Вимкнути камеру' }).click();
  await page.getByRole('button', { name: 'Увімкнути камеру' }).click();
  const received = page.getByText(/^Прийнято: /);
  await received.waitFor();
  await page.getByRole('button', { name: 'Вимкнути камеру' }).click();
  const count = page.getByLabel(/^Кількість: /);
  await count.fill('3');
  await expect.poll(() => received.textContent()).toBe('Прийнято: 3 од.');
  // what was scanned is there after a reload
  await page.reload();
  await standing(page);
  await expect.poll(() => received.textContent()).toBe('Прийнято: 3 од.');
  await page.getByRole('button', { name: 'Створити чернетку документа' }).click();
  await page.waitForURL(/\/cp\/turnover\/[\w-]+\/edit$/);
  await expect.poll(() => page.getByLabel(/^Кількість: /).inputValue()).toBe('3');

  // what has come gets its labels
  await page.getByLabel(/^Ціна: /).fill('120,50');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByRole('button', { name: 'Провести', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Провести' }).click();
  await page.getByText('Документ проведено').waitFor();
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Друкувати етикетки' }).click();
  await page.getByText(SKU).first().waitFor();
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Завантажити PDF/ }).click(),
  ]);
  expect(readFileSync(await paper.path(), 'latin1').slice(0, 4)).toBe('%PDF');

  // it is picked with the camera and shipped
  const { order, number } = await orderOf(page, SKU, 2);
  await visit(page, `/cp/scan?mode=pick&order=${order}`);
  for (const picked of ['Зібрано 1 з 2', 'Усе зібрано']) {
    await page.getByRole('button', { name: 'Увімкнути камеру' }).click();
    await page.getByText(picked).waitFor();
    await page.getByRole('button', { name: 'Вимкнути камеру' }).click();
  }
  const onward = page.locator('.scan-foot button');
  const field = page.getByLabel('Код', { exact: true });
  const moved = () =>
    page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/moves'));
  const enter = async (code: string) => {
    await field.fill(code);
    await field.press('Enter');
  };
  const choose = async (status: string) => {
    await enter(String(number));
    const heading = page.getByRole('heading', { name: `Замовлення № ${number}` });
    await heading.locator('..').getByText(status, { exact: true }).waitFor();
  };
  const moves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/moves')) moves.push(request.postData() ?? '');
  });
  // pressed twice by a hurried thumb, it is moved and said once
  await Promise.all([moved(), onward.dblclick()]);
  await page.getByText(`Замовлення № ${number} зібрано`).waitFor();
  // it is looked at once more when it is taken to the car, piece by piece
  for (const status of ['Готове', 'Завантажується']) {
    const give = await late(page, `**/orders/${order}/moves`);
    await choose(status);
    // what followed from the status before is not offered until what follows now has come
    expect(await onward.count()).toBe(0);
    await give();
    expect(await onward.isDisabled()).toBe(true);
    const tick = await slowly(page, '/picks');
    await enter(SKU);
    await page.getByText('Зібрано 1 з 2').waitFor();
    if (status === 'Готове') {
      // what is read while the answer is on its way knows the tick already: it is counted once
      const reads = await tick.done(() => readAnew(page, order));
      expect([reads.filter((url) => url.endsWith('/picks')), await onward.isDisabled()]).toEqual([[], true]);
      await page.getByText('Зібрано 1 з 2').waitFor();
      tick.answer();
      await enter(SKU);
    } else {
      tick.answer();
      // many are not ticked one by one
      await page.getByRole('button', { name: /Вказати, скільки зібрано$/ }).click();
      const amount = page.getByLabel(/^Скільки зібрано: /);
      await amount.fill('2');
      await amount.press('Enter');
    }
    await page.getByText('Усе зібрано').waitFor();
    await Promise.all([moved(), onward.click()]);
  }
  await choose('Завантажене');
  await page.getByText('Завантажено, лишилося відправити').waitFor();
  await onward.click();
  await page.getByText('Спишеться зі складу: 2 од.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Позначити відправленим' }).click();
  await page.getByText(`Замовлення № ${number} відправлено`).waitFor();
  expect(moves).toEqual(['Ready', 'Loading', 'Loaded', 'Sent'].map((to) => JSON.stringify({ to })));

  // on a slow network: the code is typed while the part that looks it up is still on its way
  const held: (() => Promise<void>)[] = [];
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const give = () => route.fulfill({ response });
    if ((await response.text()).includes('.nothingScanned')) held.push(give);
    else await give();
  });
  await page.reload();
  await standing(page);
  await page.getByText('Знайти', { exact: true }).click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await enter(String(number));
  await Promise.all(held.map((give) => give()));
  await page.getByText('Відправлене', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Відкрити замовлення' }).click();
  await page.waitForURL(`**/cp/orders/${order}`);
  await close();
});

it('picks an order without a network: what is wrong is blocked, what is done is sent once and seen by who picks beside', async () => {
  const [{ page, close }, beside] = await Promise.all([
    signedInAs(browser, product, 'supplier', '/cp/scan?mode=pick'),
    signedInAs(browser, product, 'stockman', '/cp/scan?mode=pick'),
  ]);
  await page.evaluate(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...at) {
      felt.push(`${this.type} ${this.frequency.value}`);
      start.apply(this, at);
    };
  });
  for (const one of [page, beside.page]) {
    await one.setViewportSize(PHONE);
    await standing(one);
    await one.locator('.scan-choice').first().click();
    await one.locator('.scan-line').first().waitFor();
  }
  const lines = page.locator('.scan-line');
  const done = page.locator('.scan-foot button');
  await done.waitFor();
  const moves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/moves'))
      moves.push(request.headers()['idempotency-key'] ?? '');
  });
  const skus = (await lines.locator('p').allTextContents()).flatMap((text) => /TP-\d{3}-\d\d/.exec(text) ?? []);
  const counts = await lines.locator('.figures').allTextContents();
  const wanted = counts.map((text) => Number(/\/ (\d+)/.exec(text)?.[1]));
  // who picks beside sees each tick
  const there = beside.page.locator('.scan-line .figures').first();
  await scan(page, skus[0] ?? '');
  await there.filter({ hasText: `1 / ${wanted[0]}` }).waitFor();
  await page.context().setOffline(true);

  await scan(page, '0000000000000');
  await page.getByText('Цього товару немає в замовленні').waitFor();
  expect(await page.evaluate('window.felt.slice(-3)')).toEqual([[200, 80, 300], 'square 220', 'square 220']);
  await scan(page, skus[0] ?? '');
  // nothing is taken until it was looked at
  expect(await page.evaluate('window.felt.slice(-3)')).toEqual([[200, 80, 300], 'square 220', 'square 220']);
  await page.getByRole('button', { name: 'Зрозуміло' }).click();
  for (const [at, sku] of skus.entries())
    for (let n = at === 0 ? 1 : 0; n < (wanted[at] ?? 0); n += 1) await scan(page, sku);
  await page.getByText('Усе зібрано').waitFor();
  expect(await there.textContent()).toBe(`1 / ${wanted[0]}`);
  await done.click();
  await page.getByText(/^Чекають на зв’язок: 1 /).waitFor();
  // every way of scanning is there without a network; what is not there takes nothing away
  await page.getByText('Рахувати', { exact: true }).click();
  await page.getByRole('link', { name: 'Почати інвентаризацію' }).click();
  await page.getByText('Не вдалося завантажити').waitFor();
  await page.getByRole('button', { name: 'Назад' }).click();
  await page.getByText('Зібрати', { exact: true }).click();
  await page.getByText(/^Чекають на зв’язок: 1 /).waitFor();
  await page.context().setOffline(false);
  await page
    .getByText(/ зібрано$/)
    .first()
    .waitFor();
  await page.getByText(/^Чекають на зв’язок/).waitFor({ state: 'detached' });
  // sent again until there was an answer, each time as the same thing
  expect(new Set(moves).size).toBe(1);
  await beside.page.getByText('Замовлення вже переведено далі').waitFor();
  // who works in the warehouse says where the goods lie now
  await visit(beside.page, '/cp/scan');
  await scan(beside.page, skus[0] ?? '');
  await beside.page.getByRole('button', { name: /Змінити$|^Вказати місце$/ }).click();
  const place = beside.page.getByLabel('Місце', { exact: true });
  await place.fill('Щ-77');
  await place.press('Enter');
  await beside.page.getByRole('button', { name: 'Місце Щ-77. Змінити' }).waitFor();
  await Promise.all([close(), beside.close()]);
});

it('takes what is scanned right behind a press for what was pressed, and waits for a camera that is busy', async () => {
  const { page, close } = await signedInAs(browser, product, 'supplier', '/cp/scan');
  await page.setViewportSize(PHONE);
  const { number } = await orderOf(page, SKU, 1);
  await standing(page);
  // every part is loaded: the press alone has to be drawn
  for (const mode of ['Прийняти', 'Зібрати', 'Знайти']) await page.getByText(mode, { exact: true }).click();
  await page.getByText(/^Зчитайте код товару/).waitFor();
  await pressAndScan(page, 'Прийняти', SKU);
  await page.getByText('Прийнято: 1 од.').waitFor();
  await page.getByText('Зібрати', { exact: true }).click();
  await page
    .locator('.scan-choice')
    .filter({ hasNotText: `№ ${number}` })
    .first()
    .click();
  await page.locator('.scan-line').first().waitFor();
  await pressAndScan(page, 'Інше замовлення', String(number));
  await page.getByRole('heading', { name: `Замовлення № ${number}` }).waitFor();
  // another application holds the camera for a moment
  await page.evaluate(`{
    const media = navigator.mediaDevices;
    const open = media.getUserMedia.bind(media);
    media.getUserMedia = () => {
      media.getUserMedia = open;
      return Promise.reject(new DOMException('in use', 'NotReadableError'));
    };
  }`);
  await page.getByRole('button', { name: 'Увімкнути камеру' }).click();
  await page.getByText('Усе зібрано').waitFor();
  await close();
});
