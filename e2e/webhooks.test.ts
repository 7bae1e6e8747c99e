import { expect, it } from 'vitest';
import { openDemo } from './kit/demo';
import { faultsOf, orderOf, visit } from './kit/pages';

/**
 * A supplier makes a webhook to a site, an order is placed and arrives there, signed; the site breaks and then says that it
 * is gone: the webhook stops, and its maker is told. Mended, it goes on, and a delivery is sent once more.
 * Slices: webhooks, changes, notices.
 */
const demo = openDemo({ SIMULATORS: 'on' });
const NAME = 'moia-kramnytsia';

/** Where the site is: beside the simulators, whose address the product prints when it starts. */
const simulators = (): string => {
  const address = /служб: (http:\/\/\S+)/.exec(demo.product.output())?.[1];
  if (!address) throw new Error(demo.product.output());
  return address;
};
const act = async (action: string, body: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const url = `${simulators()}/control/receiver/actions/${action}`;
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200);
};
interface Received {
  readonly path: string;
  readonly event: string;
  readonly signed: boolean | null;
  readonly status: number;
}
/** What came of new orders, newest first: parcels are followed every ten minutes, and may change others meanwhile. */
const received = async (): Promise<string[]> => {
  const answer = await fetch(`${simulators()}/receiver/received`);
  const { received: all } = (await answer.json()) as { received: Received[] };
  return all
    .filter(({ path, event }) => path.endsWith(NAME) && event === 'order.created')
    .map(({ event, signed, status }) => `${event} ${signed} ${status}`);
};
/** What is not taken is tried again after five seconds, and after thirty more. */
const ARRIVES = { timeout: 120_000 };

it('is delivered, fails, is paused with a notice, goes on and is sent once more', async () => {
  const { page, problems } = await demo.signedInAs('supplier', '/cp/integrations/api/webhooks');
  await page.getByRole('button', { name: 'Додати вебхук' }).first().click();
  const dialog = page.getByRole('dialog');
  const address = dialog.getByLabel(/^Адреса/);
  await address.fill('https://127.0.0.1:9/hooks');
  await dialog.getByRole('checkbox', { name: 'Замовлення' }).check();
  await dialog.getByRole('button', { name: 'Додати вебхук' }).click();
  await dialog
    .getByText(/веде у приватну мережу/)
    .first()
    .waitFor();
  await address.fill(`${simulators()}/receiver/hooks/${NAME}`);
  await dialog.getByRole('button', { name: 'Додати вебхук' }).click();
  await dialog.getByText('Скопіюйте секрет зараз').waitFor();
  await act('secret', { secret: (await dialog.getByTestId('webhook-secret').textContent()) ?? '' });
  await dialog.getByRole('button', { name: 'Секрет збережено в мене' }).click();

  await orderOf(page, 'TP-024-21', 1, []);
  await expect.poll(received, ARRIVES).toContain('order.created true 200');
  const card = page.locator('section').filter({ hasText: NAME });
  await card.getByRole('link', { name: /^Доставки/ }).click();
  await page.getByText('order.created').first().click();
  await page.getByText('Відповідь: 200').first().waitFor();
  const log = new URL(page.url()).pathname;
  expect(await faultsOf(page, log)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await act('answer', { answer: 'error' });
  await orderOf(page, 'TP-024-21', 1, []);
  await expect.poll(received, ARRIVES).toContain('order.created true 500');
  await visit(page, '/cp/integrations/api/webhooks');
  await card.getByText(/^Не приймає з/).waitFor();
  // asked again it says that nobody is there any more
  await act('answer', { answer: 'gone' });
  await card.getByText(/Адреса відповіла 410/).waitFor(ARRIVES);
  await visit(page, '/cp/notices');
  await page
    .getByRole('link', { name: /Вебхук на .* зупинено/ })
    .first()
    .waitFor(ARRIVES);

  await act('answer', { answer: 'ok' });
  await visit(page, '/cp/integrations/api/webhooks');
  await card.getByRole('button', { name: /^Продовжити/ }).click();
  await expect.poll(async () => (await received())[0], ARRIVES).toBe('order.created true 200');
  await visit(page, log);
  const before = (await received()).length;
  await page.getByText('order.created').first().click();
  await page.getByRole('button', { name: 'Надіслати ще раз order.created' }).first().click();
  await page.getByText('Поставлено в чергу подій: 1').waitFor();
  await expect.poll(async () => (await received()).length, ARRIVES).toBe(before + 1);
  expect(problems.filter((one) => !one.includes('422'))).toEqual([]);
});
