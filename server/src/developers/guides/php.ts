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

Для OpenCart 3 і 4 є [скрипти](/lanka-opencart.zip), які працюють за розкладом поруч із крамницею: модуля в адмінці вони не потребують.

1. Розпакуйте архів на сервері крамниці, найкраще поза відкритою текою сайту, і скопіюйте \`settings.sample.php\` до \`settings.php\`.
2. Вкажіть там \`config.php\` крамниці, адресу Ланки, ключ (\`products.read\`, \`stock.read\`, \`orders.read\`, \`orders.write\`), проєкт і контрагента. Дропшипер вказує постачальника, а контрагента лишає порожнім. Основна валюта крамниці має бути гривня.
3. Додайте до \`cron\`: \`*/5 * * * * php /шлях/lanka/run.php\`. Потрібні \`curl\`, \`mbstring\` і \`pdo_mysql\`. Перший запуск зробіть руками: він скаже, якщо щось не так.

- **Товари — сюди.** Опубліковані товари стають товарами OpenCart з рекомендованою ціною, залишком і першим фото (без рекомендованої ціни модифікація не продається). Модифікації стають значеннями однієї опції («Колір, Розмір»): лише так OpenCart рахує залишок кожної. Далі щоразу лише зміни. Приховані в Ланці вимикаються; що вимкнула або видалила крамниця, таким і лишається.
- **Назва й опис** приходять мовою крамниці; переклади іншими мовами пишете ви, і вони лишаються.
- **Замовлення — туди.** Замовлення, яке отримало один зі статусів обробки (або з \`send_statuses\`), надсилається один раз, хай що перервалося: його номер передається як \`external_number\`. Замовлення, які вже були в цих статусах за першого запуску, не надсилаються. Номер у Ланці, відмова та ТТН стають записами в історії замовлення, покупця про них не сповіщають.
- **Телефон покупця** Ланці потрібен для доставки. OpenCart 4 не питає про нього, доки ви не ввімкнете це в налаштуваннях крамниці.
- **Відмовлене** надішлеться ще раз, коли ви виправите його й знову дасте той самий статус.
- Статуси замовлень, купони, післяплату й повернення скрипти не переносять; сума й спосіб оплати стоять у коментарі замовлення.

Скрипти перевірено на PHP 7.4 і 8.2 проти справжньої Ланки на таблицях OpenCart, зіграних у SQLite, а руками на OpenCart 3.0.3.8 і 4.1.0.3 з MariaDB. Спершу спробуйте їх ключем пісочниці на копії крамниці.
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

For OpenCart 3 and 4 there are [scripts](/lanka-opencart.zip) that work by the clock beside the shop; they need no module in its administration.

1. Unpack the archive on the server of the shop, best outside the public folder of the site, and copy \`settings.sample.php\` to \`settings.php\`.
2. Give there the \`config.php\` of the shop, the address of Lanka, a key (\`products.read\`, \`stock.read\`, \`orders.read\`, \`orders.write\`), the project and the counterparty. A dropshipper gives the supplier and leaves the counterparty empty. The main currency of the shop must be the hryvnia.
3. Add to \`cron\`: \`*/5 * * * * php /path/to/lanka/run.php\`. It needs \`curl\`, \`mbstring\` and \`pdo_mysql\`. Start it by hand the first time: it says when something is amiss.

- **Goods come in.** Published products become products of OpenCart with the recommended price, stock and the first image (without a recommended price a modification is not sold). Modifications become values of one option (“Colour, Size”): only so does OpenCart count the stock of each. After that each run brings what has changed. What is hidden in Lanka is switched off; what the shop has switched off or deleted stays so.
- **Name and description** come in the language of the shop; translations into others are yours, and stay.
- **Orders go out.** An order that got one of the statuses of processing (or of \`send_statuses\`) is sent once, whatever broke: its number goes along as \`external_number\`. Orders that had such a status at the first run are not sent. The number at Lanka, a refusal and the waybill become entries in the history of the order, of which the customer is not told.
- **The customer’s phone** is what Lanka needs to deliver. OpenCart 4 does not ask for it until you switch that on in the settings of the shop.
- **What was refused** is sent again when you have mended it and given it the same status once more.
- Statuses of orders, coupons, cash on delivery and returns are not carried over; the total and the way of payment stand in the comment of the order.

The scripts were checked on PHP 7.4 and 8.2 against a real Lanka on the tables of OpenCart, played in SQLite, and by hand on OpenCart 3.0.3.8 and 4.1.0.3 with MariaDB. Try them first with a key of the sandbox on a copy of the shop.
`,
  },
};
