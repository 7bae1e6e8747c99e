import type { Locale } from '@lanka/domain/kit/errors';

/** What the bot says, beside notices: plain text where a person or a project is named it is escaped by whoever asks. */
const ua = {
  open: 'Відкрити',
  linked: (project: string) =>
    `Готово: сповіщення проєкту «${project}» надходитимуть сюди. Що саме – обирають у налаштуваннях сповіщень.\n\n/help – що я вмію.`,
  codeNotFound: 'Код не знайдено. Відкрийте посилання зі сторінки «Бот у Telegram» ще раз.',
  repeatStep1: 'Код уже не діє: минуло пів години. Повторіть крок 1 на сторінці «Бот у Telegram».',
  otherUsername: (wanted: string) =>
    `Це посилання для @${wanted}. Увійдіть у той обліковий запис Telegram або повторіть крок 1 з іншим іменем.`,
  noMore: 'Цей код більше не ваш: вас немає в цьому проєкті.',
  help: [
    '/stock АРТИКУЛ – скільки є товару',
    '/order НОМЕР – що із замовленням',
    '/stop – більше не писати сюди',
    '/help – ця підказка',
  ].join('\n'),
  notLinked: 'Я вас ще не знаю. Підключіть бота на сторінці «Інтеграції» → «Бот у Telegram».',
  notLinkedInProject: 'Спершу підключіть свій Telegram до цього проєкту на сторінці «Бот у Telegram»',
  notInProject: 'Ви більше не берете участі в цьому проєкті',
  notInGroup: 'Цей проєкт більше не пише в цю групу',
  mayNot: 'Ваша роль у проєкті цього не дозволяє',
  stopped: 'Більше не пишу. Щоб увімкнути знову, повторіть крок 1 на сторінці «Бот у Telegram».',
  whichSku: 'Напишіть артикул: /stock AB-12',
  whichOrder: 'Напишіть номер замовлення: /order 128',
  noSku: (sku: string) => `Товару з артикулом «${sku}» немає.`,
  noOrder: (number: string) => `Замовлення № ${number} немає, або воно не ваше.`,
  order: (number: string, status: string, sum: string | null) =>
    `Замовлення № ${number}: ${status}${sum === null ? '' : `. Сума ${sum}`}`,
  ttn: (ttn: string) => `ТТН ${ttn}`,
  noTtn: 'ТТН ще немає',
  confirmed: (number: string, by: string) => `✅ Замовлення № ${number} підтверджено: у виробництві. ${by}`,
  now: (number: string, status: string) => `Замовлення № ${number} зараз: ${status}`,
  availability: {
    in_stock: 'є в наявності',
    many: 'багато',
    out_of_stock: 'немає в наявності',
    unlimited: 'є завжди',
    hidden: 'постачальник не показує залишки',
  },
  pieces: (count: string, unit: string) => `доступно ${count} ${unit}`,
  groupLinked: (project: string) => `Готово: сповіщення команди проєкту «${project}» надходитимуть у цю групу.`,
  groupOnly: 'Цей код – для групи. Додайте мене до групи за посиланням зі сторінки «Бот у Telegram».',
  groupNoMore: 'Цей код більше не діє: хто його створив, уже не додає груп у цьому проєкті.',
  personOnly: 'Цей код – особистий. Натисніть Start у чаті зі мною.',
  test: (project: string) => `Перевірка зв’язку: бот проєкту «${project}» бачить цей чат.`,
  failed: 'Не вдалося. Спробуйте ще раз або відкрийте сторінку в Ланці',
  confirm: 'Підтвердити',
  showTtn: 'ТТН',
  showStock: 'Залишок',
  commands: {
    stock: 'Скільки є товару: /stock АРТИКУЛ',
    order: 'Що із замовленням: /order НОМЕР',
    stop: 'Більше не писати сюди',
    help: 'Що я вмію',
  },
};

const en: typeof ua = {
  open: 'Open',
  linked: (project) =>
    `Done: notifications of the project “${project}” come here. What comes is chosen in the settings of notifications.\n\n/help tells what I can do.`,
  codeNotFound: 'Code not found. Open the link of the page “The bot in Telegram” once more.',
  repeatStep1:
    'The code does not work any more: half an hour has passed. Repeat step 1 on the page “The bot in Telegram”.',
  otherUsername: (wanted) =>
    `This link is for @${wanted}. Sign in to that account of Telegram, or repeat step 1 with another name.`,
  noMore: 'This code is not yours any more: you are not in this project.',
  help: [
    '/stock SKU – how much there is of goods',
    '/order NUMBER – how an order is',
    '/stop – write here no more',
    '/help – this list',
  ].join('\n'),
  notLinked: 'I do not know you yet. Connect the bot on the page Integrations → The bot in Telegram.',
  notLinkedInProject: 'Connect your Telegram to this project first, on the page “The bot in Telegram”',
  notInProject: 'You do not take part in this project any more',
  notInGroup: 'This project writes to this group no more',
  mayNot: 'Your role in the project does not allow this',
  stopped: 'I write no more. To turn it on again repeat step 1 on the page “The bot in Telegram”.',
  whichSku: 'Write the SKU: /stock AB-12',
  whichOrder: 'Write the number of the order: /order 128',
  noSku: (sku) => `There are no goods with the SKU “${sku}”.`,
  noOrder: (number) => `There is no order № ${number}, or it is not yours.`,
  order: (number, status, sum) => `Order № ${number}: ${status}${sum === null ? '' : `. Sum ${sum}`}`,
  ttn: (ttn) => `Waybill ${ttn}`,
  noTtn: 'There is no waybill yet',
  confirmed: (number, by) => `✅ Order № ${number} is confirmed: in production. ${by}`,
  now: (number, status) => `Order № ${number} is now: ${status}`,
  availability: {
    in_stock: 'in stock',
    many: 'many',
    out_of_stock: 'out of stock',
    unlimited: 'always there',
    hidden: 'the supplier does not tell',
  },
  pieces: (count, unit) => `${count} ${unit} available`,
  groupLinked: (project) => `Done: notifications of the team of “${project}” come to this group.`,
  groupOnly: 'This code is for a group. Add me to a group by the link of the page “The bot in Telegram”.',
  groupNoMore: 'This code does not work any more: who made it may not add groups to this project now.',
  personOnly: 'This code is personal. Press Start in the chat with me.',
  test: (project) => `A test: the bot of the project “${project}” sees this chat.`,
  failed: 'This did not work. Try again, or open the page in Lanka',
  confirm: 'Confirm',
  showTtn: 'Waybill',
  showStock: 'Stock',
  commands: {
    stock: 'How much there is of goods: /stock SKU',
    order: 'How an order is: /order NUMBER',
    stop: 'Write here no more',
    help: 'What I can do',
  },
};

export const WORDS: Readonly<Record<Locale, typeof ua>> = { ua, en };

/** Of whoever is not linked: as his Telegram is. */
export const localeOf = (languageCode: string | undefined): Locale =>
  languageCode === undefined || /^(uk|ru|be)/i.test(languageCode) ? 'ua' : 'en';
