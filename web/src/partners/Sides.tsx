import { sidesOf } from '@lanka/domain/ledger/rules';
import { Text } from '@mantine/core';
import { Money } from '../kit/display/values';
import { useText } from '../kit/text';
import { text } from './text';

/** Of a counterparty that both buys and supplies: what the one balance is made of. On a card its panel tells it. */
export function Sides({ balance, purchases }: { balance: number; purchases: number }) {
  const t = useText(text);
  if (purchases === 0) return null;
  const sides = sidesOf({ balance, purchases_balance: purchases });
  return (
    <Text size="xs" c="dimmed" fw={400} component="div" className="nowrap only-table">
      <div>
        {t.forOrders} <Money kopecks={sides.sales} signed />
      </div>
      <div>
        {t.forSupplies} <Money kopecks={sides.purchases} signed />
      </div>
    </Text>
  );
}
