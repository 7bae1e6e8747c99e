import { kyivDate } from '@lanka/domain/kit/time';
import { createManufactureRequest, moveManufactureRequest } from '@lanka/domain/manufacture/contract';
import type { Person } from './caller';
import { DAY, morning, type Stage } from './stage';
import type { Happening, Trade } from './story';

interface Making {
  readonly daysAgo: number;
  /** Days until it has to be ready. */
  readonly term: number;
  readonly lines: number;
  readonly comment: string;
  /** Days ago when production began and when it was done; not yet when absent. */
  readonly begun?: number;
  readonly done?: number;
}

const MAKING: readonly Making[] = [
  { daysAgo: 21, term: 10, lines: 3, comment: 'Поповнення складу перед сезоном', begun: 20, done: 14 },
  { daysAgo: 9, term: 12, lines: 2, comment: 'Готельне замовлення, щільність як минулого разу', begun: 7 },
  { daysAgo: 4, term: 14, lines: 2, comment: 'Терміново: закінчуються ходові розміри', begun: 3 },
  { daysAgo: 1, term: 20, lines: 4, comment: 'Нова партія до свят' },
];

/** What the factory makes to fill its shelves: a request that is done, two under way and one that is new. */
export function planMaking(stage: Stage, { project_id, shelves }: Trade, owner: Person): Happening[] {
  return MAKING.flatMap(({ daysAgo, term, lines, comment, begun, done }) => {
    let id = '';
    const at = morning(stage.now, daysAgo);
    const chosen = new Set(Array.from({ length: lines }, () => stage.random.one(shelves).id));
    const counts = [...chosen].map((product_variant_id, nth) => ({ product_variant_id, count: 20 + 10 * nth }));
    const move = (to: 'in_production' | 'done') => async () => {
      await stage.call(owner, moveManufactureRequest, { params: { project_id, id }, body: { to } });
    };
    return [
      {
        at,
        run: async () => {
          const deadline = kyivDate(new Date(at + term * DAY));
          const body = { lines: counts, deadline, producer_id: owner.user_id, comment };
          ({ id } = await stage.call(owner, createManufactureRequest, { params: { project_id }, body }));
        },
      },
      ...(begun === undefined ? [] : [{ at: morning(stage.now, begun), run: move('in_production') }]),
      ...(done === undefined ? [] : [{ at: morning(stage.now, done), run: move('done') }]),
    ];
  });
}
