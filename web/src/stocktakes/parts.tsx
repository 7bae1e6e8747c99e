import type { StocktakeLine, StocktakeRow } from '@lanka/domain/stocktakes/contract';
import { Text } from '@mantine/core';
import { formatCount } from '../kit/format';
import type { StocktakesText } from './text';

/** Which goods are counted, in words. */
export const partOf = (
  { tags, place, category }: Pick<StocktakeRow, 'tags' | 'place' | 'category'>,
  t: StocktakesText,
): string =>
  [category, tags.length > 0 ? t.tagged(tags.join(', ')) : '', place ? t.placed(place) : '']
    .filter(Boolean)
    .join(' · ') || t.everything;

/** Missing is red, too many is green, and each has its sign. */
export function Difference({ line }: { line: Pick<StocktakeLine, 'difference'> }) {
  const { difference } = line;
  if (difference === null) return '–';
  const color = difference < 0 ? 'var(--text-negative)' : difference > 0 ? 'var(--text-positive)' : undefined;
  return (
    <Text span inherit className="figures nowrap" fw={600} {...(color ? { c: color } : {})}>
      {difference > 0 ? '+' : ''}
      {formatCount(difference)}
    </Text>
  );
}
