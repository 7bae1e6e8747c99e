import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { call, overGoods, standing, visit } from './kit/pages';

/**
 * Orders paid on delivery go by a carrier that is played: waybill, label, the way by the carrier's clock, and the money in
 * the ledger; with others it is handed over by a register; or the customer refuses, and the return is there by itself.
 * Slices: delivery, orders, cod, returns.
 */
const demo = openDemo({ SIMULATORS: 'on' });

/** Presses something on the page of the simulators, whose address the product prints when it starts. */
async function control(path: string, body: object): Promise<void> {
  const address = /служб: (http:\/\/\S+)/.exec(demo.product.output())?.[1];
  if (!address) throw new Error(demo.product.output());
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}/control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}
const advance = (minutes: number): Promise<void> => control('clock', { minutes });

/** Keys that begin with `d` have parcels sixty times as fast. */
const OWN_KEY = 'd0d1d2d3d4d5d6d7d8d9dadbdcdddedf';

/** An order of whoever is signed in that waits for its parcel, to a branch in Lviv. */
async function order(
  page: Page,
  { sum = 50_000, name = 'Іваненко Ірина' }: { sum?: number; name?: string } = {},
): Promise<{ id: string; number: number }> {
  const { items: goods } = await call(page, 'product_variants/all_records?limit=50');
  const variant = goods.find(
    ({ available, price }: Record<string, number | null>) => (available ?? 0) > 5 && price !== null,
  );
  const { items: cities } = await call(page, 'delivery/cities?q=%D0%9B%D1%8C%D0%B2%D1%96%D0%B2');
  const { items: branches } = await call(page, `delivery/warehouses?city=${cities[0].ref}&q=7`);
  return call(page, 'orders', {
    items: [{ product_variant_id: variant.id, count: 1 }],
    customer: { name: 'Іваненко Ірина', phone: '0671234567' },
    delivery: {
      ...{ operator: 'nova_poshta', recipient_name: name, recipient_phone: '0671234567', town: 'Львів' },
      ...{ address: branches[0].name, city_ref: cities[0].ref, branch_ref: branches[0].ref },
    },
    cod: { sum },
    send: true,
  });
}

const waybill = (page: Page) => page.locator('section').filter({ hasText: 'Накладна Нової пошти' }).last();

/** Presses the button and waits for the ТТН; where the carrier `fails` once, the page says why it takes longer. */
async function make(page: Page, fails = false): Promise<string> {
  if (fails) await control('nova_poshta/faults', { kind: 'unavailable', times: 1, only: '"calledMethod":"save"' });
  await waybill(page).getByRole('button', { name: 'Створити ТТН' }).click();
  if (fails) await waybill(page).getByText('Служба не працює: HTTP 503').waitFor();
  const shown = waybill(page)
    .getByText(/^2045\d{10}$/)
    .first();
  await shown.waitFor();
  return (await shown.textContent()) ?? '';
}

/**
 * Asks the carrier: at once, or in the next minute where it was asked in this one. Once: who asks again while the answer
 * is on its way makes it old. What is answered has no body.
 */
const ask = (page: Page, id: string): Promise<unknown> =>
  call(page, `orders/${id}/tracking`, {}).catch(() => undefined);

/** The next minute, and what is done then. */
const ASKED = { timeout: 150_000, interval: 1_000 };

/** What the carrier says now stands on the page. */
async function hear(page: Page, id: string, words: string): Promise<void> {
  await ask(page, id);
  await waybill(page).getByText(words, { exact: true }).first().waitFor();
}

it('is sent by one press, labelled, followed to the customer, and its money is in the ledger', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/delivery');
  await standing(page);
  const made = await order(page);
  await visit(page, `/cp/orders/${made.id}`);
  await waybill(page).getByText('за доставку').waitFor();
  const ttn = await make(page);
  // the strip at the top has it too, as if somebody had typed it
  await page.locator('.order-strip').getByText(ttn).waitFor();
  await waybill(page).getByRole('button', { name: 'Етикетка' }).click();
  const [label] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '100×100 мм' }).click(),
  ]);
  expect(label.suggestedFilename()).toBe(`${ttn}.pdf`);

  // an hour of this account is a minute
  await advance(25);
  await hear(page, made.id, 'Прибув на відділення');
  await advance(60);
  await ask(page, made.id);
  const state = async () => (await call(page, `orders/${made.id}`)).status;
  await expect.poll(state, ASKED).toBe('Complete');
  const money = async () => (await call(page, `orders/${made.id}`)).cod;
  await expect.poll(money, { timeout: 60_000 }).toMatchObject({ state: 'received', received: 50_000 });
  await visit(page, '/cp/cod/registers');
  await page.getByText(ttn).first().waitFor();
});

it('is handed over with others by one register, which is printed', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/orders');
  await standing(page);
  const made = await order(page);
  await visit(page, `/cp/orders/${made.id}`);
  const ttn = await make(page, true);
  await visit(page, '/cp/delivery?open=true&free=true');
  const row = page.getByRole('row').filter({ hasText: ttn });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'До реєстру' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Додати' }).click();
  await page.waitForURL(/registers\/[0-9a-f-]{36}$/);
  await page.getByText('Складено').waitFor();
  await page.getByRole('row').filter({ hasText: ttn }).waitFor();
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Друкувати реєстр' }).click(),
  ]);
  expect(paper.suggestedFilename()).toMatch(/^register-105-\d{8}\.pdf$/);
});

it('is brought to the door by a courier, whose address is chosen in the form', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/orders');
  await standing(page);
  const made = await order(page);
  await visit(page, `/cp/orders/${made.id}/edit`);
  await page.getByText('Кур’єр', { exact: true }).click();
  await page.getByLabel('Вулиця').fill('вул. Собор');
  await page.getByRole('option', { name: 'вул. Соборна' }).click();
  await page.getByRole('textbox', { name: 'Будинок' }).fill('12');
  await page.getByRole('textbox', { name: 'Квартира' }).fill('5');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  // the order was sent to the manager already: what changes is said first
  await page.getByRole('dialog').getByRole('button', { name: 'Зберегти зміни' }).click();
  await page.waitForURL(`**/cp/orders/${made.id}`);
  await waybill(page).getByText('Львів, вул. Соборна, 12, кв. 5').waitFor();
  await waybill(page).getByText('за доставку').waitFor();
  await make(page);
  await advance(25);
  await hear(page, made.id, 'На шляху до одержувача');

  // the next order of the customer takes the door over; an address that is written over lets go of it, and says so
  const { product_variant_id } = (await call(page, `orders/${made.id}`)).items[0];
  await visit(page, `/cp/orders/new?variant=${product_variant_id}`);
  await overGoods(page);
  await page.getByLabel('Телефон', { exact: true }).fill('067 123 45 67');
  await page.getByRole('button', { name: 'Підставити дані' }).click();
  const house = page.getByRole('textbox', { name: 'Будинок' });
  await expect.poll(() => house.inputValue()).toBe('12');
  await page.getByLabel('Адреса або відділення').fill('вул. Соборна, 14');
  await page.getByText(/обрану вулицю й будинок забуто/).waitFor();
  await expect.poll(() => house.inputValue()).toBe('');
});

it('by the dropshipper’s own key: he saves it and makes the waybill, the carrier pays him, nothing is credited here', async () => {
  const office = await demo.tabOf('supplier', '/cp/orders');
  const { page } = await demo.signedInAs('dropshipper', '/cp/delivery/own');
  await page.getByLabel('Новий ключ API').fill(OWN_KEY);
  await page.getByRole('button', { name: 'Замінити ключ' }).click();
  await page.getByText(`Підключено ключем, що закінчується на ${OWN_KEY.slice(-4)}`).waitFor();
  await standing(page);
  const made = await order(page, { sum: 60_000, name: 'Ivanenko Iryna' });
  const balance = async (id: string) => (await call(office.page, `counterparties/${id}`)).balance as number;
  const { counterparty_id: party } = await call(office.page, `orders/${made.id}`);
  const before = await balance(party);
  await visit(page, `/cp/orders/${made.id}`);
  // what keeps it from being made is set right by one press
  await waybill(page).getByRole('button', { name: 'Отримувач «Іваненко Ірина»' }).click();
  await waybill(page).getByText('ТТН буде створено вашим ключем').waitFor();
  // what was pressed outlives a window that is drawn narrow and wide again
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await waybill(page).getByRole('button', { name: 'Отримувач «Іваненко Ірина»', pressed: true }).waitFor();
  }
  await standing(page);
  const ttn = await make(page);
  await waybill(page).getByText('Створено вашим ключем').waitFor();

  // the office only packs it: what the carrier says is done by the press that suggests it
  await visit(office.page, `/cp/orders/${made.id}`);
  await waybill(office.page).getByText('Створено ключем дропшипера').waitFor();
  expect(await waybill(office.page).getByRole('button', { name: 'Змінити' }).count()).toBe(0);
  await control('nova_poshta/actions/accept', { number: ttn });
  await ask(office.page, made.id);
  await waybill(office.page).getByRole('button', { name: 'Позначити відправленим' }).click({ timeout: ASKED.timeout });
  const state = async () => (await call(office.page, `orders/${made.id}`)).status;
  await expect.poll(state, { timeout: 60_000 }).toBe('Sent');
  const charged = await balance(party);
  expect(charged).toBeLessThan(before);
  for (const press of ['receive', 'pay']) await control(`nova_poshta/actions/${press}`, { number: ttn });
  await ask(office.page, made.id);
  await expect.poll(state, ASKED).toBe('Complete');
  expect((await call(office.page, `orders/${made.id}`)).cod).toMatchObject({ state: 'direct', received: null });
  expect(await balance(party)).toBe(charged);
});

it('comes back when the customer refuses: the return is drafted by itself, as the supplier has set it', async () => {
  const { page } = await demo.tabOf('supplier', '/cp/delivery/nova-poshta');
  for (const rule of [/^Перевізник прийняв посилку/, /^Відмова чи кінець зберігання/]) {
    await page.getByRole('combobox', { name: rule }).click();
    await page.getByRole('option', { name: 'Зробити' }).click();
  }
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Налаштування збережено').waitFor();
  const made = await order(page);
  await visit(page, `/cp/orders/${made.id}`);
  const ttn = await make(page);
  await control('nova_poshta/actions/refuse', { number: ttn });
  await hear(page, made.id, 'Відмова одержувача');
  const state = async () => (await call(page, `orders/${made.id}`)).cod?.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('refused');
  await visit(page, '/cp/returns');
  await page.getByText(`№ ${made.number}`).first().waitFor();
});
