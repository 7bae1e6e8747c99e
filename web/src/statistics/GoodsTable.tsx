import type { GoodsFigures, GoodsRow, StatisticsGoods } from '@lanka/domain/statistics/goods';
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Count, Money, Percent } from '../kit/display/values';
import { MoreRows } from '../kit/list/MoreRows';
import { useText } from '../kit/text';
import { Opened } from './FiguresTable';
import { goodsText } from './goods-text';
import { linesPage } from './opens';
import { text } from './text';

/** A list that has a button for more of it. */
export type Growing = Parameters<typeof MoreRows>[0]['list'];

/** Each figure opens the sales that it is made of, each name its good. */
export function GoodsTable({ found, list }: { found: StatisticsGoods; list: Growing }) {
  const t = useText(text);
  const g = useText(goodsText);
  const { items, others, total, from, to } = found;
  return (
    <Section title={g.table} flush>
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
              to={linesPage({ from, to }, { product_variant_id: row.product_variant_id })}
            />
          ))}
          {others && <Line name={t.others(others.rows)} figures={others} />}
          <Line name={t.total} figures={total} to={linesPage({ from, to })} isTotal />
        </tbody>
      </LineTable>
      <MoreRows list={list} />
    </Section>
  );
}

interface Good {
  readonly product_id: string;
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

interface LineProps {
  readonly name: ReactNode;
  readonly figures: GoodsFigures;
  readonly good?: GoodsRow;
  readonly to?: string;
  readonly isTotal?: boolean;
}

function Line({ name, figures, good, to, isTotal }: LineProps) {
  const g = useText(goodsText);
  const cells: readonly ReactNode[] = [
    <Opened key="s" to={to}>
      <Count value={figures.sold} />
    </Opened>,
    <Count key="b" value={figures.back} />,
    <Opened key="r" to={to}>
      <Money kopecks={figures.revenue} className="nowrap" />
    </Opened>,
    <Money key="c" kopecks={figures.margin === null ? null : figures.cost} className="nowrap" />,
    <Money key="m" kopecks={figures.margin} className="nowrap" />,
    <Percent key="p" part={figures.margin_share} />,
    good ? [good.abc, good.xyz].filter(Boolean).join('') || '–' : '',
    good ? <Count key="a" value={good.actual} /> : '',
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
