import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: { title: 'Товарні фіди' },
  en: { title: 'Feeds of goods' },
});
