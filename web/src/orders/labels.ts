import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: {
    title: 'Замовлення',
    create: 'Створити замовлення',
    openSum: 'Ще не нараховано за замовленнями',
  },
  en: {
    title: 'Orders',
    create: 'Create an order',
    openSum: 'Orders not yet charged',
  },
});
