import type { Drawing } from '../draw';
import type { Good } from './good';

/** Few goods of small makers: as many as a request for verification needs. */
interface Plain {
  readonly name: string;
  readonly price: number;
  readonly recommended: number;
  readonly weight: number;
  readonly text: string;
  readonly state?: Good['state'];
}

const plain = (drawing: Drawing, colours: readonly string[], goods: readonly Plain[]): Good[] =>
  goods.map((good, nth) => ({
    ...{ drawing, sizes: ['один'], tags: ['дім'], ...good },
    colours: [colours[nth % colours.length] ?? ''],
  }));

export const POTTERY = plain(
  'mug',
  ['зелений', 'бежевий', 'синій', 'рудий'],
  [
    { name: 'Чашка «Опішня»', price: 210, recommended: 360, weight: 380, text: 'Чашка 300 мл, ручний розпис.' },
    { name: 'Чашка велика «Ранок»', price: 260, recommended: 440, weight: 520, text: 'Чашка 450 мл, матова полива.' },
    { name: 'Чашка для еспресо «Ковток»', price: 150, recommended: 260, weight: 180, text: 'Чашка 80 мл із блюдцем.' },
    { name: 'Глечик «Криничка»', price: 540, recommended: 890, weight: 1200, text: 'Глечик на 1,2 л.' },
    { name: 'Кухоль «Козак»', price: 320, recommended: 540, weight: 700, text: 'Кухоль 500 мл.', state: 'low' },
    {
      name: 'Горнятко дитяче «Півник»',
      price: 190,
      recommended: 330,
      weight: 260,
      text: 'Горнятко 200 мл.',
      state: 'out',
    },
  ],
);

export const CANDLES = plain(
  'candle',
  ['молочний', 'лавандовий', 'зелений', 'гірчичний'],
  [
    {
      name: 'Свічка «Карпатський чебрець»',
      price: 160,
      recommended: 290,
      weight: 320,
      text: 'Соєвий віск, 40 годин горіння.',
    },
    {
      name: 'Свічка «Лаванда й мед»',
      price: 160,
      recommended: 290,
      weight: 320,
      text: 'Соєвий віск, 40 годин горіння.',
    },
    { name: 'Свічка «Сосновий ліс»', price: 180, recommended: 320, weight: 340, text: 'Соєвий віск, дерев’яний ґніт.' },
    {
      name: 'Свічка «Липовий цвіт»',
      price: 120,
      recommended: 220,
      weight: 210,
      text: 'У жерстяній баночці, 25 годин.',
    },
    {
      name: 'Набір свічок «Трави»',
      price: 420,
      recommended: 720,
      weight: 760,
      text: 'Чотири аромати в подарунковій коробці.',
    },
  ],
);

export const OAK = plain(
  'shelf',
  ['коричневий', 'бежевий'],
  [
    { name: 'Полиця «Ярус» на три рівні', price: 1900, recommended: 2900, weight: 6500, text: 'Масив дуба, олія.' },
    { name: 'Полиця кутова «Ріг»', price: 1500, recommended: 2350, weight: 4800, text: 'Масив дуба, олія.' },
    { name: 'Етажерка «Вишгород»', price: 3200, recommended: 4900, weight: 11000, text: 'Масив дуба, метал.' },
    {
      name: 'Полиця для спецій «Комора»',
      price: 780,
      recommended: 1250,
      weight: 2100,
      text: 'Дуб, чотири відділення.',
    },
    { name: 'Полиця для книжок «Том»', price: 2400, recommended: 3700, weight: 8200, text: 'Дуб, витримує 40 кг.' },
  ],
);

export const SOAP = plain(
  'soap',
  ['лавандовий', 'зелений', 'гірчичний', 'пудровий'],
  [
    { name: 'Мило «Кульбаба»', price: 70, recommended: 130, weight: 100, text: 'Оливкова олія, настій кульбаби.' },
    { name: 'Мило «Вугілля й м’ята»', price: 75, recommended: 140, weight: 100, text: 'Активоване вугілля, м’ята.' },
    { name: 'Мило «Мед і овес»', price: 75, recommended: 140, weight: 100, text: 'Мед, вівсяні пластівці.' },
    {
      name: 'Твердий шампунь «Кропива»',
      price: 140,
      recommended: 250,
      weight: 70,
      text: 'Замінює дві пляшки шампуню.',
    },
    { name: 'Набір мила «Луг»', price: 260, recommended: 460, weight: 400, text: 'Чотири бруски в коробці з крафту.' },
    {
      name: 'Бомбочка для ванни «Шавлія»',
      price: 90,
      recommended: 160,
      weight: 150,
      text: 'Сода, олія шавлії.',
      state: 'low',
    },
  ],
);
