import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: { requests: 'Заявки на співпрацю', applications: 'Заявки', mine: 'Мої заявки' },
  en: { requests: 'Requests for cooperation', applications: 'Applications', mine: 'My applications' },
});
