import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: {
    title: 'Контрагенти',
    create: 'Додати контрагента',
    find: 'Контрагенти',
  },
  en: {
    title: 'Counterparties',
    create: 'Add a counterparty',
    find: 'Counterparties',
  },
});
