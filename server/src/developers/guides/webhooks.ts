import type { Guide } from './guide';

export const webhooks: Guide = {
  page: 'webhooks',
  title: { ua: 'Вебхуки', en: 'Webhooks' },
  text: {
    ua: () => `
Вебхук — адреса вашого сервера (\`https://\`), на яку Ланка надсилає POST, коли щось змінюється. Додайте його в «Доступ до API» → «Вебхуки»: адреса, види подій і секрет \`whsec_…\`, який показується один раз.

\`\`\`ts
import { verifyWebhook } from '@lanka/sdk';

// тіло так, як воно прийшло, до будь-якого розбору
const { id, payload } = await verifyWebhook({ headers: request.headers, body, secrets: process.env.LANKA_WEBHOOK_SECRET });
if (await seen(id)) return;
await queue(payload); // { type: 'order.changed', timestamp, data }
\`\`\`

- **Перевіряйте підпис** за [Standard Webhooks](https://www.standardwebhooks.com): заголовки \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`. Старше за п’ять хвилин не приймайте. Поки секрет замінюють, підписують обидва.
- **Принаймні раз**: та сама подія може прийти знову з тим самим \`webhook-id\`. Запам’ятовуйте його.
- **\`created\` і \`changed\` — додати або замінити** за \`data.id\`: \`created\` може прийти двічі. \`data.data\` — як є тепер, \`null\` для видаленого.
- **Види**: \`order\`, \`product\`, \`product_variant\`, \`price\`, \`stock\`, \`payment\`, \`return\`, \`application\`, \`request_form\`. Дропшипер чує перші сім від усіх постачальників і \`supplier\`: доступ почався (\`created\`), умови змінилися (\`changed\`, прочитайте ціни й залишки), доступ закінчився (\`deleted\`).
- **За порядком для однієї речі**: наступна подія замовлення чекає, доки прийнято попередню.
- **Відповідайте 2xx за 10 секунд**, а працюйте потім. Без відповіді, 408, 429, 5xx і переадресація — спробуємо знову з паузами від 5 секунд до 6 годин, три дні, тоді вебхук стане на паузу, а ви отримаєте сповіщення. Інша відповідь 4xx стосується лише цієї події: решта йде далі, а її за три дні буде покинуто. Відповідь 410 ставить вебхук на паузу одразу.
- Кожну доставку видно 30 днів із запитом і відповіддю; її можна надіслати ще раз.
- Що пропущено, коли сервера не було, каже [виклик змін](/developers/ua/changes): він знає те саме.
`,
    en: () => `
A webhook is an address of your server (\`https://\`) to which Lanka sends a POST when something changes. Add it in “API access” → “Webhooks”: an address, kinds of events and a secret, \`whsec_…\`, that is shown once.

\`\`\`ts
import { verifyWebhook } from '@lanka/sdk';

// the body as it came, before anything reads it
const { id, payload } = await verifyWebhook({ headers: request.headers, body, secrets: process.env.LANKA_WEBHOOK_SECRET });
if (await seen(id)) return;
await queue(payload); // { type: 'order.changed', timestamp, data }
\`\`\`

- **Check the signature** by [Standard Webhooks](https://www.standardwebhooks.com): the headers \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`. Take nothing older than five minutes. While a secret is replaced both sign.
- **At least once**: the same event may come again with the same \`webhook-id\`. Remember it.
- **\`created\` and \`changed\`: insert or replace** by \`data.id\`; \`created\` may come twice. \`data.data\` is how it is now, \`null\` of what is deleted.
- **Kinds**: \`order\`, \`product\`, \`product_variant\`, \`price\`, \`stock\`, \`payment\`, \`return\`, \`application\`, \`request_form\`. A dropshipper hears the first seven of all suppliers, and \`supplier\`: an access has begun (\`created\`), terms are others (\`changed\`, read prices and stock), an access has ended (\`deleted\`).
- **In order for one thing**: the next event of an order waits until the one before was taken.
- **Answer 2xx within 10 seconds**, and work afterwards. After no answer, 408, 429, 5xx and a redirect we try again, with pauses from 5 seconds to 6 hours, for three days; then the webhook is paused and you are told. Any other 4xx is about that event alone: the others go on, and it is given up after three days. The answer 410 pauses the webhook at once.
- Each delivery can be seen for 30 days with its request and answer, and sent once more.
- What was missed while a server was away the [call of the changes](/developers/en/changes) tells: it knows the same.
`,
  },
};
