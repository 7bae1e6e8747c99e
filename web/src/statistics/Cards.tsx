import { formatPercent } from '@lanka/domain/kit/money';
import type { Statistics } from '@lanka/domain/statistics/contract';
import { Anchor, Paper, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Count, Money, Percent } from '../kit/display/values';
import { useText } from '../kit/text';
import { FIGURES, type Figure } from './figures';
import { goodsPage, linesPage, moneyPage, ordersPage } from './opens';
import { text } from './text';

/** The main figures of the period, what they mean, and what they were in the one before. */
export function Cards({ found }: { found: Statistics }) {
  const t = useText(text);
  const { from, to, total, before } = found;
  const opens: Readonly<Record<Figure, string>> = {
    revenue: linesPage({ from, to }),
    orders: ordersPage({ from, to }),
    average: moneyPage('charged', { from, to }),
    margin: goodsPage({ from, to }, 'margin'),
    returned_share: moneyPage('returned', { from, to }),
  };
  return (
    <div className="statistics-cards">
      {FIGURES.map((figure) => (
        <Paper key={figure} withBorder radius="md" className="statistics-card">
          <Text size="sm" c="dimmed">
            {t.figures[figure]}
          </Text>
          <Anchor component={Link} to={opens[figure]} className="statistics-value" title={t.opens}>
            <Value figure={figure} value={total[figure]} />
          </Anchor>
          <Text size="sm" component="div">
            {figure !== 'returned_share' && <Change now={total[figure]} then={before[figure]} />}
            <Text span inherit c="dimmed">
              {t.was} <Value figure={figure} value={before[figure]} />
            </Text>
          </Text>
          {figure === 'margin' && (
            <Text size="sm">
              {total.margin === null
                ? t.marginUnknown
                : t.marginOf(formatPercent(total.margin_share ?? 0), formatPercent(total.costed_share ?? 0))}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {t.definitions[figure]}
          </Text>
        </Paper>
      ))}
    </div>
  );
}

function Value({ figure, value }: { figure: Figure; value: number | null }) {
  if (figure === 'orders') return <Count value={value} />;
  return figure === 'returned_share' ? <Percent part={value} /> : <Money kopecks={value} />;
}

/** By how much it grew; of nothing, or of less than nothing, there is no share. */
export function Change({ now, then }: { now: number | null; then: number | null }) {
  if (now === null || then === null || then <= 0 || now === then) return null;
  const change = Math.round(((now - then) / then) * 1000) * 10;
  const sign = change > 0 ? '+' : '';
  return (
    <Text span inherit fw={600} c={change < 0 ? 'var(--text-negative)' : 'var(--text-positive)'} mr={8}>
      {sign}
      {formatPercent(change)}
    </Text>
  );
}
