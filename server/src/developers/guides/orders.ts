import type { Guide } from './guide';

export const orders: Guide = {
  page: 'orders',
  title: { ua: 'Створити замовлення безпечно', en: 'Place an order safely' },
  text: {
    ua: () => `
Зв’язок може обірватися після того, як замовлення створено, але раніше, ніж ви про це дізналися. Тому кожен POST приймає \`Idempotency-Key\`: **той самий ключ і те саме тіло виконуються один раз**, а повтор отримує ту саму відповідь. Беріть номер замовлення у вашому магазині й збережіть його *до* виклику.

\`\`\`ts
import { createOrder, isLankaError } from '@lanka/sdk';

try {
  const order = await lanka.call(createOrder, {
    idempotencyKey: \`shop-\${mine.number}\`,
    body: {
      external_number: mine.number,
      counterparty_id, // дропшипер не надсилає: це він сам
      items: [{ product_variant_id, count: 2 }],
      customer: { name: 'Ірина Мельник', phone: '+380671234567' },
      delivery: { operator: 'nova_poshta', recipient_name: 'Ірина Мельник', recipient_phone: '+380671234567', address: 'Київ, відділення 12' },
      send: true, // одразу в Pending; без нього — чернетка
    },
  });
  await save(mine.number, order.id, order.number);
} catch (error) {
  if (isLankaError(error, 'stock.short')) await tellCustomer(error.details); // [{ product_variant_id, wanted, available }]
  else if (isLankaError(error, 'orders.external_number_taken')) await save(mine.number, error.details[0]?.order_id);
  else throw error;
}
\`\`\`

- \`Idempotency-Key\` зберігається 24 години й належить ключу API, яким викликали. Той самий ключ з іншим тілом — 409 \`common.idempotency_mismatch\`.
- \`external_number\` — номер замовлення у вашій системі. Його видно в Ланці, за ним замовлення знаходить \`list_orders\` (\`?external_number=\`), і другого з тим самим номером в одного контрагента не буде: 409 \`orders.external_number_taken\` називає перше в \`details[0].order_id\`. Тож і повтор після доби чи з іншим ключем API не створить двох: візьміть замовлення за цим \`order_id\`.
- Після аварії повторіть усі замовлення, на які немає відповіді, з їхніми ключами: створені повернуться, решта створиться.
- Відмова (\`stock.short\`, \`orders.not_for_sale\`, …) нічого не створює й нічого не бронює.
- Суму наперед каже \`price_order\`: надішліть лише те, від чого вона залежить (\`counterparty_id\`, \`items\`, \`promo_code\`, \`customer_discount\`, \`prepayment\`, \`cod\`), без покупця й доставки. Нічого не записується. Не рахуйте знижок самі.
- \`customer_price\` позиції — ваша ціна для покупця; за нею рахується післяплата (\`cod\`).
`,
    en: () => `
The connection may break after the order was made and before you hear of it. So every POST takes \`Idempotency-Key\`: **the same key and the same body are done once**, and a repeat gets the same answer. Take the number of the order in your shop, and save it *before* the call.

\`\`\`ts
import { createOrder, isLankaError } from '@lanka/sdk';

try {
  const order = await lanka.call(createOrder, {
    idempotencyKey: \`shop-\${mine.number}\`,
    body: {
      external_number: mine.number,
      counterparty_id, // a dropshipper sends none: it is he himself
      items: [{ product_variant_id, count: 2 }],
      customer: { name: 'Iryna Melnyk', phone: '+380671234567' },
      delivery: { operator: 'nova_poshta', recipient_name: 'Iryna Melnyk', recipient_phone: '+380671234567', address: 'Kyiv, branch 12' },
      send: true, // straight to Pending; without it a draft
    },
  });
  await save(mine.number, order.id, order.number);
} catch (error) {
  if (isLankaError(error, 'stock.short')) await tellCustomer(error.details); // [{ product_variant_id, wanted, available }]
  else if (isLankaError(error, 'orders.external_number_taken')) await save(mine.number, error.details[0]?.order_id);
  else throw error;
}
\`\`\`

- An \`Idempotency-Key\` is kept for 24 hours, and belongs to the key of the API that made the call. The same key with another body is 409 \`common.idempotency_mismatch\`.
- \`external_number\` is the number of the order in your system. It is seen in Lanka, \`list_orders\` finds the order by it (\`?external_number=\`), and there is no second one with it of the same counterparty: 409 \`orders.external_number_taken\` names the first in \`details[0].order_id\`. So a repeat after a day, or with another key of the API, makes no second one either: take the order by that \`order_id\`.
- After a crash repeat all orders that have no answer, with their keys: those that were made come back, the others are made.
- A refusal (\`stock.short\`, \`orders.not_for_sale\`, …) makes nothing and books nothing.
- \`price_order\` tells the sum beforehand: send what it depends on (\`counterparty_id\`, \`items\`, \`promo_code\`, \`customer_discount\`, \`prepayment\`, \`cod\`), without customer and delivery. Nothing is written. Do not count discounts yourself.
- \`customer_price\` of a line is your price for the customer; cash on delivery (\`cod\`) goes by it.
`,
  },
};

export const follow: Guide = {
  page: 'follow',
  title: { ua: 'Стежити за замовленням', en: 'Follow an order' },
  text: {
    ua: (has) => `
Замовлення йде так: \`Draft\` → \`Pending\` (у менеджера, товар заброньовано) → \`InProduction\` → \`Ready\` → \`Loading\` → \`Loaded\` → \`Sent\` → \`Complete\`. Кроки можна пропускати. \`Canceled\` і \`Blocked\` звільняють бронювання.

- ${
      has('list_changes')
        ? 'Про новий статус і ТТН кажуть [зміни](/developers/ua/changes): `kinds=order`.'
        : 'Нові статуси читайте зі списку: `list_orders` (дропшипер — `list_my_orders`) з `sort=-updated_at`, доки не дійдете до часу минулого читання, відступивши на кілька хвилин назад.'
    }
- \`ttn\` — номер накладної першої посилки; кілька посилок перелічує \`list_parcels\`.
- \`list_moves\` каже, куди замовлення може перейти зараз, з наслідками або з причиною, чому ні. \`move_order\` переводить; повторений запит нічого не робить удруге.
- \`read_history\` — хто, коли й чому; ваш ключ там під своєю назвою.
- Повернення: \`create_return\`, рішення постачальника видно в \`read_return\`, гроші зараховуються, коли його схвалено.
`,
    en: (has) => `
An order goes \`Draft\` → \`Pending\` (with the manager, goods are booked) → \`InProduction\` → \`Ready\` → \`Loading\` → \`Loaded\` → \`Sent\` → \`Complete\`. Steps may be left out. \`Canceled\` and \`Blocked\` release what is booked.

- ${
      has('list_changes')
        ? '[Changes](/developers/en/changes) tell of a new status and of the number of the parcel: `kinds=order`.'
        : 'Read new statuses from the list: `list_orders` (a dropshipper: `list_my_orders`) with `sort=-updated_at`, until the time of your last reading, less some minutes.'
    }
- \`ttn\` is the number of the first parcel; \`list_parcels\` lists several.
- \`list_moves\` says where the order may go now, with the effects or the reason why not. \`move_order\` moves it; repeated, it does nothing twice.
- \`read_history\` says who, when and why; your key stands there under its name.
- Returns: \`create_return\`; \`read_return\` shows what the supplier decided; the money is credited when it is approved.
`,
  },
};

export const feeds: Guide = {
  page: 'feeds',
  title: { ua: 'Фід чи API', en: 'A feed or the API' },
  text: {
    ua: () => `
**Фід** (YML, XML, CSV) — файл за адресою, яку маркетплейс чи конструктор сайтів забирає сам. Його налаштовують у Ланці без програмування: націнка, запас, що входить. Беріть фід, коли ваш майданчик уміє його читати й вам досить оновлення раз на кілька годин.

**API** — коли потрібно більше: замовлення з сайту одразу в Ланці, залишки за секунди, статуси й ТТН покупцеві, баланси.

Можна й разом: товари фідом, замовлення через API. Тоді у фіді артикул чи \`id\` пропозиції веде до модифікації: знайдіть її через \`list_all_variants\` з \`sku=…\` або \`barcode=…\`.
`,
    en: () => `
**A feed** (YML, XML, CSV) is a file at an address that a marketplace or a site builder fetches by itself. It is set up in Lanka without programming: markup, reserve, what goes in. Take a feed when your platform can read one and an update every few hours is enough.

**The API** is for more: orders of your site at once in Lanka, stock within seconds, statuses and parcel numbers for the customer, balances.

Both together work too: goods by feed, orders by the API. Then the SKU of an offer leads to the variant: find it by \`list_all_variants\` with \`sku=…\` or \`barcode=…\`.
`,
  },
};
