import { formatMoney } from '@lanka/domain/kit/money';
import type { PlanPrice } from '@lanka/domain/kit/plan_prices';
import {
  DROPSHIPPER_PLANS,
  type DropshipperPlan,
  MANUFACTURER_PLANS,
  type ManufacturerPlan,
  type Plan,
} from '@lanka/domain/kit/plans';
import { formatCount, formatSize, plural, pluralEnglish } from '../kit/format';
import { texts } from '../kit/text';
import { labels } from './labels';

const count = (n: number, one: string, few: string, many: string): string =>
  `${formatCount(n)} ${plural(n, one, few, many)}`;
const countEnglish = (n: number, one: string, other: string): string =>
  `${formatCount(n)} ${pluralEnglish(n, one, other)}`;
const gigabytes = (bytes: number): number => bytes / 1024 ** 3;
const isManufacturer = (plan: Plan): plan is ManufacturerPlan => plan in MANUFACTURER_PLANS;

function benefitsUa(plan: Plan, { extra_orders, extra_collaborator }: PlanPrice): string[] {
  if (isManufacturer(plan)) {
    const terms = MANUFACTURER_PLANS[plan];
    return [
      `${count(terms.orders, 'замовлення', 'замовлення', 'замовлень')} на місяць`,
      `ще ${terms.extra_orders.count} замовлень за ${formatMoney(extra_orders ?? 0)}`,
      extra_collaborator === null
        ? count(terms.collaborators, 'співробітник', 'співробітники', 'співробітників')
        : `${count(terms.collaborators, 'співробітник', 'співробітники', 'співробітників')}, кожен наступний ${formatMoney(extra_collaborator)}`,
      terms.products === null
        ? 'товари й модифікації без обмежень'
        : `${count(terms.products, 'товар', 'товари', 'товарів')} і ${count(terms.product_variants ?? 0, 'модифікація', 'модифікації', 'модифікацій')}`,
      `${formatSize(terms.storage)} для файлів`,
      ...(terms.receipts ? ['підключення каси'] : []),
      ...(terms.api
        ? [`API: ${formatCount(terms.api.requests)} запитів і ${gigabytes(terms.api.bytes)} ГБ на місяць`]
        : []),
    ];
  }
  const terms = DROPSHIPPER_PLANS[plan as DropshipperPlan];
  return [
    'замовлення для своїх покупців',
    'баланс і розрахунки з постачальниками',
    terms.catalogue ? 'каталог виробників і заявки на співпрацю' : 'лише постачальники, які вас запросили',
    `${formatSize(terms.storage)} для власних файлів`,
    ...(terms.api ? ['API для власного сайту'] : []),
  ];
}

function benefitsEn(plan: Plan, { extra_orders, extra_collaborator }: PlanPrice): string[] {
  if (isManufacturer(plan)) {
    const terms = MANUFACTURER_PLANS[plan];
    return [
      `${countEnglish(terms.orders, 'order', 'orders')} a month`,
      `${terms.extra_orders.count} more orders for ${formatMoney(extra_orders ?? 0)}`,
      extra_collaborator === null
        ? countEnglish(terms.collaborators, 'collaborator', 'collaborators')
        : `${countEnglish(terms.collaborators, 'collaborator', 'collaborators')}, each further one ${formatMoney(extra_collaborator)}`,
      terms.products === null
        ? 'as many products and modifications as wanted'
        : `${countEnglish(terms.products, 'product', 'products')} and ${countEnglish(terms.product_variants ?? 0, 'modification', 'modifications')}`,
      `${formatSize(terms.storage, 'en')} for files`,
      ...(terms.receipts ? ['cash register'] : []),
      ...(terms.api
        ? [`API: ${formatCount(terms.api.requests)} requests and ${gigabytes(terms.api.bytes)} GB a month`]
        : []),
    ];
  }
  const terms = DROPSHIPPER_PLANS[plan as DropshipperPlan];
  return [
    'orders for your own customers',
    'balance and accounts with suppliers',
    terms.catalogue ? 'catalogue of manufacturers and applications' : 'only suppliers who have invited you',
    `${formatSize(terms.storage, 'en')} for your own files`,
    ...(terms.api ? ['API for your own site'] : []),
  ];
}

export const text = texts({
  ua: {
    ...labels.ua,
    benefits: benefitsUa,
    aMonth: 'на місяць',
    priceFrom: (month: string, price: string) => `З 1-го числа (${month}): ${price}`,
    ordersUsed: (used: string, most: string) => `Цього місяця: ${used} з ${most} замовлень`,
    oldPrice: 'Попередня ціна:',
    mostPopular: 'Найпопулярніший',
    popular: 'Популярний',
    changesOfPlan: 'Зміни тарифу',
    choose: 'Обрати тариф',
    chosen: 'Обраний тариф',
    chosenHint: 'Цей тариф обрано. Змінити його можна будь-коли',
    sections: 'Розділи тарифу',
    mainTab: 'Поточний тариф',
    changeTab: 'Тарифи й рахунки',
    trial: 'Пробний період',
    trialText:
      'Тариф ще не обрано: 30 днів діють умови найбільшого, далі доступ лише для читання, доки тариф не обрано.',
    since: 'Діє з',
    limits: 'Використано',
    limit: {
      collaborators: 'Співробітники',
      products: 'Товари',
      product_variants: 'Модифікації',
      storage: 'Сховище файлів',
    },
    unlimited: 'без обмежень',
    of: (used: string, most: string) => `${used} з ${most}`,
    reached: (plan: string) => `Ліміт досягнуто. Більше дозволяє тариф «${plan}»`,
    change: 'Змінити тариф',
    changeTitle: (plan: string) => `Перейти на тариф «${plan}»?`,
    newPrice: (price: string, before: string | null) =>
      before === null ? `Ціна: ${price} на місяць` : `Ціна зі знижкою: ${price} на місяць (без неї ${before})`,
    nextPrice: (price: string) => `З наступного місяця: ${price}`,
    payNow: (sum: string) => `Буде виставлено рахунок на ${sum}: різниця до кінця місяця`,
    nothingNow: 'Цього місяця доплачувати не треба',
    newLimit: (what: string, used: string, most: string | null) =>
      most === null ? `${what}: без обмежень` : `${what}: до ${most}, зараз ${used}`,
    atOnce: 'Нові умови діють одразу',
    changed: 'Тариф змінено',
    overTitle: 'Тариф не змінено: використано більше, ніж він дозволяє',
    overLine: (what: string, used: string, most: string) => `${what}: ${used}, тариф дозволяє ${most}`,
    history: 'Історія',
    noHistory: 'Змін ще не було',
    historyLine: (from: string | null, to: string) => (from ? `${from} → ${to}` : `Обрано «${to}»`),
    tariffNotice: 'Рахунок виставляється 1-го числа кожного місяця; на оплату є 3 дні.',
    dropshipperSections: 'Розділи профілю дропшипера',
    data: 'Дані',
    notDropshipper: 'Ви ще не дропшипер',
    notDropshipperText: 'Станьте дропшипером, щоб замовляти у виробників для своїх покупців.',
    toCatalogue: 'Каталог виробників',
    legalType: 'Форма господарювання',
    legalTypes: { ФОП: 'ФОП – фізична особа-підприємець', ТОВ: 'ТОВ – товариство з обмеженою відповідальністю' },
    legalName: 'Юридична назва',
    taxCode: 'ЄДРПОУ / РНОКПП',
    iban: 'IBAN',
    phone: 'Телефон',
    about: 'Про вас',
    saved: 'Дані збережено',
    freeHint: 'Достатньо постачальників, які вас запросили?',
    toFree: 'Перейти на безкоштовний',
    freeEffects: [
      'Каталог постачальників закриється; хто вже вас прийняв – лишається',
      'Ключі API не працюватимуть, а для власних файлів буде до 100 МБ',
      'Виставлені рахунки треба сплатити',
    ],
    invitedFree: 'Вас запросив постачальник: безкоштовний тариф дає працювати з ним без каталогу.',
    faq: 'Часті запитання',
    questions: [
      {
        question: 'Чи потрібно платити одразу?',
        answer: 'Ні. Місяць, у якому тариф обрано вперше, безкоштовний. Далі рахунок приходить 1-го числа.',
      },
      {
        question: 'Чим відрізняється безкоштовний тариф?',
        answer:
          'Він дає працювати з постачальником, який вас запросив. Каталог виробників і заявки є в платних тарифах.',
      },
      {
        question: 'Чи можна змінити тариф?',
        answer:
          'Так, будь-коли. Нові умови діють одразу; за вищий тариф доплачують лише різницю за дні до кінця місяця.',
      },
      {
        question: 'Чи бачить постачальник мої ціни для покупців?',
        answer: 'Він бачить замовлення разом зі знижкою, яку ви дали покупцю. Собівартість від неї не змінюється.',
      },
    ],
  },
  en: {
    ...labels.en,
    benefits: benefitsEn,
    aMonth: 'a month',
    priceFrom: (month: string, price: string) => `From the 1st (${month}): ${price}`,
    ordersUsed: (used: string, most: string) => `This month: ${used} of ${most} orders`,
    oldPrice: 'Former price:',
    mostPopular: 'Most popular',
    popular: 'Popular',
    changesOfPlan: 'Changes of the plan',
    choose: 'Choose the plan',
    chosen: 'Chosen plan',
    chosenHint: 'This plan is chosen. It can be changed at any time',
    sections: 'Sections of the plan',
    mainTab: 'Current plan',
    changeTab: 'Plans and invoices',
    trial: 'Trial',
    trialText:
      'No plan is chosen yet: the terms of the largest hold for 30 days; then access is read-only until one is chosen.',
    since: 'Since',
    limits: 'Used',
    limit: {
      collaborators: 'Collaborators',
      products: 'Products',
      product_variants: 'Modifications',
      storage: 'File storage',
    },
    unlimited: 'as many as wanted',
    of: (used: string, most: string) => `${used} of ${most}`,
    reached: (plan: string) => `The limit is reached. The plan “${plan}” allows more`,
    change: 'Change the plan',
    changeTitle: (plan: string) => `Change to the plan “${plan}”?`,
    newPrice: (price: string, before: string | null) =>
      before === null ? `Price: ${price} a month` : `Price with the discount: ${price} a month (${before} without it)`,
    nextPrice: (price: string) => `From the next month: ${price}`,
    payNow: (sum: string) => `An invoice for ${sum} will be issued: the difference to the end of the month`,
    nothingNow: 'Nothing more is to be paid this month',
    newLimit: (what: string, used: string, most: string | null) =>
      most === null ? `${what}: as many as wanted` : `${what}: up to ${most}, ${used} now`,
    atOnce: 'The new terms hold at once',
    changed: 'The plan is changed',
    overTitle: 'The plan was not changed: more is used than it allows',
    overLine: (what: string, used: string, most: string) => `${what}: ${used}, the plan allows ${most}`,
    history: 'History',
    noHistory: 'There were no changes yet',
    historyLine: (from: string | null, to: string) => (from ? `${from} → ${to}` : `“${to}” was chosen`),
    tariffNotice: 'The invoice is issued on the 1st of each month; there are 3 days to pay.',
    dropshipperSections: 'Sections of the dropshipper profile',
    data: 'Data',
    notDropshipper: 'You are not a dropshipper yet',
    notDropshipperText: 'Become a dropshipper to order from manufacturers for your own customers.',
    toCatalogue: 'Catalogue of manufacturers',
    legalType: 'Legal form',
    legalTypes: { ФОП: 'ФОП – sole trader', ТОВ: 'ТОВ – limited company' },
    legalName: 'Legal name',
    taxCode: 'Tax code (EDRPOU / RNOKPP)',
    iban: 'IBAN',
    phone: 'Phone',
    about: 'About you',
    saved: 'The data are saved',
    freeHint: 'Are the suppliers who have invited you enough?',
    toFree: 'Change to the free plan',
    freeEffects: [
      'The catalogue of suppliers closes; those who have taken you in stay',
      'Keys of the API stop working, and your own files may take up to 100 MB',
      'Invoices that were issued are still to be paid',
    ],
    invitedFree: 'A supplier has invited you: the free plan lets you work with him, without the catalogue.',
    faq: 'Questions and answers',
    questions: [
      {
        question: 'Do I have to pay at once?',
        answer: 'No. The month in which a plan is first chosen is free. After that the invoice comes on the 1st.',
      },
      {
        question: 'What is different in the free plan?',
        answer: 'It lets you work with the supplier who invited you. Catalogue and applications come with paid plans.',
      },
      {
        question: 'Can I change the plan?',
        answer:
          'Yes, at any time. The new terms hold at once; a higher plan costs the difference for the days left in the month.',
      },
      {
        question: 'Does the supplier see my prices for customers?',
        answer: 'He sees the order with the discount that you gave the customer. The base cost does not change by it.',
      },
    ],
  },
});
