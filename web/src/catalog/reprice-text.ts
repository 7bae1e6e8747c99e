import { formatCount, plural, pluralEnglish } from '../kit/format';
import { texts } from '../kit/text';

const prices = (n: number) => `${formatCount(n)} ${plural(n, 'ціна', 'ціни', 'цін')}`;
const pricesEnglish = (n: number) => `${formatCount(n)} ${pluralEnglish(n, 'price', 'prices')}`;

export const text = texts({
  ua: {
    title: (n: number) => `Змінити ціни: ${formatCount(n)} ${plural(n, 'товар', 'товари', 'товарів')}`,
    target: 'Яка ціна',
    targetHint: 'Рахується від ціни кожної модифікації. Ціни від кількості не змінюються',
    price: 'Ціна',
    recommended: 'Рекомендована ціна',
    level: (name: string) => `Рівень «${name}»`,
    direction: 'Куди змінити',
    more: 'Більше',
    less: 'Менше',
    percent: 'Відсоток',
    rounding: 'Округлити до',
    tooMuch: 'Зменшити можна менш ніж на 100 %, збільшити – не більш ніж на 1000 %',
    preview: 'Що вийде',
    none: 'Вкажіть відсоток, щоб побачити нові ціни',
    nothing: 'Жодна ціна не зміниться',
    counts: (changed: number, unchanged: number, refused: number) =>
      [
        `Зміниться: ${formatCount(changed)}`,
        ...(unchanged > 0 ? [`лишиться: ${formatCount(unchanged)}`] : []),
        ...(refused > 0 ? [`не зміниться через помилку: ${formatCount(refused)}`] : []),
      ].join(', '),
    shown: (n: number) => `Показано перші ${formatCount(n)}`,
    noPrice: 'немає',
    becomes: 'стане',
    run: (n: number) => `Змінити ${prices(n)}`,
    done: (n: number) => `Змінено ${prices(n)}`,
    action: 'Змінити ціни',
  },
  en: {
    title: (n: number) => `Change prices: ${formatCount(n)} ${pluralEnglish(n, 'product', 'products')}`,
    target: 'Which price',
    targetHint: 'Computed from the price of each modification. Prices from a count on do not change',
    price: 'Price',
    recommended: 'Recommended price',
    level: (name: string) => `Level “${name}”`,
    direction: 'Which way',
    more: 'More',
    less: 'Less',
    percent: 'Percent',
    rounding: 'Round to',
    tooMuch: 'A price can be lowered by less than 100 % and raised by at most 1000 %',
    preview: 'What it will be',
    none: 'Give a percent to see the new prices',
    nothing: 'No price will change',
    counts: (changed: number, unchanged: number, refused: number) =>
      [
        `Will change: ${formatCount(changed)}`,
        ...(unchanged > 0 ? [`will stay: ${formatCount(unchanged)}`] : []),
        ...(refused > 0 ? [`cannot change: ${formatCount(refused)}`] : []),
      ].join(', '),
    shown: (n: number) => `The first ${formatCount(n)} are shown`,
    noPrice: 'none',
    becomes: 'becomes',
    run: (n: number) => `Change ${pricesEnglish(n)}`,
    done: (n: number) => `${pricesEnglish(n)} changed`,
    action: 'Change prices',
  },
});
