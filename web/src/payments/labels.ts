import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: {
    title: 'Платежі',
    wallet: 'Гаманець',
    enter: 'Внести платіж',
    payChosen: 'Внести оплату за вибрані',
  },
  en: {
    title: 'Payments',
    wallet: 'Wallet',
    enter: 'Enter a payment',
    payChosen: 'Enter a payment for the chosen',
  },
});
