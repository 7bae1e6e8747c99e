import { texts } from '../kit/text';

/** The words that the shell shows before the page is opened. */
export const labels = texts({
  ua: { create: 'Створити кілька замовлень з таблиці' },
  en: { create: 'Create many orders from a table' },
});
