/** What became of the cash on delivery, in a word: the same on every screen. */
import type { CodState } from '@lanka/domain/orders/cod';
import type { StatusTable } from '../kit/display/status';
import type { Locale } from '../kit/text';

export const codState: StatusTable<CodState> = {
  planned: { color: 'gray', ua: 'Післяплата', en: 'Cash on delivery' },
  awaited: { color: 'yellow', ua: 'Очікується', en: 'Awaited' },
  received: { color: 'green', ua: 'Отримано', en: 'Received' },
  refused: { color: 'red', ua: 'Відмова', en: 'Refused' },
  direct: { color: 'blue', ua: 'Дропшиперу', en: 'To the dropshipper' },
};

export const codOptions = (locale: Locale) =>
  Object.entries(codState).map(([value, names]) => ({ value, label: names[locale] }));
