import type { Guide } from './guide';

const EXAMPLE = (words: { list: string; order: string; short: string; body: string }) => `\`\`\`php
require 'Lanka.php';

$lanka = new \\Lanka\\Client([
    'url' => 'https://lanka.example',
    'key' => getenv('LANKA_KEY'),
    'project' => 'my-factory',
]);

foreach ($lanka->variants(['published' => true]) as $variant) {
    save($variant); // ${words.list}
}

try {
    $order = $lanka->createOrder($body, 'shop-417'); // ${words.order}
} catch (\\Lanka\\LankaException $error) {
    if ($error->errorCode === 'stock.short') show($error->details); // ${words.short}
    else throw $error;
}

// ${words.body}
$message = \\Lanka\\Client::verifyWebhook(getallheaders(), file_get_contents('php://input'), getenv('LANKA_WEBHOOK_SECRET'));
\`\`\``;

export const php: Guide = {
  page: 'php',
  title: { ua: 'PHP: WooCommerce, OpenCart', en: 'PHP: WooCommerce, OpenCart' },
  text: {
    ua: () => `
[Lanka.php](/Lanka.php) — уся бібліотека одним файлом: PHP 7.4 і новіші з \`curl\` та \`json\`, без Composer, ліцензія MIT.

${EXAMPLE({
  list: 'id, product_id, sku, price, recommended_price, available',
  order: 'ваш номер: скільки б разів не надіслали, замовлення одне',
  short: 'product_variant_id, wanted, available',
  body: 'тіло вебхука так, як воно прийшло',
})}

- Будь-який виклик довідника: \`$lanka->call('GET', 'projects/{project_id}/orders/{id}', ['params' => ['id' => $id]])\`; списки до кінця: \`$lanka->items($path, $query)\`.
- Повторює сама після обриву, 429 і 5xx, з тим самим \`Idempotency-Key\`. Чекає недовго: сторінка крамниці не має зависати.
- Гроші — цілі копійки.

## Зміни за розкладом

Скрипт, який \`cron\` запускає щокілька хвилин, читає лише те, що змінилося:

\`\`\`php
$lanka->follow(
    $kept, // позиція минулого разу; null першого разу
    function (string $cursor) { /* прочитайте все, тоді збережіть позицію */ },
    function (array $items, string $cursor) { /* застосуйте зміни й збережіть позицію разом із ними */ },
    ['kinds' => ['stock', 'price', 'product', 'product_variant', 'order']]
);
\`\`\`

Коли позиція застаріла (понад 30 днів), знову викличеться перша функція.

## WooCommerce

Завантажте [плагін](/lanka-woocommerce.zip) і встановіть його: «Плагіни» → «Додати плагін» → «Завантажити плагін». Тоді в «WooCommerce» → «Ланка» вкажіть адресу, ключ (\`products.read\`, \`stock.read\`, \`orders.read\`, \`orders.write\`), проєкт і контрагента, на якого йдуть замовлення сайту. Дропшипер вказує постачальника, а контрагента лишає порожнім.

- **Товари — сюди.** Опубліковані товари стають товарами WooCommerce з варіаціями, рекомендованою ціною й залишком (без неї товар не продається: ціна без рекомендації — для дропшипера, а не для покупця); далі щоп’ять хвилин лише зміни. Приховані в Ланці стають чернетками. Перше фото ставиться один раз.
- **Замовлення — туди.** Замовлення зі статусом «В обробці» надсилається в Ланку один раз, хай що перервалося; номер у Ланці, відмова та ТТН стають нотатками замовлення. Відмовлене можна надіслати ще раз дією замовлення.
- Товари, яких немає в Ланці, плагін не чіпає і в замовлення не передає.
- Післяплату, оплату карткою та повернення плагін не переносить: вони в коментарі замовлення.

Плагін перевірено на PHP 7.4 і 8.2 проти справжньої Ланки, а WordPress при цьому зіграно: на вашій версії WooCommerce спершу спробуйте його ключем пісочниці на копії сайту.

## OpenCart

Готового модуля немає. Покладіть \`Lanka.php\` до \`system/library/lanka/\` і зробіть два скрипти: за розкладом \`follow\` з оновленням \`product.quantity\` і \`product.price\` за артикулом (\`sku\`), а подія \`catalog/model/checkout/order/addOrderHistory/after\` (OpenCart 3; в OpenCart 4 — \`…/order/addHistory/after\`) лише записує у вашу таблицю, що замовлення чекає: покупець не має чекати на Ланку. Надсилає його скрипт за розкладом: \`createOrder\` з ключем \`opencart-\` та номером замовлення. Подія приходить за кожної зміни статусу, тож записуйте замовлення раз. Ціна для покупця — \`recommended_price\`, а не \`price\`.
`,
    en: () => `
[Lanka.php](/Lanka.php) is the whole library in one file: PHP 7.4 and newer with \`curl\` and \`json\`, no Composer, MIT licence.

${EXAMPLE({
  list: 'id, product_id, sku, price, recommended_price, available',
  order: 'your own number: however often it is sent, there is one order',
  short: 'product_variant_id, wanted, available',
  body: 'the body of a webhook as it came',
})}

- Any call of the reference: \`$lanka->call('GET', 'projects/{project_id}/orders/{id}', ['params' => ['id' => $id]])\`; lists to their end: \`$lanka->items($path, $query)\`.
- It repeats by itself after a lost connection, 429 and 5xx, with the same \`Idempotency-Key\`. It does not wait long: a page of a shop must not hang.
- Money is whole kopecks.

## Changes by the clock

A script that \`cron\` runs every few minutes reads only what has changed:

\`\`\`php
$lanka->follow(
    $kept, // the position of last time; null the first time
    function (string $cursor) { /* read everything, then keep the position */ },
    function (array $items, string $cursor) { /* apply the changes and keep the position with them */ },
    ['kinds' => ['stock', 'price', 'product', 'product_variant', 'order']]
);
\`\`\`

When the position is too old (more than 30 days), the first function is called again.

## WooCommerce

Download the [plugin](/lanka-woocommerce.zip) and install it: “Plugins” → “Add Plugin” → “Upload Plugin”. Then give in “WooCommerce” → “Lanka” the address, a key (\`products.read\`, \`stock.read\`, \`orders.read\`, \`orders.write\`), the project, and the counterparty of the site's orders. A dropshipper gives the supplier and leaves the counterparty empty.

- **Goods come in.** Published products become products of WooCommerce with variations, the recommended price and stock (without one they are not sold: the other price is for dropshippers, not for customers); from then on every five minutes what has changed. What is hidden in Lanka becomes a draft. The first image is set once.
- **Orders go out.** An order with the status “Processing” is sent to Lanka once, whatever broke; its number at Lanka, a refusal and the waybill become notes of the order. What was refused can be sent again by an action of the order.
- Products that are not in Lanka are not touched, and not sent with an order.
- Cash on delivery, payments by card and returns are not carried over: they stand in the comment of the order.

The plugin was checked on PHP 7.4 and 8.2 against a real Lanka, while WordPress was played: on your version of WooCommerce try it first with a key of the sandbox on a copy of the site.

## OpenCart

There is no ready module. Put \`Lanka.php\` into \`system/library/lanka/\` and make two scripts: by the clock \`follow\`, which writes \`product.quantity\` and \`product.price\` by \`sku\`; and the event \`catalog/model/checkout/order/addOrderHistory/after\` (OpenCart 3; in OpenCart 4 \`…/order/addHistory/after\`), which only keeps in a table of yours that the order waits: the customer must not wait for Lanka. The script by the clock sends it: \`createOrder\` with the key \`opencart-\` and the order's number. The event comes with each change of the status, so keep an order once. The price for a customer is \`recommended_price\`, not \`price\`.
`,
  },
};
