import { BEGIN, OPENCART, type Php, quoted } from './php';

export interface OpenCartAnswer {
  readonly told: unknown;
  readonly problem: string;
  /** Notes in the history of each order. */
  readonly notes: Readonly<Record<string, readonly string[]>>;
  readonly brought: readonly string[];
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==';

/**
 * A shop of OpenCart: each `run` is one of the scripts' own, with what was kept before it. `$run()` is what the clock does,
 * `place()` what a customer does, `$figures()` what stands on the shelf.
 */
export function openCart(php: Php, settings: object) {
  let kept = '';
  return async (act: string): Promise<OpenCartAnswer> => {
    const script = `${BEGIN}
require '${OPENCART}/test/opencart.php';
foreach (['shop', 'texts', 'goods', 'orders', 'sync'] as $part) require '${OPENCART}/lanka/' . $part . '.php';
$brought = [];
$bring = function ($url) use (&$brought) { $brought[] = $url; return base64_decode('${PNG}'); };
$db = opencart(json_decode(base64_decode(${quoted(kept)}), true));
$of_test = ['transport' => $transport, 'bring' => $bring, 'images' => sys_get_temp_dir() . '/lanka-opencart/', 'site' => 'https://shop.example/'];
$settings = json_decode(${quoted(JSON.stringify(settings))}, true) + array_filter($of_test);
$shop = new Lanka\\OpenCart\\Shop($db, 'oc_', $settings);
function place($sku, $count, $more = []) {
  global $shop;
  $order = $shop->insert('order', $more + ['firstname' => 'Ірина', 'lastname' => 'О&#039;Ніл', 'email' => 'i@example.com', 'telephone' => '+380671234567', 'shipping_firstname' => 'Ірина', 'shipping_lastname' => 'О&#039;Ніл', 'shipping_city' => 'Київ', 'shipping_address_1' => 'Відділення 12', 'shipping_address_2' => '', 'shipping_method' => '{"name":"Нова пошта","code":"np.np"}', 'payment_method' => 'Готівка', 'comment' => '', 'total' => '1900.0000', 'order_status_id' => 2]);
  $goods = $shop->row('SELECT p.product_id, p.sku FROM {product} p WHERE p.sku = ?', [$sku]);
  $value = $goods ? null : $shop->row('SELECT v.product_id, v.product_option_value_id FROM {product_option_value} v JOIN {option_value_description} d ON d.option_value_id = v.option_value_id AND d.language_id = 2 WHERE d.name = ?', [$sku]);
  $line = $shop->insert('order_product', ['order_id' => $order, 'product_id' => ($goods ?? $value)['product_id'] ?? 0, 'name' => $sku, 'quantity' => $count, 'price' => '900.0000', 'tax' => '50.0000']);
  if ($value) $shop->insert('order_option', ['order_id' => $order, 'order_product_id' => $line, 'product_option_value_id' => $value['product_option_value_id']]);
  $shop->insert('order_product', ['order_id' => $order, 'product_id' => 0, 'name' => 'Листівка', 'quantity' => 1, 'price' => 10, 'tax' => 0]);
  return $order;
}
// what comes of a database is text or a number, as its PHP is
$typed = function ($rows) { return array_map(fn ($row) => ['quantity' => (int) $row['quantity'], 'status' => (int) ($row['status'] ?? 0)] + $row, $rows); };
$figures = function () use ($shop, $typed) { return $typed($shop->rows('SELECT p.sku, d.name, p.price, p.quantity, p.status, p.image FROM {product} p JOIN {product_description} d ON d.product_id = p.product_id AND d.language_id = 2 ORDER BY p.product_id')); };
$values = function () use ($shop, $typed) { return $typed($shop->rows('SELECT d.name, v.price, v.quantity FROM {product_option_value} v JOIN {option_value_description} d ON d.option_value_id = v.option_value_id AND d.language_id = 2 ORDER BY d.name')); };
$state = function ($order) use ($shop) { return $shop->row('SELECT state FROM {lanka_order} WHERE order_id = ?', [$order])['state'] ?? null; };
$problem = '';
$run = function () use ($shop, &$problem) { $problem = Lanka\\OpenCart\\sync($shop); };
$told = null;
${act}
$notes = [];
foreach ($shop->rows('SELECT order_id, comment FROM {order_history} ORDER BY order_history_id') as $one) $notes[$one['order_id']][] = $one['comment'];
echo json_encode(['told' => $told, 'problem' => $problem, 'notes' => (object) $notes, 'brought' => $brought, 'kept' => base64_encode(json_encode(kept_of($db)))], JSON_UNESCAPED_UNICODE);`;
    const answer = JSON.parse(await php.run(script)) as OpenCartAnswer & { readonly kept: string };
    kept = answer.kept;
    return answer;
  };
}
