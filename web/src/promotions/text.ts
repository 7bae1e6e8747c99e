import { FOUND_TOTAL } from '@lanka/domain/kit/lists';
import type { Promotion } from '@lanka/domain/promotions/contract';
import type { StatusTable } from '../kit/display/status';
import { formatCountTo, plural, pluralEnglish } from '../kit/format';
import { texts } from '../kit/text';
import { labels } from './labels';

export const text = texts({
  ua: {
    ...labels.ua,
    created: 'Акцію створено',
    saved: 'Зміни збережено',
    all: 'Усі',
    search: 'Назва або промокод',
    name: 'Назва',
    nameHint: 'Її бачать і дропшипери, доки акція діє або лише запланована',
    code: 'Промокод',
    codeHint:
      'Літери, цифри, дефіс і підкреслення; великі та малі літери не розрізняються. Дропшипери бачать його у своєму розділі «Акції»',
    scope: 'Діє',
    forAll: 'На всі замовлення',
    forAllHint: 'Поширити акцію на всі замовлення без промокоду',
    oneTime: 'Одноразова',
    oneTimeHint: 'Кожен контрагент може скористатися промокодом лише один раз',
    usedBy: (n: number) =>
      `${formatCountTo(n, FOUND_TOTAL)} ${plural(n, 'використання', 'використання', 'використань')}`,
    kind: 'Вид знижки',
    percent: 'Відсоток',
    amount: 'Сума з одиниці товару',
    discount: 'Знижка',
    discountHint: 'Від базової ціни. Із кількох знижок діє найбільша, вони не додаються',
    perPiece: (sum: string) => `${sum} з одиниці`,
    firstDay: 'Перший день',
    lastDay: 'Останній день',
    noLimit: 'Без обмеження',
    period: 'Період',
    status: 'Статус',
    dates: (from: string, to: string) => `${from} – ${to}`,
    since: (day: string) => `з ${day}`,
    until: (day: string) => `до ${day}`,
    delete: 'Видалити',
    deleted: 'Акцію видалено',
    deleteTitle: (name: string) => `Видалити акцію «${name}»?`,
    deleteEffects: ['Промокод перестане діяти', 'Ціни в уже оформлених замовленнях не зміняться'],
    cannotDelete: 'Акцію вже використали. Завершіть її, вказавши останній день',
    onlyLeaders: 'Змінювати акції можуть власник і адміністратор',
    empty: 'Акцій ще немає',
    emptyText: 'Створіть промокод або знижку на всі замовлення, щоб дропшипери купували охочіше.',
    supplier: 'Постачальник',
    noCode: 'Не потрібен',
    emptyMine: 'Зараз акцій немає',
    emptyMineText: 'Коли постачальник запланує знижку або промокод, ви побачите їх тут разом зі строком дії.',
  },
  en: {
    ...labels.en,
    created: 'The promotion was created',
    saved: 'Changes saved',
    all: 'All',
    search: 'Title or promo code',
    name: 'Title',
    nameHint: 'Dropshippers see it too, while the promotion holds or is planned',
    code: 'Promo code',
    codeHint:
      'Letters, digits, hyphens and underscores; capital and small letters are the same. Dropshippers see it among their promotions',
    scope: 'Applies',
    forAll: 'To all orders',
    forAllHint: 'Let the promotion affect all orders without a code',
    oneTime: 'One-time use only',
    oneTimeHint: 'Each counterparty can use the promo code once',
    usedBy: (n: number) => `${formatCountTo(n, FOUND_TOTAL)} ${pluralEnglish(n, 'use', 'uses')}`,
    kind: 'Kind of discount',
    percent: 'Percent',
    amount: 'Amount off each piece',
    discount: 'Discount',
    discountHint: 'From the base price. Of several discounts the largest applies, they do not add up',
    perPiece: (sum: string) => `${sum} off each piece`,
    firstDay: 'First day',
    lastDay: 'Last day',
    noLimit: 'Without a limit',
    period: 'Period',
    status: 'Status',
    dates: (from: string, to: string) => `${from} – ${to}`,
    since: (day: string) => `from ${day}`,
    until: (day: string) => `until ${day}`,
    delete: 'Delete',
    deleted: 'The promotion was deleted',
    deleteTitle: (name: string) => `Delete the promotion “${name}”?`,
    deleteEffects: ['The promo code stops working', 'Prices of orders already made stay'],
    cannotDelete: 'The promotion was used. Give it a last day instead',
    onlyLeaders: 'The owner and administrators may change promotions',
    empty: 'There are no promotions yet',
    emptyText: 'Create a promo code, or a discount for all orders, to make dropshippers buy more.',
    supplier: 'Supplier',
    noCode: 'Not needed',
    emptyMine: 'There are no promotions now',
    emptyMineText: 'When a supplier plans a discount or a promo code, you will see it here with its dates.',
  },
});

/** What a dropshipper sees of them. */
export const openState = {
  active: { color: 'green', ua: 'Діє', en: 'Active' },
  planned: { color: 'blue', ua: 'Запланована', en: 'Planned' },
} as const satisfies StatusTable<'active' | 'planned'>;

export const promotionState: StatusTable<Promotion['state']> = {
  ...openState,
  expired: { color: 'gray', ua: 'Завершена', en: 'Expired' },
};
