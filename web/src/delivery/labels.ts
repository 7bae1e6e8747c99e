import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: { title: 'Доставка', make: 'Створити ТТН' },
  en: { title: 'Delivery', make: 'Make waybills' },
});
