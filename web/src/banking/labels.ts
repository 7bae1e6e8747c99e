import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened. */
export const labels = texts({ ua: { title: 'Банки' }, en: { title: 'Banking' } });
