import type { OrderItem } from '@lanka/domain/orders/contract';
import { Text } from '@mantine/core';
import { Money } from '../kit/display/values';
import { useText } from '../kit/text';
import { text } from './text';

type Priced = Pick<OrderItem, 'base_price' | 'price_level' | 'price_from'>;

/** What one piece costs, and why: of which level, from how many pieces on. */
export function LinePrice({ item: { base_price, price_level, price_from } }: { item: Priced }) {
  const t = useText(text);
  const why = [price_level, price_from > 1 ? t.fromPieces(price_from) : null].filter(Boolean).join(', ');
  return (
    <span>
      <Money kopecks={base_price} className="nowrap" />
      {why && (
        <Text span display="block" size="sm" c="dimmed" className="wrap-anywhere">
          {why}
        </Text>
      )}
    </span>
  );
}
