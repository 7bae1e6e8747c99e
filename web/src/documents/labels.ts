import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened. */
export const labels = texts({
  ua: { register: 'Реєстр документів', pickingList: 'Лист збору' },
  en: { register: 'Register of papers', pickingList: 'Picking list' },
});
