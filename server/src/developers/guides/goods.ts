import type { Guide } from './guide';

export const catalogue: Guide = {
  page: 'catalogue',
  title: { ua: 'Синхронізувати каталог', en: 'Sync the catalogue' },
  text: {
    ua: (has) => `
Продається модифікація (\`product_variant\`): колір і розмір зі своїм артикулом, ціною та залишком. Товар (\`product\`) об’єднує модифікації. Зберігайте в себе \`id\` модифікації: артикул можуть змінити, \`id\` лишається.

## Прочитати все

\`\`\`ts
import { listAllVariants } from '@lanka/sdk';

for await (const variant of lanka.items(listAllVariants, { query: { limit: 200, published: true } }))
  await save(variant); // id, product_id, product_name, name, sku, price, recommended_price, available, version
\`\`\`

Сторінки йдуть за ключем, а не за номером, тож нове, що з’явилося під час читання, нічого не зсуває. Що було у вас і чого немає в повному списку — зніміть із продажу.

Хто перечитує одне й те саме, надсилає \`If-None-Match\` з \`ETag\` минулої відповіді (у бібліотеці — \`ifNoneMatch\`): доки нічого не змінилося, відповідь — 304 без тіла.

## Далі лише зміни

${
  has('list_changes')
    ? 'Повне читання потрібне один раз. Далі [читайте зміни](/developers/ua/changes): вони кажуть, що змінилося від вашої позиції, і нічого не пропускають. Порядок важливий: **спершу візьміть позицію, потім прочитайте все**, тоді зміни, що сталися під час читання, прийдуть слідом.'
    : 'Товари можна читати від найновіших змін: `sort=-updated_at` у `list_products`. Зупиніться, коли дійшли до часу минулого читання, відступивши від нього на кілька хвилин назад. Раз на добу читайте все: це знайде те, що видалено.'
}

## Писати каталог у Ланку

- \`create_product\` створює товар разом з опціями та модифікаціями, прихованим; \`publish_product\` показує його.
- \`update_product\` приймає лише названі поля. Надсилайте \`If-Match\` з прочитаною \`version\`.
- **Ціни, залишки й нові товари за артикулом**: \`update_by_sku\` бере до 1 000 рядків за виклик. Де артикула ще немає, \`product_name\` створює прихований товар. Рядок виконується цілим або ні; відмови названо в \`rows\`, решта виконується.
- Фото: \`create_upload\` дає адресу, туди надішліть файл запитом PUT, тоді \`create_image\` з його \`file_name\`.
`,
    en: (has) => `
What is sold is a variant (\`product_variant\`): a colour and a size with its SKU, price and stock. A product holds variants together. Keep the \`id\` of the variant: a SKU may be changed, the \`id\` stays.

## Read everything

\`\`\`ts
import { listAllVariants } from '@lanka/sdk';

for await (const variant of lanka.items(listAllVariants, { query: { limit: 200, published: true } }))
  await save(variant); // id, product_id, product_name, name, sku, price, recommended_price, available, version
\`\`\`

Pages go by key and not by number, so that what is added meanwhile shifts nothing. What you had and the full list has not: take it off sale.

To read the same again send \`If-None-Match\` with the \`ETag\` of the answer before (\`ifNoneMatch\` in the SDK): while nothing has changed the answer is 304 without a body.

## Then only what changes

${
  has('list_changes')
    ? 'Everything is read once. After that [read the changes](/developers/en/changes): they tell what has changed since your position, and miss nothing. The order matters: **take a position first, then read everything**; what happens while you read comes after it.'
    : 'Products can be read from the newest change on: `sort=-updated_at` of `list_products`. Stop at the time of your last reading, less some minutes. Once a day read everything: that finds what was deleted.'
}

## Write a catalogue into Lanka

- \`create_product\` makes a product with its options and variants, hidden; \`publish_product\` shows it.
- \`update_product\` takes the fields that you name and no others. Send \`If-Match\` with the \`version\` that you have read.
- **Prices, stock and new products by SKU**: \`update_by_sku\` takes up to 1,000 rows a call. Where nothing has the SKU, \`product_name\` makes a hidden product. A row is done whole or not at all; refusals stand in \`rows\`, and the others are done.
- Photos: \`create_upload\` gives an address, send the file there with PUT, then \`create_image\` with its \`file_name\`.
`,
  },
};

export const changes: Guide = {
  page: 'changes',
  title: { ua: 'Читати лише зміни', en: 'Read only what changes' },
  needs: 'list_changes',
  text: {
    ua: () => `
\`changes\` відповідає, що змінилося від вашої позиції: замовлення, товари, модифікації, ціни, залишки, платежі, повернення, запити з сайту. Кожна річ є раз, найновішою; порядок сталий, нічого не пропущено, навіть коли одночасно пишуть багато хто. Зміни зберігаються 30 днів.

1. Виклик без \`after\` нічого не перелічує, а дає \`cursor\` цієї миті. Візьміть його першим.
2. Прочитайте все, що вам потрібно.
3. Питайте з \`after\`. Відповідь має \`items\`, новий \`cursor\` і \`has_more\`. Збережіть \`cursor\` **у тій самій транзакції**, що й прочитане: після аварії ви почнете з того самого місця.
4. \`wait=30\` тримає виклик, доки щось не зміниться: так залишки приходять за мить і без зайвих викликів.

\`\`\`ts
import { followChanges, listChanges } from '@lanka/sdk';

await followChanges(lanka, listChanges, {
  load: () => db.cursor(),
  readAll: (cursor) => db.transaction(async () => { await readCatalogue(); await db.saveCursor(cursor); }),
  apply: (items, cursor) => db.transaction(async () => {
    for (const { kind, id, what, data } of items)
      if (kind === 'stock') await db.setStock(id, data?.available ?? 0);
      else if (kind === 'order' && what !== 'deleted') await db.setStatus(id, data.status);
    await db.saveCursor(cursor);
  }),
});
\`\`\`

- \`what\`: \`created\`, \`changed\` або \`deleted\`. Перші два означають те саме для вашої бази: додайте або замініть за \`id\`; \`created\` може прийти й про те, що ви вже маєте, зокрема щойно опубліковане. \`data\` — як є тепер, \`null\` для того, чого вже немає чи чого ключу не видно.
- Ключ бачить лише види, на які має доступ; \`kinds=stock,price\` звужує далі.
- 410 \`changes.too_old\` — позиція старша за 30 днів, 400 \`changes.cursor_unknown\` — вона не з цього виклику. В обох випадках почніть з кроку 1; \`followChanges\` робить це сам.
- Дропшипер читає всіх постачальників одразу: \`list_my_changes\`. Вид \`supplier\` каже, що доступ почався (\`created\`), умови змінилися (\`changed\`, прочитайте ціни) або доступ закінчився (\`deleted\`).
`,
    en: () => `
\`changes\` answers what has changed since your position: orders, products, variants, prices, stock, payments, returns, requests from the site. Each thing stands there once, at its newest; the order is fixed, and nothing is missed even while many write at once. Changes are kept for 30 days.

1. A call without \`after\` lists nothing and gives the \`cursor\` of this moment. Take it first.
2. Read everything that you need.
3. Ask with \`after\`. The answer has \`items\`, a new \`cursor\` and \`has_more\`. Save the \`cursor\` **in the same transaction** as what you have read: after a crash you go on from the same place.
4. \`wait=30\` holds the call until something changes: stock comes in a moment, and without calls for nothing.

\`\`\`ts
import { followChanges, listChanges } from '@lanka/sdk';

await followChanges(lanka, listChanges, {
  load: () => db.cursor(),
  readAll: (cursor) => db.transaction(async () => { await readCatalogue(); await db.saveCursor(cursor); }),
  apply: (items, cursor) => db.transaction(async () => {
    for (const { kind, id, what, data } of items)
      if (kind === 'stock') await db.setStock(id, data?.available ?? 0);
      else if (kind === 'order' && what !== 'deleted') await db.setStatus(id, data.status);
    await db.saveCursor(cursor);
  }),
});
\`\`\`

- \`what\` is \`created\`, \`changed\` or \`deleted\`. The first two are the same to your database: insert or replace by \`id\`; \`created\` may also come of what you have already, and of what was published just now. \`data\` is how it is now, \`null\` for what is gone or what the key may not see.
- A key sees the kinds that its scopes open; \`kinds=stock,price\` narrows that.
- 410 \`changes.too_old\`: the position is older than 30 days; 400 \`changes.cursor_unknown\`: it is not of this call. In both cases begin with step 1; \`followChanges\` does so by itself.
- A dropshipper reads all suppliers at once: \`list_my_changes\`. The kind \`supplier\` says that an access has begun (\`created\`), that terms are others (\`changed\`, read the prices) or that it has ended (\`deleted\`).
`,
  },
};

export const stock: Guide = {
  page: 'stock',
  title: { ua: 'Залишки майже в реальному часі', en: 'Stock in near real time' },
  text: {
    ua: (has) => `
- \`actual\` — скільки лежить на складі, \`booked\` — скільки з того тримають замовлення й бронювання, \`available\` — скільки можна замовити зараз. На сайті показуйте \`available\`.
- Дропшипер бачить лише те, що постачальник йому показує: число, «є / мало / немає» (\`availability\`) або нічого. \`available: null\` не означає нуль.
- \`tracked: false\` — залишок не ведеться, замовляти можна.

## Читати

${
  has('list_changes')
    ? 'Тримайте відкритим [виклик змін](/developers/ua/changes) з `wait=30` і `kinds=stock,price`: відповідь приходить, щойно щось змінилося.'
    : 'Перечитуйте `list_all_variants` з `limit=200`: 2 000 модифікацій це десять викликів. Для однієї сторінки сайту спитайте лише її модифікації: `id=…,…`.'
}

Залишок на вашому сайті завжди трохи старий. Вирішує \`create_order\`: він бронює в одній транзакції й або бронює все, або відповідає \`stock.short\` з тим, чого й скільки бракує. Тому не тримайте «запасу про всяк випадок» на сайті, а покажіть покупцеві відмову зрозуміло.

## Писати

\`change_stock\` приймає \`delta\` (різницю) або \`counted\` (перелічене); \`update_by_sku\` робить те саме для 1 000 артикулів одним викликом. Різницю надсилайте з \`Idempotency-Key\`: повтор після втраченого зв’язку не змінить залишок двічі. Кожна зміна має рядок у \`list_stock_movements\`: до → після, причина, назва ключа.
`,
    en: (has) => `
- \`actual\` is what lies in the warehouse, \`booked\` what orders and bookings hold of it, \`available\` what can be ordered now. Show \`available\` on your site.
- A dropshipper sees what his supplier shows him: a number, “in stock / low / none” (\`availability\`) or nothing. \`available: null\` does not mean zero.
- \`tracked: false\`: no stock is kept, it can be ordered.

## Read

${
  has('list_changes')
    ? 'Keep a [call of the changes](/developers/en/changes) open with `wait=30` and `kinds=stock,price`: the answer comes as soon as something changes.'
    : 'Read `list_all_variants` again with `limit=200`: 2,000 variants are ten calls. For one page of your site ask its variants alone: `id=…,…`.'
}

The stock on your site is always a little old. \`create_order\` decides: it books in one transaction, and either books everything or answers \`stock.short\` with what is missing and how much. So keep no reserve “just in case” on your site, and tell the customer plainly.

## Write

\`change_stock\` takes \`delta\` (a difference) or \`counted\` (what was counted); \`update_by_sku\` does the same to 1,000 SKUs in one call. Send a difference with \`Idempotency-Key\`: repeated after a lost connection it does not change the stock twice. Each change has a row in \`list_stock_movements\`: before → after, cause, the name of the key.
`,
  },
};
