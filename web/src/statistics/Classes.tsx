import { formatMoney } from '@lanka/domain/kit/money';
import type { StatisticsGoods } from '@lanka/domain/statistics/goods';
import { ABC, XYZ } from '@lanka/domain/statistics/goods-rules';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { useText } from '../kit/text';
import { goodsText } from './goods-text';
import { goodsPage } from './opens';

/** How many goods are of each class, and what they brought; each opens them. */
export function Classes({ found }: { found: StatisticsGoods }) {
  const g = useText(goodsText);
  const { classes, demand } = found;
  const { from, to } = found;
  const told = (abc: string, xyz: string | null) => {
    const of = classes.filter((one) => one.abc === abc && (xyz === null || one.xyz === xyz));
    const goods = of.reduce((sum, one) => sum + one.goods, 0);
    const revenue = of.reduce((sum, one) => sum + one.revenue, 0);
    if (goods === 0) return '–';
    return (
      <Anchor component={Link} to={goodsPage({ from, to }, found.sort, { abc, xyz })} inherit>
        {g.goodsOf(goods, formatMoney(revenue))}
      </Anchor>
    );
  };
  const columns = demand ? XYZ : [];
  return (
    <Section title={g.classes}>
      <Text size="sm" c="dimmed" mb="sm">
        {g.classesAbout} {demand ? g.demandBy[demand.by](demand.parts) : g.noDemand}
      </Text>
      <LineTable>
        <thead>
          <tr>
            <th scope="col">{g.class}</th>
            <LineHeads names={[...columns, g.allOf]} />
          </tr>
        </thead>
        <tbody>
          {ABC.map((abc) => (
            <tr key={abc}>
              <td className="line-name">
                <Text fw={500}>{abc}</Text>
              </td>
              {columns.map((xyz) => (
                <LineCell key={xyz} label={xyz}>
                  {told(abc, xyz)}
                </LineCell>
              ))}
              <LineCell label={g.allOf}>{told(abc, null)}</LineCell>
            </tr>
          ))}
        </tbody>
      </LineTable>
    </Section>
  );
}
