import type { CostRange } from '@lanka/domain/catalog/changes';
import { formatAmount, formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { Text } from '@mantine/core';

export function Range({ of }: { of: CostRange | null }) {
  if (!of) return '–';
  return (
    <span className="figures nowrap">
      {of.from === of.to ? formatMoney(of.from) : `${formatAmount(of.from)} – ${formatMoney(of.to)}`}
    </span>
  );
}

/** `block`: the percent stands under the sum. */
export function Margin({ of, block = false }: { of: { sum: number; percent: number } | null; block?: boolean }) {
  if (!of) return '–';
  return (
    <Text span inherit className="figures nowrap" {...(of.sum < 0 ? { c: 'var(--text-negative)', fw: 600 } : {})}>
      {formatMoney(of.sum)}{' '}
      <Text span size="sm" {...(block ? { display: 'block' } : {})} c={of.sum < 0 ? 'var(--text-negative)' : 'dimmed'}>
        {formatPercent(of.percent)}
      </Text>
    </Text>
  );
}
