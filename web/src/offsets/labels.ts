import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: { title: 'Взаємозаліки', create: 'Скласти акт взаємозаліку' },
  en: { title: 'Offsets', create: 'Build an act of offset' },
});
