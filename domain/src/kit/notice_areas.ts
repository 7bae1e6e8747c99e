/** What a notice is about: people choose by these. In the order of the page of choices. */
export const AREAS = {
  orders: { ua: 'Замовлення', en: 'Orders' },
  comments: { ua: 'Коментарі', en: 'Comments' },
  money: { ua: 'Гроші', en: 'Money' },
  partners: { ua: 'Співпраця', en: 'Cooperation' },
  requests: { ua: 'Запити з сайту', en: 'Requests from the site' },
  news: { ua: 'Новини постачальників', en: 'News of suppliers' },
  stock: { ua: 'Залишки', en: 'Stock' },
  integrations: { ua: 'Підключені служби', en: 'Connected services' },
  files: { ua: 'Імпорт, експорт і фіди', en: 'Imports, exports and feeds' },
} as const;
export type NoticeArea = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as [NoticeArea, ...NoticeArea[]];

/**
 * The ways out of the app by which a notice can go. Each has a column of its name in `notice_choices` and a sender in
 * the server's `notices/ways.ts`, which writes into an outbox of its own.
 */
export const WAYS = ['mail', 'bot'] as const;
export type Way = (typeof WAYS)[number];

/** How a kind of notice goes out of the app to whoever chose nothing: at once, or not. */
export type WayDefault = 'now' | 'off';

/** When a notice goes a way: at once, with others an hour or a day, or never. */
export type When = 'now' | 'hourly' | 'daily' | 'off';

/** What a person chooses for an area; `important` is as each kind has it. */
export const MAIL_CHOICES = ['important', 'now', 'hourly', 'daily', 'off'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** By bot there is nothing to gather: what comes at once is one message. */
export const BOT_CHOICES = ['important', 'now', 'off'] as const;
export type BotChoice = (typeof BOT_CHOICES)[number];
