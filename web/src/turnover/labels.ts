import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: {
    title: 'Оборот',
    createIncome: 'Створити надходження',
    createOutcome: 'Створити видаток',
    cost: 'Собівартість',
    margin: 'Націнка',
  },
  en: {
    title: 'Turnover',
    createIncome: 'Create an income',
    createOutcome: 'Create an outcome',
    cost: 'Cost',
    margin: 'Margin',
  },
});
