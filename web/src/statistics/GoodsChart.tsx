import { formatMoney } from '@lanka/domain/kit/money';
import type { GoodsRow } from '@lanka/domain/statistics/goods';
import type { GoodsSort } from '@lanka/domain/statistics/goods-rules';
import { formatCount } from '../kit/format';
import { useText } from '../kit/text';
import { Bars } from './Bars';
import { goodsText } from './goods-text';

const SHOWN = 10;
/** As much as there is room for beside a bar. */
const NAME_LENGTH = 28;

const short = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name);
const figureOf = (row: GoodsRow, sort: GoodsSort): number =>
  sort === 'sold' ? row.sold - row.back : sort === 'margin' ? (row.margin ?? 0) : row.revenue;

/** The first goods in the order of the table, which says the same to who cannot see it. */
export function GoodsChart({ rows, sort }: { rows: readonly GoodsRow[]; sort: GoodsSort }) {
  const t = useText(goodsText);
  const data = rows.slice(0, SHOWN).map((row, place) => ({
    // two goods may be called alike
    name: `${place + 1}. ${short([row.product_title, row.modification_title].filter(Boolean).join(', '))}`,
    value: figureOf(row, sort),
  }));
  const shown = (value: number) => (sort === 'sold' ? formatCount(value) : formatMoney(value));
  const onAxis = (value: number) => formatCount(sort === 'sold' ? value : Math.round(value / 100));
  return <Bars about={t.chartAbout} label={t.sorts[sort]} data={data} shown={shown} onAxis={onAxis} />;
}
