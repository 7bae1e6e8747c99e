import { createHmac } from 'node:crypto';
import { createApiKey } from '@lanka/domain/api_keys/contract';
import {
  createImage,
  deleteVariant,
  publishProduct,
  readProduct,
  unpublishProduct,
  updateProduct,
  updateVariant,
} from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { createOrder, listOrders } from '@lanka/domain/orders/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../harness';
import { makeCounterparty, makeVariants, move, orderBody } from '../trade';
import { openCart } from './opencart';
import { BEGIN, PLUGIN, phps, quoted } from './php';

const engines = phps();
if (engines.length === 0) console.warn('No PHP is here: what shops in PHP take into their hands is not tested');

let app: TestApp;
let project: TestProject;
let url: string;
let counterparty: string;

beforeAll(async () => {
  if (engines.length === 0) return;
  app = await testApp({ API_CALLS_PER_MINUTE: '100000' });
  project = await app.project('Фабрика PHP');
  counterparty = await makeCounterparty(app, project);
  url = await app.app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app?.close());

async function keyOf(scopes: ApiScope[]): Promise<string> {
  const params = { project_id: project.id };
  return (await app.call(createApiKey, { params, token: project.owner.token, body: { name: 'PHP', scopes } })).body.key;
}
const asked = () => ({ params: { project_id: project.id }, token: project.owner.token });
async function givePicture(of: TestProject, product_id: string): Promise<void> {
  const at = { params: { project_id: of.id }, token: of.owner.token };
  const place = await app.call(createUpload, { ...at, body: { file_name: 'photo.png', content_type: 'image/png' } });
  const create = { width: 600, height: 600, channels: 3, background: '#4477aa' } as const;
  const payload = await sharp({ create }).png().toBuffer();
  const { url: to, headers } = place.body.direct_upload;
  expect((await app.app.server.inject({ method: 'PUT', url: to, headers, payload })).statusCode).toBe(200);
  const params = { project_id: of.id, product_id };
  const made = await app.call(createImage, { ...at, params, body: { file_name: place.body.file_name } });
  expect(made.status).toBe(201);
}
const SCOPES: ApiScope[] = ['products.read', 'stock.read', 'orders.read', 'orders.write'];

describe.skipIf(engines.length === 0)('PHP', () => {
  it.each(engines)('reads lists to their end, orders once, follows changes and tells errors: $name', async (php) => {
    const variants = await makeVariants(app, project, [{ stock: 9, price: 128_000 }, { stock: 5 }, { stock: 1 }]);
    const before = (await app.call(listOrders, { ...asked(), query: {} })).body.total;
    const script = `${BEGIN}
$settings = ['url' => ${quoted(url)}, 'key' => ${quoted(await keyOf(SCOPES))}, 'project' => ${quoted(project.friendly_id)}, 'transport' => $transport];
$lanka = new \\Lanka\\Client($settings);
$told = ['owner' => $lanka->currentKey()['owner']['name']];
$one = $lanka->call('GET', 'projects/{project_id}/product_variants/all_records', ['query' => ['id' => [${quoted(variants[0] ?? '')}]]]);
foreach ($lanka->variants(['product_id' => $one['items'][0]['product_id'], 'limit' => 1]) as $variant) $told['variants'][] = $variant['id'];
$order = [
  'counterparty_id' => ${quoted(counterparty)}, 'send' => true,
  'items' => [['product_variant_id' => ${quoted(variants[0] ?? '')}, 'count' => 2]],
  'customer' => ['name' => 'Ірина Мельник', 'phone' => '+380671234567'],
  'delivery' => ['operator' => 'nova_poshta', 'recipient_name' => 'Ірина', 'recipient_phone' => '+380671234567', 'address' => 'Київ, 12'],
];
// the first answer is lost on the way
$lost = 0;
$unlucky = function (...$given) use (&$lost, $transport) {
  $by = $transport ?? Closure::bind(fn (...$all) => self::byCurl(...$all), null, \\Lanka\\Client::class);
  $answer = $by(...$given);
  $lost += 1;
  if ($lost === 1) throw new \\Lanka\\LankaException('lost', 'sdk.unreachable', 0);
  return $answer;
};
$made = (new \\Lanka\\Client(['transport' => $unlucky] + $settings))->createOrder($order, 'php-417');
$told['made'] = [$made['status'], $lost, $lanka->order($made['id'])['id'] === $made['id']];
$cursor = null; $kept = [];
$all = function ($at) use (&$cursor) { $cursor = $at; };
$apply = function ($items, $at) use (&$cursor, &$kept) { $cursor = $at; foreach ($items as $one) $kept[] = $one['kind']; };
$lanka->follow(null, $all, $apply);
$lanka->createOrder($order, 'php-418');
$lanka->follow($cursor, $all, $apply, ['kinds' => ['order']]);
$told['changes'] = $kept;
$lanka->follow('nonsense', function ($at) use (&$told) { $told['lost'] = 'read anew'; }, $apply);
try { $lanka->createOrder(['items' => [['product_variant_id' => ${quoted(variants[2] ?? '')}, 'count' => 5]]] + $order, 'php-419'); }
catch (\\Lanka\\LankaException $e) { $told['short'] = [$e->errorCode, $e->status, $e->details[0]['wanted'], $e->requestId !== null]; }
try { $lanka->call('GET', 'projects/{project_id}/clients'); } catch (\\Lanka\\LankaException $e) { $told['scope'] = $e->errorCode; }
try { new \\Lanka\\Client(['url' => 'http://shop.example'] + $settings); } catch (InvalidArgumentException $e) { $told['plain'] = true; }
echo json_encode($told, JSON_UNESCAPED_UNICODE);`;
    const told = JSON.parse(await php.run(script));
    expect(told).toEqual({
      owner: 'Фабрика PHP',
      variants: expect.arrayContaining(variants),
      made: ['Pending', 2, true],
      changes: ['order'],
      lost: 'read anew',
      short: ['stock.short', 422, 5, true],
      scope: 'api_keys.scope',
      plain: true,
    });
    expect(told.variants).toHaveLength(3);
    expect((await app.call(listOrders, { ...asked(), query: {} })).body.total).toBe(before + 2);
  });

  it.each(engines)('takes only messages that are signed, by either secret, and new: $name', async (php) => {
    const secret = Buffer.from('a secret of webhooks').toString('base64');
    const now = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ type: 'order.changed', data: { id: '1' } });
    const sign = (at: number) =>
      `v1,${createHmac('sha256', 'a secret of webhooks').update(`msg_1.${at}.${body}`).digest('base64')}`;
    const script = `${BEGIN}
$verify = function ($at, $signature, $body, $secrets) {
  $headers = ['Webhook-Id' => 'msg_1', 'WEBHOOK-TIMESTAMP' => (string) $at, 'webhook-signature' => $signature];
  try { return \\Lanka\\Client::verifyWebhook($headers, $body, $secrets)['payload']['type']; }
  catch (\\Lanka\\WebhookException $e) { return $e->getMessage(); }
};
$other = 'whsec_' . base64_encode('another');
echo json_encode([
  $verify(${now}, 'v1,AAAA ' . ${quoted(sign(now))}, ${quoted(body)}, [$other, 'whsec_${secret}']),
  $verify(${now}, ${quoted(sign(now))}, ${quoted(`${body} `)}, 'whsec_${secret}'),
  $verify(${now}, ${quoted(sign(now))}, ${quoted(body)}, $other),
  $verify(${now - 400}, ${quoted(sign(now - 400))}, ${quoted(body)}, 'whsec_${secret}'),
]);`;
    const [good, changed, foreign, old] = JSON.parse(await php.run(script));
    expect(good).toBe('order.changed');
    for (const refused of [changed, foreign]) expect(refused).toContain('signature');
    expect(old).toContain('too old');
  });

  it.each(engines)('reads a shop’s own name of a way of delivery: $name', async (php) => {
    const names = {
      'Нова пошта, відділення': 'nova_poshta',
      'Кур’єр Новою поштою': 'nova_poshta',
      'Новая Почта': 'nova_poshta',
      nova_poshta_shipping: 'nova_poshta',
      УКРПОШТА: 'ukrposhta',
      'Укр пошта експрес': 'ukrposhta',
      'Міст Експрес': 'meest',
      'Meest Пошта': 'meest',
      'Самовивіз з магазину': 'pickup',
      'Доставка по місту': 'other',
      'Доставка по Україні': 'other',
      'Доставка та встановлення': 'other',
    };
    const script = `${BEGIN}echo json_encode(array_map('Lanka\\\\Client::operatorOf', json_decode(${quoted(JSON.stringify(Object.keys(names)))})));`;
    expect(JSON.parse(await php.run(script))).toEqual(Object.values(names));
  });

  it.each(engines)('keeps a shop of WooCommerce in step, and sends its orders once: $name', async (php) => {
    const own = await app.project('Фабрика WooCommerce');
    const theirs = await makeCounterparty(app, own);
    const [red = '', blue = ''] = await makeVariants(app, own, [
      { stock: 9, price: 100_000, recommended_price: 128_005, sku: 'WOO-1' },
      { stock: 4, sku: 'WOO-2' },
    ]);
    const [single = ''] = await makeVariants(app, own, [{ stock: 7, sku: 'WOO-3' }]);
    await makeVariants(app, own, [{ stock: 3, sku: 'WOO-4', recommended_price: null }]);
    const of = { params: { project_id: own.id }, token: own.owner.token };
    const [{ product_id: lone = '' } = {}] = await app.sql<{ product_id: string }>(
      own.id,
      'select product_id from product_variants where id = $1',
      [single],
    );
    await givePicture(own, lone);
    const { body: made } = await app.call(createApiKey, { ...of, body: { name: 'Крамниця', scopes: SCOPES } });
    const settings = { url, key: made.key, project: own.id, counterparty_id: theirs };

    /** A request of the shop: what was kept before it, what is done in it, what is kept after it. */
    let kept = '';
    const shop = async (act: string, problem = '') => {
      const said = await php.run(`${BEGIN}
require '${PLUGIN}/test/wordpress.php';
foreach (['texts', 'settings', 'goods', 'sync', 'orders'] as $part) require '${PLUGIN}/lanka/' . $part . '.php';
if (${quoted(kept)} !== '') $GLOBALS['wp'] = ['hooks' => $GLOBALS['wp']['hooks']] + unserialize(base64_decode(${quoted(kept)}));
else update_option('lanka_settings', json_decode(${quoted(JSON.stringify(settings))}, true));
if ($transport) add_filter('lanka_transport', function () use ($transport) { return $transport; });
function goods($sku) { foreach ($GLOBALS['wp']['objects'] as $one) if ($one instanceof WC_Product && $one->get_sku() === $sku) return $one; }
function place($sku, $count) {
  $item = new WC_Order_Item(); $item->set_product_id(goods($sku)->id); $item->set_quantity($count); $item->set_total('1900.00'); $item->set_name($sku);
  $other = new WC_Order_Item(); $other->set_product_id(0); $other->set_quantity(1); $other->set_name('Листівка');
  $order = new WC_Order();
  foreach (['items' => [$item, $other], 'formatted_billing_full_name' => 'Ірина Мельник', 'billing_phone' => '+380671234567', 'shipping_method' => 'Нова пошта', 'billing_address_1' => 'Відділення 12', 'billing_city' => 'Київ', 'order_number' => '417', 'total' => '1900.00', 'payment_method_title' => 'Готівка'] as $name => $value) $order->{'set_' . $name}($value);
  return $order->save();
}
$told = null;
${act}
$keep = $GLOBALS['wp']; unset($keep['hooks']);
echo json_encode(['told' => $told, 'problem' => get_option('lanka_last', ['problem' => ''])['problem'], 'notes' => $GLOBALS['wp']['notes'], 'kept' => base64_encode(serialize($keep))], JSON_UNESCAPED_UNICODE);`);
      const answer = JSON.parse(said) as {
        told: unknown;
        problem: string;
        notes: Record<string, string[]>;
        kept: string;
      };
      kept = answer.kept;
      expect(answer.problem).toContain(problem);
      if (problem === '') expect(answer.problem).toBe('');
      return answer;
    };
    const figures = `array_map(fn ($sku) => [goods($sku)->get_regular_price(), goods($sku)->get_stock_quantity(), goods($sku)->type()], ['WOO-1', 'WOO-2', 'WOO-3', 'WOO-4'])`;

    const first = await shop(
      `Lanka\\Woo\\sync(); $told = [${figures}, array_values($GLOBALS['wp']['pictures'] ?? [])];`,
    );
    const [told, pictures] = first.told as [unknown, string[]];
    // the picture is brought from where it is said to be, by whoever has no key
    expect(pictures).toHaveLength(1);
    expect((await fetch(pictures[0] ?? '')).headers.get('content-type')).toMatch(/^image\//);
    expect(told).toEqual([
      ['1280.05', 9, 'variation'],
      ['800.00', 4, 'variation'],
      ['800.00', 7, 'simple'],
      // what the shop itself pays is no price for its customers
      ['', 3, 'simple'],
    ]);
    // prices and stock as they change, done twice or not
    await app.call(changeStock, { ...of, params: { ...of.params, id: blue }, body: { delta: -3 } });
    const product_id =
      (await app.sql<{ product_id: string }>(own.id, 'select product_id from product_variants where id = $1', [red]))[0]
        ?.product_id ?? '';
    const priced = await app.call(updateVariant, {
      ...of,
      params: { ...of.params, product_id, id: red },
      body: { recommended_price: 150_000 },
    });
    expect(priced.status).toBe(200);
    const second = await shop(
      `Lanka\\Woo\\sync(); Lanka\\Woo\\sync(); $told = [${figures}, count($GLOBALS['wp']['objects'])];`,
    );
    expect(second.told).toEqual([
      [
        ['1500.00', 9, 'variation'],
        ['800.00', 1, 'variation'],
        ['800.00', 7, 'simple'],
        ['', 3, 'simple'],
      ],
      5,
    ]);

    // an order goes once, though the hook and the clock come twice; what is not of Lanka is left out and said
    const placed = await shop(
      `$told = place('WOO-1', 2); foreach ([1, 2] as $n) { Lanka\\Woo\\take_order($told); Lanka\\Woo\\send_now(); } Lanka\\Woo\\sync();`,
    );
    const id = placed.told as number;
    expect(placed.notes[id]).toEqual([expect.stringMatching(/^Замовлення в Ланці: № \d+\. .*Листівка$/)]);
    const { body: orders } = await app.call(listOrders, { ...of, query: {} });
    expect(orders.items).toMatchObject([
      { status: 'Pending', counterparty_id: theirs, source: 'WooCommerce', customer_sum: 190_000 },
    ]);
    // one that is refused says why, and waits for a person
    const refused = await shop(
      `$told = place('WOO-2', 5); Lanka\\Woo\\take_order($told); Lanka\\Woo\\send_now(); Lanka\\Woo\\sync();`,
    );
    expect(refused.notes[refused.told as number]).toEqual([expect.stringContaining('stock.short')]);
    await app.call(changeStock, { ...of, params: { ...of.params, id: blue }, body: { delta: 50 } });
    const again = await shop(`Lanka\\Woo\\send_again(wc_get_order(${refused.told})); Lanka\\Woo\\send_now();`);
    expect(again.notes[refused.told as number]?.at(-1)).toContain('Замовлення в Ланці');

    // one that cannot be sent keeps neither the others back nor the goods, and waits; nor does a page of something between
    const answering = (bad: unknown, status: number, text: string, isDone = false) => `
add_filter('lanka_transport', function ($by) {
  $by = $by ?? Closure::bind(fn (...$all) => self::byCurl(...$all), null, \\Lanka\\Client::class);
  return function (...$given) use ($by) {
    if (strpos(implode("\\n", $given[2]), '-${bad}-1') === false) return $by(...$given);
    if (${isDone}) $by(...$given);
    return [${status}, ['retry-after' => '0'], ${quoted(text)}];
  };
});`;
    const two = await shop(
      `$told = [place('WOO-3', 1), place('WOO-3', 1)]; foreach ($told as $one) Lanka\\Woo\\take_order($one);`,
    );
    const [bad, good] = two.told as [number, number];
    const states = `$told = array_map(fn ($one) => wc_get_order($one)->get_meta('_lanka_state'), [${bad}, ${good}]);`;
    const past = await shop(
      `${answering(bad, 502, '<html>', true)} Lanka\\Woo\\sync(); ${states} $told[] = goods('WOO-3')->get_stock_quantity();`,
      'HTTP 502',
    );
    expect(past.told).toEqual(['failing', 'sent', 5]);
    for (const [status, text, problem] of [
      [404, '<html>', 'HTTP 404'],
      [402, '{"code":"plans.unpaid","message":"no"}', 'plans.unpaid'],
    ] as const) {
      const waits = await shop(`${answering(bad, status, text)} Lanka\\Woo\\sync(); ${states}`, problem);
      expect(waits.told).toEqual(['failing', 'sent']);
    }
    // changed since its answer was lost: whether it is there a person sees
    const other = await shop(
      `$one = wc_get_order(${bad}); $one->set_formatted_billing_full_name('Олена'); $one->save(); Lanka\\Woo\\sync(); ${states}`,
    );
    expect(other.told).toEqual(['unsure', 'sent']);
    expect(other.notes[bad]).toEqual([expect.stringContaining('Невідомо')]);
    // sent with a key of the API that was replaced since: it is found by its number
    const [replaced] = (await shop(`$told = [place('WOO-3', 1)]; Lanka\\Woo\\take_order($told[0]);`)).told as [number];
    await shop(`${answering(replaced, 502, '<html>', true)} Lanka\\Woo\\sync();`, 'HTTP 502');
    const found = await shop(
      `$one = wc_get_order(${replaced}); $one->update_meta_data('_lanka_key', 'woo-unknown'); $one->save(); Lanka\\Woo\\sync(); $told = wc_get_order(${replaced})->get_meta('_lanka_state');`,
    );
    expect(found.told).toBe('sent');
    // however many fail again and again, a new one goes at once, and of those that fail each has its turn
    const many = await shop(
      `$told = []; for ($n = 0; $n < 25; $n += 1) $told[] = place('WOO-3', 1); foreach ($told as $one) Lanka\\Woo\\take_order($one);`,
    );
    const stuck = many.told as number[];
    const failing = `
$tried = [];
add_filter('lanka_transport', function ($by) use (&$tried) {
  $by = $by ?? Closure::bind(fn (...$all) => self::byCurl(...$all), null, \\Lanka\\Client::class);
  return function (...$given) use ($by, &$tried) {
    if (!preg_match('/woo-\\w+-(\\d+)-/', implode("\\n", $given[2]), $found) || (int) $found[1] > ${stuck.at(-1)}) return $by(...$given);
    $tried[] = (int) $found[1];
    // at once again: with the pauses between tries they would be more than a run works
    return [404, ['retry-after' => '0'], '<html>'];
  };
});`;
    const fresh = await shop(
      `${failing} Lanka\\Woo\\sync(); $new = place('WOO-3', 1); Lanka\\Woo\\take_order($new);
       $tried = []; Lanka\\Woo\\send_waiting(Lanka\\Woo\\client(), time());
       $told = [$tried, wc_get_order($new)->get_meta('_lanka_state')];
       for ($n = 0; $n < 3; $n += 1) Lanka\\Woo\\send_waiting(Lanka\\Woo\\client(), time());
       $told[] = array_values(array_unique($tried));`,
      'HTTP 404',
    );
    expect(fresh.told).toEqual([[], 'sent', stuck.slice(0, 3)]);
    await shop(
      `foreach (${JSON.stringify(stuck)} as $id) { $one = wc_get_order($id); $one->update_meta_data('_lanka_state', 'refused'); $one->save(); } Lanka\\Woo\\sync();`,
    );
    // of two runs one works; one that was killed does not hold it for ever, and one that comes to its end late releases its own
    const locks = await shop(
      `$first = Lanka\\Woo\\lock(); $told = [is_string($first), Lanka\\Woo\\lock()];
       update_option('lanka_sync_lock', $first = (time() - 1000) . '000001'); $second = Lanka\\Woo\\lock();
       array_push($told, is_string($second), Lanka\\Woo\\lock()); Lanka\\Woo\\unlock($first); $told[] = Lanka\\Woo\\lock();
       Lanka\\Woo\\unlock($second); $told[] = is_string($third = Lanka\\Woo\\lock()); Lanka\\Woo\\unlock($third);`,
    );
    expect(locks.told).toEqual([true, null, true, null, null, true]);

    // what becomes of it comes back; hidden goods are a draft
    await move(app, own, own.owner.token, orders.items[0]?.id ?? '', 'Canceled', 'Покупець передумав');
    expect((await app.call(readProduct, { ...of, params: { ...of.params, id: lone } })).status).toBe(200);
    expect((await app.call(unpublishProduct, { ...of, params: { ...of.params, id: lone } })).status).toBe(200);
    const last = await shop(
      `Lanka\\Woo\\sync(); $told = [wc_get_order(${id})->get_status(), goods('WOO-3')->get_status(), goods('WOO-2')->get_stock_quantity()];`,
    );
    expect(last.told).toEqual(['on-hold', 'draft', 46]);
    // shown again it comes back; what the shop has hidden itself stays as it is, and one variant is no variation
    await app.call(publishProduct, { ...of, params: { ...of.params, id: lone } });
    const params = { ...of.params, product_id, id: red };
    await app.call(deleteVariant, { ...of, params });
    const back = await shop(
      `$one = wc_get_product(goods('WOO-2')->get_parent_id()); $one->set_status('draft'); $one->save(); Lanka\\Woo\\sync(); $told = [goods('WOO-3')->get_status(), goods('WOO-1'), goods('WOO-2')->type(), goods('WOO-2')->get_status()];`,
    );
    expect(back.told).toEqual(['publish', null, 'simple', 'draft']);
  });

  it.skipIf(!engines.some(({ hasSqlite }) => hasSqlite)).each(engines.filter(({ hasSqlite }) => hasSqlite))(
    'keeps a shop of OpenCart in step, and sends its orders once: $name',
    async (php) => {
      const own = await app.project('Фабрика OpenCart');
      const theirs = await makeCounterparty(app, own);
      const [red = '', blue = ''] = await makeVariants(app, own, [
        { stock: 9, price: 100_000, recommended_price: 128_005, sku: 'OC-1' },
        { stock: 4, sku: 'OC-2' },
      ]);
      const [single = ''] = await makeVariants(app, own, [{ stock: 7, sku: 'OC-3' }]);
      await makeVariants(app, own, [{ stock: 3, sku: 'OC-4', recommended_price: null }]);
      const of = { params: { project_id: own.id }, token: own.owner.token };
      const productOf = async (id: string) =>
        (
          await app.sql<{ product_id: string }>(own.id, 'select product_id from product_variants where id = $1', [id])
        )[0]?.product_id ?? '';
      const [lone, several] = [await productOf(single), await productOf(red)];
      await givePicture(own, lone);
      const name = { name: 'Чохол <b>"Зима"</b>', description: 'Перший\nдругий <script>' };
      expect((await app.call(updateProduct, { ...of, params: { ...of.params, id: lone }, body: name })).status).toBe(
        200,
      );
      const { body: made } = await app.call(createApiKey, { ...of, body: { name: 'Крамниця', scopes: SCOPES } });
      const shop = openCart(php, { url, key: made.key, project: own.id, counterparty_id: theirs, category_id: 20 });

      // what was ordered before is somebody's already; what is not sold to customers stays away
      const first =
        await shop(`$old = place('без товару', 1); $run(); $run(); $told = [$figures(), $values(), $state($old),
        $shop->rows('SELECT * FROM {product_description} WHERE name LIKE ?', ['%Зима%']), $shop->rows('SELECT * FROM {product_to_category}')];`);
      expect(first.problem).toBe('');
      const [goods, values, old, texts, placed] = first.told as [object[], object[], string, object[], object[]];
      expect(goods).toMatchObject([
        { price: '800.00', quantity: 13, status: 1 },
        { sku: 'OC-3', price: '800.00', quantity: 7, status: 1, image: `catalog/lanka/${lone}.png` },
      ]);
      expect(values).toMatchObject([
        { price: '480.05', quantity: 9 },
        { price: '0.00', quantity: 4 },
      ]);
      expect(old).toBe('before');
      // OpenCart shows texts as they are: what a supplier writes stays text
      expect(texts).toHaveLength(2);
      expect(texts[0]).toMatchObject({ name: 'Чохол &lt;b&gt;&quot;Зима&quot;&lt;/b&gt;' });
      expect((texts[0] as { description: string }).description).toContain('&amp;lt;script&amp;gt;');
      expect(placed).toHaveLength(2);
      expect((await fetch(first.brought[0] ?? '')).headers.get('content-type')).toMatch(/^image\//);

      // prices and stock as they change; what the shop has written of its own in another language stays
      await app.call(changeStock, { ...of, params: { ...of.params, id: blue }, body: { delta: -3 } });
      const priced = { params: { ...of.params, product_id: several, id: red }, body: { recommended_price: 150_000 } };
      expect((await app.call(updateVariant, { ...of, ...priced })).status).toBe(200);
      const second =
        await shop(`$shop->update('product_description', ['name' => 'Mine'], ['language_id' => 1]); $run(); $run();
        $told = [$figures(), $values(), array_column($shop->rows('SELECT name FROM {product_description} WHERE language_id = 1'), 'name')];`);
      expect(second.told).toMatchObject([
        [{ quantity: 10 }, { quantity: 7 }],
        [
          { price: '700.00', quantity: 9 },
          { price: '0.00', quantity: 1 },
        ],
        ['Mine', 'Mine'],
      ]);

      // an order goes once though the script runs again, also when the answer was lost and the order changed since
      const [colour] = (first.told as [object, { name: string }[]])[1];
      const chosen = quoted(colour?.name ?? '');
      const lost = await shop(`
$shop->settings['transport'] = function (...$given) use ($transport) {
  $by = $transport ?? Closure::bind(fn (...$all) => self::byCurl(...$all), null, \\Lanka\\Client::class);
  $answer = $by(...$given);
  return strpos($given[1], '/orders') !== false ? [404, ['retry-after' => '0'], '<html>'] : $answer;
};
$told = place(${chosen}, 2); $run();`);
      const id = lost.told as number;
      expect([lost.problem, lost.notes[id]]).toEqual([expect.stringContaining('HTTP 404'), undefined]);
      const again = await shop(
        `$shop->update('order', ['telephone' => '+380670000000'], ['order_id' => ${id}]); $run(); $run(); $told = $state(${id});`,
      );
      expect([again.problem, again.told]).toEqual(['', 'sent']);
      expect(again.notes[id]).toEqual([expect.stringMatching(/^Замовлення в Ланці: № \d+\. .*Листівка$/)]);
      const { body: orders } = await app.call(listOrders, { ...of, query: { external_number: `shop.example ${id}` } });
      expect(orders.items).toMatchObject([
        {
          status: 'Pending',
          counterparty_id: theirs,
          source: 'OpenCart',
          customer_sum: 190_000,
          customer_name: "Ірина О'Ніл",
        },
      ]);
      expect((await app.call(listOrders, { ...of, query: {} })).body.total).toBe(1);

      // a number that another order has, as of a copy of this shop, is no order of this one
      const number = `shop.example ${id + 1}`;
      const theirs_too = {
        ...orderBody({ [single]: 1 }, { counterparty_id: theirs, external_number: number, send: true }),
      };
      expect((await app.call(createOrder, { ...of, body: theirs_too })).status).toBe(201);
      const copied = await shop(`$told = place('OC-3', 1); $run(); $told = [$told, $state($told)];`);
      expect(copied.told).toEqual([id + 1, 'refused']);
      expect(copied.notes[id + 1]).toEqual([expect.stringContaining('orders.external_number_taken')]);

      // one that is refused says why and keeps no other back; given its status anew it is sent
      const refused = await shop(
        `$told = [place('OC-3', 50), place('OC-3', 1), place('нема', 1)]; $run(); $run(); foreach ([0, 1, 2] as $n) $told[] = $state($told[$n]);`,
      );
      const [short, well, ...states] = refused.told as [number, number, ...unknown[]];
      expect(states.slice(1)).toEqual(['refused', 'sent', 'none']);
      expect(refused.notes[short]).toEqual([expect.stringContaining('stock.short')]);
      await app.call(changeStock, { ...of, params: { ...of.params, id: single }, body: { delta: 60 } });
      const mended = await shop(`$run(); $told = [$state(${short})];
        $shop->insert('order_history', ['order_id' => ${short}, 'order_status_id' => 2, 'notify' => 0, 'comment' => '', 'date_added' => '']); $run(); $told[] = $state(${short});`);
      expect(mended.told).toEqual(['refused', 'sent']);

      // what becomes of it is a note; hidden goods are hidden, and come back where the shop itself has not hidden them
      await move(app, own, own.owner.token, orders.items[0]?.id ?? '', 'Canceled', 'Покупець передумав');
      await app.call(unpublishProduct, { ...of, params: { ...of.params, id: lone } });
      const hidden = await shop(`$run(); $told = array_column($figures(), 'status');`);
      expect([hidden.told, hidden.notes[id]?.at(-1)]).toEqual([[1, 0], 'Скасовано в Ланці']);
      await app.call(publishProduct, { ...of, params: { ...of.params, id: lone } });
      await app.call(deleteVariant, { ...of, params: { ...of.params, product_id: several, id: red } });
      const back = await shop(`$shop->run('UPDATE {product} SET status = 0 WHERE product_id = 1'); $run();
        $told = [array_column($figures(), 'status'), $values(), $shop->rows('SELECT 1 FROM {product_option}')];`);
      expect(back.told).toEqual([[0, 1], [], []]);
      // read anew when the position is lost; what the shop has deleted stays away
      const anew = await shop(
        `$shop->keep('cursor', 'nonsense'); $run(); $shop->run('DELETE FROM {product} WHERE product_id = 2'); $run();
        $told = [$shop->kept('full'), $shop->kept('cursor') !== null, count($shop->rows('SELECT 1 FROM {product}'))];
        $shop->insert('product', ['product_id' => 2, 'sku' => 'OWN', 'status' => 1]); $shop->keep('cursor', null); $run();
        $told[] = $shop->row('SELECT sku FROM {product} WHERE product_id = 2')['sku'];`,
      );
      expect([anew.problem, anew.told]).toEqual(['', [null, true, 1, 'OWN']]);
      const foreign = await shop(
        `$shop->run("UPDATE {setting} SET value = 'USD' WHERE \`key\` = 'config_currency'"); $run();`,
      );
      expect(foreign.problem).toContain('USD');
      expect(well).toBeGreaterThan(short);
    },
  );
});
