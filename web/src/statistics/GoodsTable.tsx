import type { StatisticsMoney } from '@lanka/domain/statistics/contract';
import type { GoodsFigures, GoodsRow, StatisticsGoods } from '@lanka/domain/statistics/goods';
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StockFigure } from '../catalog';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { Count, Money, Percent } from '../kit/display/values';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { goodsText } from './goods-text';
import { type Growing, MoreOf, Others } from './Others';
import { goodsPage, linesPage } from './opens';
import { text } from './text';

/** A class as it is written; empty: none. */
export const lettersOf = ({ abc, xyz }: Partial<Record<'abc' | 'xyz', string | null | undefined>>): string =>
  [abc, xyz].filter(Boolean).join('');

interface TableProps {
  readonly found: StatisticsGoods;
  readonly list: Growing;
  readonly title: string;
  /** The goods are those of one class. */
  readonly isClass: boolean;
}

/** Each figure opens the sales that it is made of, each name its good; of a class the total is that of the rows. */
export function GoodsTable({ found, list, title, isClass }: TableProps) {
  const t = useText(text);
  const g = useText(goodsText);
  const { items, others, total, from, to } = found;
  return (
    <Section title={title} flush>
      <LineTable many long={items.length > 12}>
        <thead>
          <tr>
            <th scope="col">{g.good}</th>
            <LineHeads names={g.heads} />
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <Line
              key={row.product_variant_id}
              name={<GoodName good={row} />}
              figures={row}
              good={row}
              opens={(figure) => linesPage({ from, to }, { product_variant_id: row.product_variant_id }, figure)}
              classed={row.abc ? goodsPage({ from, to }, found.sort, { abc: row.abc, xyz: row.xyz }) : undefined}
            />
          ))}
          {others && <Line name={<Others rows={others.rows} list={list} />} figures={others} />}
          <Line
            name={t.total}
            figures={total}
            {...(isClass ? {} : { opens: (figure?: StatisticsMoney) => linesPage({ from, to }, null, figure) })}
            isTotal
          />
        </tbody>
      </LineTable>
      <MoreOf list={list} />
    </Section>
  );
}

interface Good {
  readonly product_id: string;
  readonly product_variant_id: string;
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
}

export function GoodName({ good: { product_id, product_title, modification_title, sku } }: { good: Good }) {
  const about = [modification_title, sku].filter(Boolean).join(' · ');
  return (
    <>
      <Anchor component={Link} to={`/cp/products/${product_id}`} inherit>
        {product_title}
      </Anchor>
      {about && (
        <Text size="sm" c="dimmed" fw={400}>
          {about}
        </Text>
      )}
    </>
  );
}

/** What is on the shelf opens its movements. */
export function OnShelf({ good }: { good: Good & { readonly actual: number | null } }) {
  const project_id = useProjectId();
  const { product_variant_id, product_title, modification_title, actual } = good;
  const plain = <Count value={actual} />;
  if (actual === null) return plain;
  const name = [product_title, modification_title].filter(Boolean).join(' · ');
  return (
    <StockFigure
      figure="actual"
      {...{ projectId: project_id, variantId: product_variant_id, name, stock: { actual }, unit: '' }}
    >
      {plain}
    </StockFigure>
  );
}

interface LineProps {
  readonly name: ReactNode;
  readonly figures: GoodsFigures;
  readonly good?: GoodsRow;
  /** Where its lines are listed; none: they are of several. */
  readonly opens?: (figure?: StatisticsMoney) => string;
  /** Where the goods of its class are listed. */
  readonly classed?: string | undefined;
  readonly isTotal?: boolean;
}

function Line({ name, figures, good, opens, classed, isTotal }: LineProps) {
  const g = useText(goodsText);
  const known = figures.margin === null ? undefined : opens?.();
  const cells: readonly ReactNode[] = [
    <Opened key="s" to={figures.sold === 0 ? undefined : opens?.('charged')}>
      <Count value={figures.sold} />
    </Opened>,
    <Opened key="b" to={figures.back === 0 ? undefined : opens?.('returned')}>
      <Count value={figures.back} />
    </Opened>,
    <Opened key="r" to={opens?.()}>
      <Money kopecks={figures.revenue} className="nowrap" />
    </Opened>,
    <Opened key="c" to={known}>
      <Money kopecks={figures.margin === null ? null : figures.cost} className="nowrap" />
    </Opened>,
    <Opened key="m" to={known}>
      <Money kopecks={figures.margin} className="nowrap" />
    </Opened>,
    <Opened key="p" to={figures.margin_share === null ? undefined : known}>
      <Percent part={figures.margin_share} />
    </Opened>,
    good ? (
      <Opened key="x" to={classed}>
        {lettersOf(good) || '–'}
      </Opened>
    ) : (
      ''
    ),
    good ? <OnShelf key="a" good={good} /> : '',
    good ? <Count key="d" value={good.days_left} /> : '',
  ];
  return (
    <tr className={isTotal ? 'line-total' : undefined}>
      <td className="line-name">
        <Text fw={500} className="wrap-anywhere" component="div">
          {name}
        </Text>
      </td>
      {cells.map((cell, i) => (
        <LineCell key={g.heads[i]} label={g.heads[i] ?? ''}>
          {cell}
        </LineCell>
      ))}
    </tr>
  );
}
