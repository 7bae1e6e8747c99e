/** What a notice is about: people choose by these. In the order of the page of choices. */
export const AREAS = {
  orders: { ua: 'Замовлення', en: 'Orders' },
  comments: { ua: 'Коментарі', en: 'Comments' },
  money: { ua: 'Гроші', en: 'Money' },
  partners: { ua: 'Співпраця', en: 'Cooperation' },
} as const;
export type NoticeArea = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as [NoticeArea, ...NoticeArea[]];

/** How a notice goes by mail: at once, with others in one letter, or not. */
export const MAIL_WAYS = ['now', 'digest', 'off'] as const;
export type MailWay = (typeof MAIL_WAYS)[number];
