import type { Guide } from './guide';

export const errors: Guide = {
  page: 'errors',
  title: { ua: 'Помилки', en: 'Errors' },
  text: {
    ua: () => `
Кожна відмова має одну форму:

\`\`\`json
{ "code": "stock.short", "message": "Недостатньо товару: доступно 1", "details": [{ "product_variant_id": "…", "wanted": 2, "available": 1 }] }
\`\`\`

- **Програма дивиться на \`code\`**, він не змінюється. \`message\` показуйте людям: українською або англійською, за \`Accept-Language\`.
- \`details\` — поля (\`path\`, \`code\`, \`message\`) або значення, про які йдеться.
- \`X-Request-Id\` є в кожній відповіді. Назвіть його, коли пишете підтримці.

## Що повторювати

- Немає відповіді, 500, 502, 503, 504: повторіть з паузою, що росте. GET — завжди, POST — з тим самим \`Idempotency-Key\`.
- 429: зачекайте стільки секунд, скільки каже \`Retry-After\`.
- 503 \`common.outcome_unknown\`: невідомо, чи збережено. Повторіть з тим самим ключем, і дізнаєтеся.
- 409 \`common.stale\`: прочитайте знову, застосуйте свою зміну до нової версії.
- Решту 4xx не повторюйте: відповідь буде та сама.

Бібліотека \`@lanka/sdk\` робить це сама. Усі коди кожного виклику — у довіднику.
`,
    en: () => `
Every refusal has one shape:

\`\`\`json
{ "code": "stock.short", "message": "Not enough in stock: 1 available", "details": [{ "product_variant_id": "…", "wanted": 2, "available": 1 }] }
\`\`\`

- **A program goes by \`code\`**, which does not change. Show \`message\` to people: in Ukrainian or English, as \`Accept-Language\` says.
- \`details\` are fields (\`path\`, \`code\`, \`message\`) or the values that it is about.
- \`X-Request-Id\` is in every answer. Name it when you write to support.

## What to repeat

- No answer, 500, 502, 503, 504: repeat with a growing pause. GET always, POST with the same \`Idempotency-Key\`.
- 429: wait for as many seconds as \`Retry-After\` says.
- 503 \`common.outcome_unknown\`: nobody knows whether it was saved. Repeat with the same key and you will.
- 409 \`common.stale\`: read again and apply your change to the new version.
- Do not repeat any other 4xx: the answer will be the same.

The SDK, \`@lanka/sdk\`, does so by itself. The reference has all codes of each call.
`,
  },
};

export const limits: Guide = {
  page: 'limits',
  title: { ua: 'Обмеження', en: 'Limits' },
  text: {
    ua: () => `
- **За хвилину**: кожна відповідь каже \`RateLimit-Limit\`, \`RateLimit-Remaining\` і \`RateLimit-Reset\` (секунди). Понад межу — 429 \`common.too_many\` з \`Retry-After\`. Зазвичай це 1 200 викликів за хвилину на ключ.
- **За місяць** (за Києвом): 2 мільйони викликів і 2 ГБ відповідей на всі ключі разом. На 80 і 100 % приходить сповіщення, далі 429 \`plans.api_requests_limit\` або \`plans.api_bytes_limit\` з днем, коли почнеться новий місяць, і з \`Retry-After\` до його початку. Це можуть бути тижні: не чекайте в тому самому запуску. Скільки вже є, видно на сторінці ключів.
- **Тіло запиту** до 2 МБ, файли йдуть окремо за адресою від \`create_upload\`. Список — до 200 рядків за виклик.
- **Посилання на файли** у відповідях діють годину: зберігайте файл, а не посилання.
- Виклики, яким відмовлено на вході (відкликаний ключ, забагато за хвилину), у місяць не рахуються.
`,
    en: () => `
- **A minute**: every answer says \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds). Beyond that it is 429 \`common.too_many\` with \`Retry-After\`. Usually that is 1,200 calls a minute for a key.
- **A month** (in Kyiv): 2 million calls and 2 GB of answers for all keys together. At 80 and 100 % you are told, beyond it is 429 \`plans.api_requests_limit\` or \`plans.api_bytes_limit\` with the day on which the next month begins, and with \`Retry-After\` until then. That may be weeks: do not wait within the same run. The page of keys shows how much is used.
- **The body** of a request is up to 2 MB, files go apart to the address of \`create_upload\`. A list gives up to 200 rows a call.
- **Links to files** in answers are good for an hour: keep the file and not the link.
- Calls that are turned away at the door (a revoked key, too many a minute) are not counted in the month.
`,
  },
};

export const security: Guide = {
  page: 'security',
  title: { ua: 'Безпека', en: 'Security' },
  text: {
    ua: () => `
- Ключ тримайте на сервері, у змінній середовища чи сховищі секретів, не в коді сторінки й не в репозиторії.
- Один ключ — одна програма: тоді в історії видно, хто що зробив, і відкликати можна лише її.
- Давайте лише потрібні доступи. Сайту, що продає, досить \`products.read\`, \`stock.read\`, \`orders.read\` і \`orders.write\`.
- Назвіть адреси, з яких ключ діє, якщо вони сталі, і останній день, якщо робота тимчасова.
- Заміна без перерви: «Замінити» дає новий секрет, а старий діє ще стільки годин, скільки ви оберете.
- Ключ ніколи не може більше, ніж людина, яка його створила: якщо її роль зменшено чи доступ закінчено, ключ втрачає це ж одразу.
- Ключ потрапив до чужих рук — відкличте його: це діє від наступного виклику.
`,
    en: () => `
- Keep the key on a server, in an environment variable or a store of secrets, not in the code of a page and not in a repository.
- One key, one program: then the history shows who did what, and that one alone can be revoked.
- Give no scope that is not needed. A site that sells needs \`products.read\`, \`stock.read\`, \`orders.read\` and \`orders.write\`.
- Name the addresses that the key works from, if they stay, and a last day, if the work ends.
- Replaced without a gap: “Rotate” gives a new secret, and the old one works on for as many hours as you choose.
- A key never may more than whoever made it: when that role gets smaller or the access ends, the key loses the same at once.
- If somebody else has got the key, revoke it: that counts from the next call on.
`,
  },
};

export const sdk: Guide = {
  page: 'sdk',
  title: { ua: 'SDK для JavaScript', en: 'SDK for JavaScript' },
  text: {
    ua: () => `
\`@lanka/sdk\` — усі виклики з типами для TypeScript і JavaScript, без жодної залежності, Node 20 і новіші. Ліцензія MIT. Пакет роздає сама Ланка, у відкритому реєстрі npm його немає:

\`\`\`sh
npm install https://lanka.example/lanka-sdk.tgz   # замість lanka.example — адреса вашої Ланки
\`\`\`

Коли в Ланці з’являться нові виклики, встановіть його так само ще раз.

\`\`\`ts
import { connect, listOrders } from '@lanka/sdk';

const lanka = connect({ url: 'https://lanka.example', key: process.env.LANKA_KEY, project: 'my-factory' });
for await (const order of lanka.items(listOrders, { query: { status: ['Pending'] } })) console.log(order.number, order.sum);
\`\`\`

- Кожен виклик — константа з назвою з довідника: \`list_orders\` → \`listOrders\`. У збірку потрапляють лише ті, якими ви користуєтеся.
- \`call\` робить один виклик, \`pages\` і \`items\` читають список до кінця.
- Повторює сама після обриву, 429 і 5xx, з тим самим \`Idempotency-Key\`.
- Помилки — \`LankaError\` з \`code\`, \`details\`, \`requestId\`.
- \`verifyWebhook\` перевіряє підпис за Standard Webhooks.

Командний рядок \`lanka\` іде разом із пакетом і говорить мовою вашої системи. У теці, де пакет встановлено:

\`\`\`sh
npx lanka sign-in --url https://lanka.example   # ключ спитають; він лежить у файлі, який читаєте лише ви
npx lanka whoami
npx lanka list orders --where status=Pending
npx lanka export variants --format csv
npx lanka watch --kinds order,stock --state cursor   # зміни, щойно вони стаються
\`\`\`

Для інших мов візьміть [документ OpenAPI](/api/public/openapi.json): з нього генерують клієнтів. Він має версію; що зламало б програми, приходить лише з новим першим числом.
`,
    en: () => `
\`@lanka/sdk\` has all calls with types for TypeScript and JavaScript, needs no other package, and runs in Node 20 and newer. MIT licence. Lanka hands it out itself, it is in no public registry of npm:

\`\`\`sh
npm install https://lanka.example/lanka-sdk.tgz   # for lanka.example put the address of your Lanka
\`\`\`

When Lanka has new calls, install it once more in the same way.

\`\`\`ts
import { connect, listOrders } from '@lanka/sdk';

const lanka = connect({ url: 'https://lanka.example', key: process.env.LANKA_KEY, project: 'my-factory' });
for await (const order of lanka.items(listOrders, { query: { status: ['Pending'] } })) console.log(order.number, order.sum);
\`\`\`

- Every call is a constant named as in the reference: \`list_orders\` → \`listOrders\`. A bundle holds only those that you use.
- \`call\` makes one call, \`pages\` and \`items\` read a list to its end.
- It repeats by itself after a lost connection, 429 and 5xx, with the same \`Idempotency-Key\`.
- Errors are \`LankaError\` with \`code\`, \`details\`, \`requestId\`.
- \`verifyWebhook\` checks a signature by Standard Webhooks.

The command line \`lanka\` comes with the package and speaks the language of your system. In the folder where it is installed:

\`\`\`sh
npx lanka sign-in --url https://lanka.example   # the key is asked for; it is kept in a file that you alone read
npx lanka whoami
npx lanka list orders --where status=Pending
npx lanka export variants --format csv
npx lanka watch --kinds order,stock --state cursor   # changes as they happen
\`\`\`

For other languages take the [OpenAPI document](/api/public/openapi.json): clients are generated from it. It has a version; what would break programs comes only with a new first number.
`,
  },
};
