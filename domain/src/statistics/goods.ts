import { z } from 'zod';
import { CalendarDate, Id } from '../kit/ids';
import { Kopecks, SignedKopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { byPlace, marginFigures, periodRefusals, SHEET } from './contract';
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

const days = { from: CalendarDate, to: CalendarDate };
export const StatisticsGoods = z.object({
  ...days,
  sort: z.enum(GOODS_SORTS),
  /** The class that was asked for; null: all. */
  abc: z.enum(ABC).nullable(),
  xyz: z.enum(XYZ).nullable(),
  /** Of those that are asked for: all, or one class. */
  total: GoodsFigures,
  items: z.array(GoodsRow),
  next_cursor: z.string().nullable(),
  /** What those behind them come to. */
  others: z.object({ rows: z.int(), ...figures }).nullable(),
  /** How many of all goods are of each class, and what they brought. */
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
  /** Only goods of this class. */
  abc: z.enum(ABC).optional(),
  xyz: z.enum(XYZ).optional(),
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

/** What was sold of it in the period, by its cost; and for how many days the stock lasts by that, null where nothing was. */
const turnover = { cost: SignedKopecks, turnover_days: z.int().nullable() };

export const StockRow = z.object({
  ...modification,
  /** On the shelf now, with its value by cost and by price; null: nothing of it is. No cost is known: null besides. */
  actual: z.int().nullable(),
  value: Kopecks.nullable(),
  value_by_price: Kopecks.nullable(),
  ...turnover,
});
export type StockRow = z.infer<typeof StockRow>;

export const StockGoods = z.object({
  ...days,
  total: z.object({ ...stock, ...turnover }),
  /** Those that hold the most money first; then what was sold and lies there no more. */
  items: z.array(StockRow),
  next_cursor: z.string().nullable(),
  /** What those behind them come to; `rows` has also what lies there no more. */
  others: z.object({ rows: z.int(), ...stock, ...turnover }).nullable(),
});
export type StockGoods = z.infer<typeof StockGoods>;

const stockQuery = { from: CalendarDate.optional(), to: CalendarDate.optional() };

export const readStockGoods = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/stock',
  summary: 'What lies in stock now and what of it was sold in a period, by cost: for how many days it lasts',
  auth: 'statistics.read',
  shows: ['order', 'product', 'stock'],
  params: InProject,
  query: z.object({ ...stockQuery, ...byPlace }),
  returns: StockGoods,
  errors: periodRefusals,
});

export const readStockGoodsXlsx = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/stock/xlsx',
  summary: 'The same as a sheet',
  auth: 'statistics.read',
  params: InProject,
  query: z.object(stockQuery),
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
