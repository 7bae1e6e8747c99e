/** Services of others that a project connects, with the words that people know them by. */
export const SERVICES = {
  nova_poshta: { ua: 'Нова пошта', en: 'Nova Poshta' },
  checkbox: { ua: 'Каса Checkbox', en: 'The cash register Checkbox' },
  telegram: { ua: 'Бот у Telegram', en: 'The bot in Telegram' },
  monobank: { ua: 'monobank', en: 'monobank' },
  privatbank: { ua: 'ПриватБанк', en: 'PrivatBank' },
  acquiring: { ua: 'Оплата карткою', en: 'Card payments' },
} as const;
export type ServiceName = keyof typeof SERVICES;
export const serviceNames = Object.keys(SERVICES) as [ServiceName, ...ServiceName[]];
