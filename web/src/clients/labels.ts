import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: { title: 'Клієнти', create: 'Додати клієнта' },
  en: { title: 'Clients', create: 'Add a client' },
});
