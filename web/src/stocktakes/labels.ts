import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: { title: 'Інвентаризація', create: 'Почати інвентаризацію', count: 'Рахувати' },
  en: { title: 'Stocktakes', create: 'Open a stocktake', count: 'Count' },
});
