import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened. */
export const labels = texts({
  ua: { title: 'Післяплата', enter: 'Внести реєстр перевізника' },
  en: { title: 'Cash on delivery', enter: 'Enter a register of a carrier' },
});
