import type { Locale } from '../kit/errors';

/** What a task of a queue does, by its kind, in words. */
export const TASK_NAMES: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  'waybill.make': { ua: 'Створити накладну', en: 'Make the waybill' },
  'waybill.change': { ua: 'Змінити накладну', en: 'Change the waybill' },
  'waybill.remove': { ua: 'Видалити накладну', en: 'Delete the waybill' },
  'register.sync': { ua: 'Скласти реєстр відправлень', en: 'Put the register of parcels together' },
  'parcels.follow': { ua: 'Дізнатися, де посилки', en: 'See where parcels are' },
  receipt: { ua: 'Видати чек', en: 'Issue the receipt' },
  send: { ua: 'Надіслати чек покупцеві', en: 'Send the receipt to the customer' },
  open_shift: { ua: 'Відкрити зміну', en: 'Open the shift' },
  close_shift: { ua: 'Закрити зміну', en: 'Close the shift' },
  check: { ua: 'Перевірити касу', en: 'Check the cash register' },
  'statement.read': { ua: 'Прочитати виписку', en: 'Read the statement' },
};
