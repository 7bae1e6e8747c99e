import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened. */
export const labels = texts({
  ua: { title: 'Каталог', goods: 'Каталог: товари постачальників' },
  en: { title: 'Catalogue', goods: 'Catalogue: goods of suppliers' },
});
