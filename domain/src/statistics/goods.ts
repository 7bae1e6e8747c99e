import { z } from 'zod';
import { CalendarDate, Id } from '../kit/ids';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { marginFigures, newest, periodRefusals, SHEET } from './contract';
import { ABC, GOODS_SORTS, STANDING_DAYS, XYZ } from './goods-rules';

const figures = {
  /** Pieces that were sold, and that came back. */
  sold: z.int(),
  back: z.int(),
  charged: SignedKopecks,
  returned: SignedKopecks,
  /** `charged` less `returned`. */
  revenue: SignedKopecks,
  ...marginFigures,
};
export const GoodsFigures = z.object(figures);
export type GoodsFigures = z.infer<typeof GoodsFigures>;

const modification = {
  product_id: Id,
  product_variant_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
};

export const GoodsRow = z.object({
  ...modification,
  ...figures,
  /** By its share of the revenue; and by how even its demand is, null where the period has too few parts to say. */
  abc: z.enum(ABC).nullable(),
  xyz: z.enum(XYZ).nullable(),
  /** On the shelf now; null: its stock is not counted. */
  actual: z.int().nullable(),
  /** For how many days that lasts if it sells as in the period; null: it does not. */
  days_left: z.int().nullable(),
});
export type GoodsRow = z.infer<typeof GoodsRow>;

const stock = {
  /** Modifications that lie on the shelf, their pieces, and what those cost, as far as a cost is known. */
  goods: z.int(),
  pieces: z.int(),
  value: Kopecks,
  /** Pieces without a known cost, and what all would bring by their price. */
  pieces_without_cost: z.int(),
  value_by_price: Kopecks,
};

/** So many modifications stand in a sheet at most; the rest is one row. */
export const GOODS_SHEET_ROWS = 50_000;

/** A page by place: `cursor` is how many stand before it. */
const byPlace = {
  ...newest,
  cursor: z
    .string()
    .regex(/^\d{1,7}$/)
    .optional(),
};

const days = { from: CalendarDate, to: CalendarDate };
export const StatisticsGoods = z.object({
  ...days,
  sort: z.enum(GOODS_SORTS),
  total: GoodsFigures,
  items: z.array(GoodsRow),
  next_cursor: z.string().nullable(),
  /** What those behind them come to. */
  others: z.object({ rows: z.int(), ...figures }).nullable(),
  /** How many goods are of each class, and what they brought. */
  classes: z.array(z.object({ abc: z.enum(ABC), xyz: z.enum(XYZ).nullable(), goods: z.int(), revenue: SignedKopecks })),
  /** What demand was compared by, and over how many; null: the period is too short. */
  demand: z.object({ by: z.enum(['week', 'month']), parts: z.int() }).nullable(),
  /** What lies in stock now, and for how many days of the period's sales: `value` by the cost of what was sold in a day. */
  stock: z.object({ ...stock, turnover_days: z.int().nullable() }),
});
export type StatisticsGoods = z.infer<typeof StatisticsGoods>;

const goodsQuery = {
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  sort: z.enum(GOODS_SORTS).default('revenue'),
};

export const readStatisticsGoods = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/goods',
  summary: 'Which goods brought the most in a period, their ABC and XYZ classes, and how long the stock lasts',
  auth: 'statistics.read',
  shows: ['order', 'product', 'stock'],
  params: InProject,
  query: z.object({ ...goodsQuery, ...byPlace }),
  returns: StatisticsGoods,
  errors: periodRefusals,
});

export const readStatisticsGoodsXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/goods/xlsx',
  summary: 'The same as a sheet',
  auth: 'statistics.read',
  params: InProject,
  query: z.object(goodsQuery),
  status: 200,
  raw: SHEET,
  errors: periodRefusals,
});

export const StandingRow = z.object({
  ...modification,
  actual: z.int(),
  /** By its cost, null where none is known; and by its price. */
  value: Kopecks.nullable(),
  value_by_price: Kopecks,
  /** Null: it was never sold. */
  last_sold_on: CalendarDate.nullable(),
});
export type StandingRow = z.infer<typeof StandingRow>;

export const StandingGoods = z.object({
  /** The day of Kyiv that is counted back from. */
  on: CalendarDate,
  days: z.int(),
  total: z.object(stock),
  /** Those that hold the most money first. */
  items: z.array(StandingRow),
  next_cursor: z.string().nullable(),
  others: z.object(stock).nullable(),
});
export type StandingGoods = z.infer<typeof StandingGoods>;

const standingQuery = {
  days: z.coerce
    .number()
    .pipe(z.literal([...STANDING_DAYS]))
    .default(90),
};

export const readStandingGoods = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/standing',
  summary: 'Goods in stock that nobody has bought for so many days, and the money that lies in them',
  auth: 'statistics.read',
  shows: ['order', 'product', 'stock'],
  params: InProject,
  query: z.object({ ...standingQuery, ...byPlace }),
  returns: StandingGoods,
});

export const readStandingGoodsXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/standing/xlsx',
  summary: 'The same as a sheet',
  auth: 'statistics.read',
  params: InProject,
  query: z.object(standingQuery),
  status: 200,
  raw: SHEET,
});
