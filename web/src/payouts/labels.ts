import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened. */
export const labels = texts({
  ua: { title: 'Виплати', create: 'Скласти реєстр виплат' },
  en: { title: 'Payouts', create: 'Make a payout register' },
});
