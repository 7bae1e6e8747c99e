import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: { title: 'Акти звірки', create: 'Скласти акт звірки' },
  en: { title: 'Reconciliation acts', create: 'Build a reconciliation act' },
});
