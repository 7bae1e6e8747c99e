import { texts } from '../kit/text';

/** What the sidebar and the tabs need; the rest of the words comes with the pages. */
export const labels = texts({ ua: { title: 'Новини' }, en: { title: 'News' } });
