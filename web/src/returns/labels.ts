import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: { title: 'Повернення', create: 'Оформити повернення' },
  en: { title: 'Returns', create: 'Make a return' },
});
