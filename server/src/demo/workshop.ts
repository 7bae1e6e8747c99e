import { kyivDate } from '@lanka/domain/kit/time';
import { createManufactureRequest, moveManufactureRequest, takeInMade } from '@lanka/domain/manufacture/contract';
import type { Person } from './caller';
import { DAY, morning, type Stage } from './stage';
import type { Happening, Trade } from './story';

interface Making {
  readonly daysAgo: number;
  /** Days until it has to be ready. */
  readonly term: number;
  readonly lines: number;
  readonly comment: string;
  readonly materials?: string;
  /** Days ago when production began, when a part of the first line came, and when all was done; not yet when absent. */
  readonly begun?: number;
  readonly part?: readonly [daysAgo: number, count: number, comment: string];
  readonly done?: number;
}

const MAKING: readonly Making[] = [
  { daysAgo: 31, term: 6, lines: 2, comment: 'Літня колекція, дошити', begun: 30, done: 22 },
  { daysAgo: 27, term: 9, lines: 1, comment: 'Повторна партія', begun: 26, done: 19 },
  {
    daysAgo: 21,
    term: 10,
    lines: 3,
    comment: 'Поповнення складу перед сезоном',
    materials: 'Бавовна біла, партія 14',
    begun: 20,
    part: [17, 8, 'Перша зміна'],
    done: 14,
  },
  {
    daysAgo: 9,
    term: 7,
    lines: 2,
    comment: 'Готельне замовлення, щільність як минулого разу',
    materials: 'Махра 500 г/м², рулон 3; кант сірий',
    begun: 7,
    part: [3, 12, 'Без канта, кант завтра'],
  },
  {
    daysAgo: 4,
    term: 14,
    lines: 2,
    comment: 'Терміново: закінчуються ходові розміри',
    materials: 'Льон сірий, партія 27, 12 м',
    begun: 3,
  },
  { daysAgo: 1, term: 20, lines: 4, comment: 'Нова партія до свят' },
];

/** What the factory makes to fill its shelves: done in time and late, in parts, under way and new. */
export function planMaking(stage: Stage, { project_id, shelves }: Trade, owner: Person, producer: Person): Happening[] {
  return MAKING.flatMap(({ daysAgo, term, lines, comment, materials = '', begun, part, done }) => {
    let id = '';
    const at = morning(stage.now, daysAgo);
    const chosen = new Set(Array.from({ length: lines }, () => stage.random.one(shelves).id));
    const counts = [...chosen].map((product_variant_id, nth) => ({
      product_variant_id,
      count: 20 + 10 * nth,
      materials: nth === 0 ? materials : '',
    }));
    const params = () => ({ project_id, id });
    const move = (to: 'in_production' | 'done') => async () => {
      await stage.call(producer, moveManufactureRequest, { params: params(), body: { to } });
    };
    return [
      {
        at,
        run: async () => {
          const deadline = kyivDate(new Date(at + term * DAY));
          const body = { lines: counts, deadline, producer_id: producer.user_id, comment };
          ({ id } = await stage.call(owner, createManufactureRequest, { params: { project_id }, body }));
        },
      },
      ...(begun === undefined ? [] : [{ at: morning(stage.now, begun), run: move('in_production') }]),
      ...(part ? [part] : []).map(([when, count, said]) => ({
        at: morning(stage.now, when),
        run: async () => {
          const made = [{ product_variant_id: counts[0]?.product_variant_id ?? '', count }];
          await stage.call(producer, takeInMade, { params: params(), body: { made, comment: said } });
        },
      })),
      ...(done === undefined ? [] : [{ at: morning(stage.now, done), run: move('done') }]),
    ];
  });
}
