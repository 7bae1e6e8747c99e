import { formatCount } from '../kit/format';
import { texts } from '../kit/text';

export const debtsText = texts({
  ua: {
    title: 'Борги за віком',
    chart: 'Борг за віком',
    about: (day: string) =>
      `На ${day}. Дні рахуються від останнього дня оплати, а де його не домовлено, від дня нарахування. «Інше» – борг не за замовлення: продажі за документами, коригування.`,
    heads: ['Борг', 'Строк не минув', '1–30 днів', '31–60', '61–90', 'Понад 90', 'Інше', 'Замовлень', 'Найдавніше'],
    orders: 'Неоплачені замовлення',
    ofAge: (age: string) => `Неоплачені замовлення: ${age.toLowerCase()}`,
    age: 'Вік боргу',
    anyAge: 'Будь-який',
    ages: {
      not_due: 'Строк не минув',
      days_30: '1–30 днів',
      days_60: '31–60 днів',
      days_90: '61–90 днів',
      older: 'Понад 90 днів',
    },
    order: 'Замовлення',
    orderHeads: ['Нараховано', 'Сплатити до', 'Прострочено', 'Не сплачено'],
    days: (days: number) => `${formatCount(days)} дн.`,
    allCounterparties: 'Показати всіх контрагентів',
    allOrders: (orders: number) => `Разом, замовлень: ${orders}`,
    noOrders: 'Неоплачених замовлень немає',
    noOrdersText: 'Оберіть інший вік боргу.',
    empty: 'Ніхто нічого не винен',
    emptyText: 'Тут видно, хто з контрагентів скільки винен і як давно.',
  },
  en: {
    title: 'Debts by age',
    chart: 'The debt by age',
    about: (day: string) =>
      `On ${day}. Days are counted from the last day to pay; where none was agreed, from the day of charging. “Other” is owed for no order: sales by documents, corrections.`,
    heads: ['Debt', 'Not due yet', '1–30 days', '31–60', '61–90', 'Over 90', 'Other', 'Orders', 'Oldest'],
    orders: 'Unpaid orders',
    ofAge: (age: string) => `Unpaid orders: ${age.toLowerCase()}`,
    age: 'Age of the debt',
    anyAge: 'Any',
    ages: {
      not_due: 'Not due yet',
      days_30: '1–30 days',
      days_60: '31–60 days',
      days_90: '61–90 days',
      older: 'Over 90 days',
    },
    order: 'Order',
    orderHeads: ['Charged', 'To pay by', 'Late', 'Unpaid'],
    days: (days: number) => `${formatCount(days)} days`,
    allCounterparties: 'Show all counterparties',
    allOrders: (orders: number) => `In all, orders: ${orders}`,
    noOrders: 'No unpaid orders',
    noOrdersText: 'Choose another age of the debt.',
    empty: 'Nobody owes anything',
    emptyText: 'Here stands which counterparty owes how much, and since when.',
  },
});
