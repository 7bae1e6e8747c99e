import { kyivDate } from '@lanka/domain/kit/time';
import {
  arriveTurnover,
  type CreateTurnoverBody,
  createTurnover,
  reverseTurnover,
} from '@lanka/domain/turnover/contract';
import type { Person } from './caller';
import type { Sellable } from './shelves';
import { DAY, morning, type Stage } from './stage';
import type { Happening, Trade } from './story';

type Id = (key: string) => string;

interface Supply extends Pick<CreateTurnoverBody, 'flow' | 'type' | 'in_stock' | 'reason' | 'comment' | 'draft'> {
  readonly daysAgo: number;
  /** Who it comes from or goes to; nobody where absent. */
  readonly partner?: string;
  /** Places, every ninth of the shelves, with the pieces of each and the percent of the price that a piece costs. */
  readonly goods: readonly (readonly [place: number, count: number, percent: number])[];
  /** Days ago when this many pieces of the first line came. */
  readonly arrived?: readonly (readonly [daysAgo: number, count: number])[];
  /** Days ago when it was taken back, and why. */
  readonly reversed?: readonly [daysAgo: number, comment: string];
}

const INCOME = { flow: 'income', type: 'purchase', draft: false } as const;
const OUTCOME = { flow: 'outcome', draft: false } as const;

/** Documents in every state: come, come in part, expected, taken back, sold, given back, written off, and a draft. */
const SUPPLIES: readonly Supply[] = [
  {
    ...INCOME,
    daysAgo: 28,
    partner: 'mill',
    comment: 'Накладна ЛФ-1184',
    goods: [0, 2, 4, 6, 8, 10].map((place) => [place, 24, 52] as const),
  },
  { ...INCOME, daysAgo: 24, comment: 'Закупівля на ринку за готівку', goods: [[1, 10, 60]] },
  {
    ...OUTCOME,
    type: 'sale',
    daysAgo: 17,
    partner: 'market',
    comment: 'Відвантажено зі складу без замовлення',
    goods: [
      [0, 4, 100],
      [2, 6, 95],
    ],
  },
  {
    ...INCOME,
    daysAgo: 15,
    partner: 'mill',
    comment: 'Накладна ЛФ-1203',
    goods: [
      [0, 30, 57],
      [2, 12, 55],
      [3, 18, 54],
    ],
  },
  // who buys here supplies too: one account, two sides
  {
    ...INCOME,
    daysAgo: 14,
    partner: 'market',
    comment: 'Накладна ГМ-77',
    goods: [
      [1, 12, 58],
      [9, 10, 57],
    ],
  },
  { ...INCOME, daysAgo: 18, partner: 'dropshipper', comment: 'Подарункове пакування', goods: [[10, 3, 20]] },
  { ...OUTCOME, type: 'write_off', daysAgo: 12, reason: 'Пошкоджено водою', comment: '', goods: [[4, 2, 0]] },
  {
    ...INCOME,
    daysAgo: 10,
    partner: 'sewing',
    comment: 'Фурнітура й пошиття, партія 7',
    goods: [
      [5, 16, 61],
      [7, 16, 61],
    ],
    reversed: [9, 'Внесено двічі'],
  },
  { ...INCOME, type: 'return', daysAgo: 8, partner: 'hotel', comment: 'Зайві рушники', goods: [[6, 2, 93]] },
  { ...OUTCOME, type: 'return', daysAgo: 7, partner: 'mill', comment: 'Брак у партії ЛФ-1203', goods: [[3, 3, 54]] },
  {
    ...INCOME,
    daysAgo: 6,
    partner: 'mill',
    in_stock: false,
    comment: 'Рахунок ЛФ-1219, їде двома машинами',
    goods: [
      [8, 40, 53],
      [9, 20, 53],
    ],
    arrived: [[2, 25]],
  },
  { ...INCOME, daysAgo: 2, partner: 'sewing', in_stock: false, comment: 'Пошиття, партія 8', goods: [[10, 36, 58]] },
  {
    ...INCOME,
    daysAgo: 1,
    partner: 'mill',
    draft: true,
    comment: 'Накладна ЛФ-1230, звірити ціни',
    goods: [[0, 20, 58]],
  },
];

/** What comes to the shelves and leaves them beside orders. */
export function planSupplies(stage: Stage, { project_id, shelves }: Trade, owner: Person, id: Id): Happening[] {
  return SUPPLIES.flatMap(({ daysAgo, partner, goods, arrived = [], reversed, ...document }) => {
    let made = '';
    const lines = goods.map(([place, count, percent]) => {
      const { id: product_variant_id, price } = shelves[(9 * place) % shelves.length] as Sellable;
      const hasPrice = document.type !== 'write_off';
      return {
        product_variant_id,
        count,
        transaction_item_price: hasPrice ? Math.round((price * percent) / 100) : null,
        sale_price: document.type === 'purchase' ? price : null,
      };
    });
    const at = morning(stage.now, daysAgo);
    const one = () => ({ project_id, id: made });
    return [
      {
        at,
        run: async () => {
          const expected_on = document.in_stock === false ? kyivDate(new Date(stage.now + 4 * DAY)) : null;
          const body = { ...document, counterparty_id: partner ? id(partner) : null, expected_on, items: lines };
          ({ id: made } = await stage.call(owner, createTurnover, { params: { project_id }, body }));
        },
      },
      ...arrived.map(([when, count]) => ({
        at: morning(stage.now, when),
        run: async () => {
          const items = [{ product_variant_id: lines[0]?.product_variant_id ?? '', count }];
          await stage.call(owner, arriveTurnover, { params: one(), body: { items, comment: 'Перша машина' } });
        },
      })),
      ...(reversed ? [reversed] : []).map(([when, comment]) => ({
        at: morning(stage.now, when),
        run: async () => {
          await stage.call(owner, reverseTurnover, { params: one(), body: { comment } });
        },
      })),
    ];
  });
}
