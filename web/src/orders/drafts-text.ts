import { formatCount, plural, pluralEnglish } from '../kit/format';
import { texts } from '../kit/text';

export const text = texts({
  ua: {
    title: 'Видалені чернетки',
    subtitle: 'Чернетки, яких не змінювали стільки днів, скільки вказано в загальних налаштуваннях',
    orders: 'Замовлення',
    number: 'Номер',
    counterparty: 'Контрагент',
    customer: 'Покупець',
    touched: 'Остання зміна',
    why: 'Чому',
    untouched: (n: number) => `не змінювали ${formatCount(n)} ${plural(n, 'день', 'дні', 'днів')}`,
    deleted: 'Видалено',
    empty: 'Видалених чернеток немає',
    emptyText: 'Скільки живуть чернетки, задають у шаблонах полів, на вкладці «Загальні налаштування».',
  },
  en: {
    title: 'Deleted drafts',
    subtitle: 'Drafts that nobody changed for as many days as the general settings say',
    orders: 'Orders',
    number: 'Number',
    counterparty: 'Counterparty',
    customer: 'Customer',
    touched: 'Last change',
    why: 'Why',
    untouched: (n: number) => `not changed for ${formatCount(n)} ${pluralEnglish(n, 'day', 'days')}`,
    deleted: 'Deleted',
    empty: 'There are no deleted drafts',
    emptyText: 'How long drafts live is said in the templates of fields, tab “General settings”.',
  },
});
