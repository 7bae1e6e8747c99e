import type { Guide } from './guide';

export const webhooks: Guide = {
  page: 'webhooks',
  title: { ua: 'Вебхуки', en: 'Webhooks' },
  text: {
    ua: () => `
Вебхук — адреса вашого сервера, на яку Ланка надсилає POST, коли щось змінюється. Додайте його в «Доступ до API» → «Вебхуки»: адреса, види подій і секрет \`whsec_…\`, який показується один раз.

\`\`\`ts
import { verifyWebhook } from '@lanka/sdk';

// тіло так, як воно прийшло, до будь-якого розбору
const { id, payload } = await verifyWebhook({ headers: request.headers, body, secrets: process.env.LANKA_WEBHOOK_SECRET });
if (await seen(id)) return;
await queue(payload); // { type: 'order.changed', timestamp, data }
\`\`\`

- **Перевіряйте підпис** за [Standard Webhooks](https://www.standardwebhooks.com): заголовки \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`. Старше за п’ять хвилин не приймайте. Поки секрет замінюють, підписують обидва.
- **Принаймні раз**: та сама подія може прийти знову з тим самим \`webhook-id\`. Запам’ятовуйте його.
- **За порядком для однієї речі**: наступна подія замовлення чекає, доки прийнято попередню.
- **Відповідайте 2xx за 10 секунд**, а працюйте потім. Без відповіді, 408, 429, 5xx і переадресація — спробуємо знову з паузами від 5 секунд до 6 годин, три дні, тоді вебхук стане на паузу, а ви отримаєте сповіщення. Відповідь 410 ставить його на паузу одразу.
- Кожну доставку видно 30 днів із запитом і відповіддю; її можна надіслати ще раз.
- Що пропущено, коли сервера не було, каже [виклик змін](/developers/ua/changes): він знає те саме.
`,
    en: () => `
A webhook is an address of your server to which Lanka sends a POST when something changes. Add it in “API access” → “Webhooks”: an address, kinds of events and a secret, \`whsec_…\`, that is shown once.

\`\`\`ts
import { verifyWebhook } from '@lanka/sdk';

// the body as it came, before anything reads it
const { id, payload } = await verifyWebhook({ headers: request.headers, body, secrets: process.env.LANKA_WEBHOOK_SECRET });
if (await seen(id)) return;
await queue(payload); // { type: 'order.changed', timestamp, data }
\`\`\`

- **Check the signature** by [Standard Webhooks](https://www.standardwebhooks.com): the headers \`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`. Take nothing older than five minutes. While a secret is replaced both sign.
- **At least once**: the same event may come again with the same \`webhook-id\`. Remember it.
- **In order for one thing**: the next event of an order waits until the one before was taken.
- **Answer 2xx within 10 seconds**, and work afterwards. After no answer, 408, 429, 5xx and a redirect we try again, with pauses from 5 seconds to 6 hours, for three days; then the webhook is paused and you are told. The answer 410 pauses it at once.
- Each delivery can be seen for 30 days with its request and answer, and sent once more.
- What was missed while a server was away the [call of the changes](/developers/en/changes) tells: it knows the same.
`,
  },
};
