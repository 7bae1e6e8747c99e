import type { MergeKeep } from '@lanka/domain/catalog/rules';
import { formatCount, plural, pluralEnglish } from '../kit/format';
import { texts } from '../kit/text';

export const text = texts({
  ua: {
    title: 'Шаблони полів',
    subtitle: 'Те, чим відрізняються модифікації: колір, розмір, обʼєм. Параметр один на весь проєкт і має один тип',
    products: 'Товари',
    add: 'Додати параметр',
    edit: 'Змінити параметр',
    name: 'Назва',
    nameHint: 'Зміниться в усіх товарах, які мають цей параметр',
    type: 'Тип',
    typeHint: 'Числа впорядковуються як числа, і слово на їхньому місці не збережеться',
    types: { text: 'Текст', number: 'Число' },
    save: 'Зберегти',
    saved: 'Параметр збережено',
    counts: (products: number, values: number) =>
      products === 0
        ? 'не має жоден товар'
        : `${formatCount(products)} ${plural(products, 'товар', 'товари', 'товарів')}, ${formatCount(values)} ${plural(values, 'значення', 'значення', 'значень')}`,
    inName: (shown: number, products: number) =>
      shown === products ? 'у назвах модифікацій' : shown === 0 ? 'не в назвах' : `у назвах: ${shown} з ${products}`,
    problems: (n: number) =>
      `${formatCount(n)} ${plural(n, 'параметр потребує', 'параметри потребують', 'параметрів потребують')} вашого рішення`,
    problemsText:
      'Колись кожен товар мав свої параметри, тому серед них могли лишитися схожі назви та слова на місці чисел. Нічого не втрачено: виправте значення, об’єднайте параметри або залиште тип «Текст».',
    onlyProblems: 'Показати лише їх',
    all: 'Показати всі',
    notNumbers: (n: number) => `${formatCount(n)} ${plural(n, 'значення', 'значення', 'значень')} – не числа`,
    alike: (name: string) => `схожий на «${name}»`,
    values: 'Значення',
    valuesOf: (name: string) => `Значення параметра «${name}»`,
    valuesNone: 'Цього параметра не має жоден товар.',
    valuesMany: 'Показано перші 500 значень.',
    notNumber: 'не число',
    ofProducts: (n: number) => `${formatCount(n)} ${plural(n, 'товар', 'товари', 'товарів')}`,
    correct: (value: string) => `Виправити «${value}»`,
    corrected: 'Значення виправлено',
    newValue: 'Нове значення',
    keepText: 'Залишити текстом',
    merge: 'Об’єднати з іншим',
    mergeTitle: (name: string) => `Об’єднати «${name}» з іншим параметром`,
    mergeHint: 'Товари, які мають цей параметр, матимуть обраний; їхні значення залишаться.',
    keep: 'Де значення різні, лишити',
    keepHint: 'Стосується лише модифікацій, у яких різні значення обох параметрів',
    keeps: {
      into: 'Значення параметра, що лишається',
      from: 'Значення цього параметра',
      both: 'Обидва через « / »',
    } satisfies Record<MergeKeep, string>,
    into: 'Який параметр залишити',
    mergeDo: 'Об’єднати',
    merged: 'Параметри об’єднано',
    remove: 'Видалити',
    removed: 'Параметр видалено',
    actions: (name: string) => `Дії з параметром «${name}»`,
    empty: 'Параметрів ще немає',
    emptyText: 'Вони з’являться з першим товаром, що має модифікації, або з імпорту.',
  },
  en: {
    title: 'Templates of fields',
    subtitle:
      'What modifications differ by: colour, size, volume. A column is one for the whole project and has one type',
    products: 'Products',
    add: 'Add a column',
    edit: 'Change the column',
    name: 'Name',
    nameHint: 'Changes in all products that have this column',
    type: 'Type',
    typeHint: 'Numbers are sorted as numbers, and a word in their place is refused',
    types: { text: 'Text', number: 'Number' },
    save: 'Save',
    saved: 'The column is saved',
    counts: (products, values) =>
      products === 0
        ? 'no product has it'
        : `${formatCount(products)} ${pluralEnglish(products, 'product', 'products')}, ${formatCount(values)} ${pluralEnglish(values, 'value', 'values')}`,
    inName: (shown, products) =>
      shown === products
        ? 'in names of modifications'
        : shown === 0
          ? 'not in names'
          : `in names: ${shown} of ${products}`,
    problems: (n) => `${formatCount(n)} ${pluralEnglish(n, 'column waits', 'columns wait')} for your decision`,
    problemsText:
      'Each product once had columns of its own, so names that are alike and words in place of numbers may be left. Nothing is lost: correct the values, merge the columns, or keep the type “Text”.',
    onlyProblems: 'Show only these',
    all: 'Show all',
    notNumbers: (n) => `${formatCount(n)} ${pluralEnglish(n, 'value is', 'values are')} no number`,
    alike: (name) => `like “${name}”`,
    values: 'Values',
    valuesOf: (name) => `Values of the column “${name}”`,
    valuesNone: 'No product has this column.',
    valuesMany: 'The first 500 values are shown.',
    notNumber: 'no number',
    ofProducts: (n) => `${formatCount(n)} ${pluralEnglish(n, 'product', 'products')}`,
    correct: (value) => `Correct “${value}”`,
    corrected: 'The value is corrected',
    newValue: 'New value',
    keepText: 'Keep as text',
    merge: 'Merge with another',
    mergeTitle: (name) => `Merge “${name}” with another column`,
    mergeHint: 'Products that have this column get the chosen one; their values stay.',
    keep: 'Where values differ, keep',
    keepHint: 'Only of modifications that have different values of both columns',
    keeps: {
      into: 'The value of the column that stays',
      from: 'The value of this column',
      both: 'Both, with “ / ” between',
    } satisfies Record<MergeKeep, string>,
    into: 'The column to keep',
    mergeDo: 'Merge',
    merged: 'The columns are merged',
    remove: 'Delete',
    removed: 'The column is deleted',
    actions: (name) => `Actions with the column “${name}”`,
    empty: 'No columns yet',
    emptyText: 'They come with the first product that has modifications, or with an import.',
  },
});
