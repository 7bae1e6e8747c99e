import type { Guide } from './guide';

export const start: Guide = {
  page: 'start',
  title: { ua: 'Перші кроки', en: 'First steps' },
  text: {
    ua: () => `
API Ланки зв’язує ваш сайт, CRM чи склад із товарами, залишками й замовленнями в Ланці. Усе, що нижче, працює для постачальника (тариф Premium) і для дропшипера (тариф Business).

## 1. Створіть ключ

Відкрийте «Доступ до API» → «Ключі API», натисніть «Створити ключ» і оберіть, що йому можна читати й змінювати. Ключ показується один раз і починається з \`lanka_\`. Тримайте його на сервері: хто має ключ, той може все, що й він.

Щоб пробувати, не зачіпаючи справжніх даних, візьміть ключ на сусідній вкладці «Пісочниця»: це окремий проєкт із вигаданими товарами й замовленнями, який через 14 днів зникає. Назовні з нього нічого не йде, крім вебхуків, а ліміти малі, щоб ви побачили 429 за хвилину й за місяць. Пісочниця є в постачальника; дропшипер пробує чернетками: замовлення без \`send\` нічого не бронює, стоїть у постачальника лише серед чернеток, і його можна видалити (\`delete_order\`).

## 2. Зробіть перший виклик

\`\`\`sh
export LANKA_KEY=lanka_…
export PROJECT=my-factory   # назва з адреси проєкту або його id
curl "https://lanka.example/api/projects/$PROJECT/products/v2?limit=5" -H "Authorization: Bearer $LANKA_KEY"
\`\`\`

Замість \`lanka.example\` стоїть адреса вашої Ланки. Те саме [бібліотекою](/developers/ua/sdk), яку встановлює \`npm install https://lanka.example/lanka-sdk.tgz\`:

\`\`\`ts
import { connect, listProducts } from '@lanka/sdk';

const lanka = connect({ url: 'https://lanka.example', key: process.env.LANKA_KEY, project: 'my-factory' });
for await (const product of lanka.items(listProducts)) console.log(product.name, product.available);
\`\`\`

## 3. Знайте, як що записано

- Гроші — цілі копійки: \`128000\` це 1 280,00 ₴. Відсотки — соті: \`500\` це 5 %. Вага — грами.
- Час — ISO 8601 в UTC, дні без часу — \`YYYY-MM-DD\` за Києвом.
- Списки відповідають \`{ items, next_cursor, total }\`: передавайте \`next_cursor\` як \`cursor\`, доки він не \`null\`. \`limit\` до 200.
- Поле, якого виклик не знає, — помилка \`common.invalid\`: друкарську помилку видно одразу.
- Адреса файлу, що починається з \`/\` (\`url\`, \`thumbnail_url\`), продовжує адресу вашої Ланки: \`https://lanka.example/api/files/…\`.
- Рядок, який можна змінити, має \`version\`. Надішліть її в \`If-Match\` разом із PATCH, і ви не зітрете чужої зміни.

## Що бачить дропшипер

Ключ дропшипера діє в усіх його постачальників: виклики \`dropshipping/…\` показують усе разом, а \`projects/{project_id}/…\` — одного постачальника, очима цього дропшипера.
`,
    en: () => `
The API of Lanka connects your site, CRM or warehouse with products, stock and orders in Lanka. All of this works for a supplier (plan Premium) and for a dropshipper (plan Business).

## 1. Make a key

Open “API access” → “API keys”, press “Create a key” and choose what it may read and change. The key is shown once and begins with \`lanka_\`. Keep it on a server: whoever has the key may do what it may.

To try without touching real data take a key of the tab “Sandbox” beside it: a project of its own with made-up products and orders, which is gone after 14 days. Nothing leaves it but webhooks, and its limits are small, so that you meet 429 of a minute and of a month. The sandbox is a supplier's; a dropshipper tries with drafts: an order without \`send\` books nothing, stands among the drafts at the supplier and can be deleted (\`delete_order\`).

## 2. Make the first call

\`\`\`sh
export LANKA_KEY=lanka_…
export PROJECT=my-factory   # the name in the project's address, or its id
curl "https://lanka.example/api/projects/$PROJECT/products/v2?limit=5" -H "Authorization: Bearer $LANKA_KEY"
\`\`\`

For \`lanka.example\` put the address of your Lanka. The same by the [SDK](/developers/en/sdk), which \`npm install https://lanka.example/lanka-sdk.tgz\` installs:

\`\`\`ts
import { connect, listProducts } from '@lanka/sdk';

const lanka = connect({ url: 'https://lanka.example', key: process.env.LANKA_KEY, project: 'my-factory' });
for await (const product of lanka.items(listProducts)) console.log(product.name, product.available);
\`\`\`

## 3. Know how things are written

- Money is whole kopecks: \`128000\` is UAH 1,280.00. Percent are hundredths: \`500\` is 5 %. Weight is grams.
- Times are ISO 8601 in UTC, days without a time are \`YYYY-MM-DD\` in Kyiv.
- Lists answer \`{ items, next_cursor, total }\`: pass \`next_cursor\` as \`cursor\` until it is \`null\`. \`limit\` goes up to 200.
- A field that a call does not know is an error, \`common.invalid\`: a typing mistake is seen at once.
- An address of a file that begins with \`/\` (\`url\`, \`thumbnail_url\`) goes on from that of your Lanka: \`https://lanka.example/api/files/…\`.
- What can be changed has a \`version\`. Send it as \`If-Match\` with PATCH, and you overwrite nobody's change.

## What a dropshipper sees

A dropshipper's key works at all his suppliers: the calls \`dropshipping/…\` show everything together, \`projects/{project_id}/…\` one supplier, as this dropshipper sees it.
`,
  },
};
