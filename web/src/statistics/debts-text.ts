import { texts } from '../kit/text';

export const debtsText = texts({
  ua: {
    title: 'Борги за віком',
    chart: 'Борг за віком',
    about: (day: string) =>
      `На ${day}. Дні рахуються від останнього дня оплати, а де його не домовлено, від дня нарахування. «Інше» – борг не за замовлення: продажі за документами, коригування.`,
    heads: ['Борг', 'Строк не минув', '1–30 днів', '31–60', '61–90', 'Понад 90', 'Інше', 'Замовлень', 'Найдавніше'],
    empty: 'Ніхто нічого не винен',
    emptyText: 'Тут видно, хто з контрагентів скільки винен і як давно.',
  },
  en: {
    title: 'Debts by age',
    chart: 'The debt by age',
    about: (day: string) =>
      `On ${day}. Days are counted from the last day to pay; where none was agreed, from the day of charging. “Other” is owed for no order: sales by documents, corrections.`,
    heads: ['Debt', 'Not due yet', '1–30 days', '31–60', '61–90', 'Over 90', 'Other', 'Orders', 'Oldest'],
    empty: 'Nobody owes anything',
    emptyText: 'Here stands which counterparty owes how much, and since when.',
  },
});
