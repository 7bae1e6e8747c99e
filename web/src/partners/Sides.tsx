import { sidesOf } from '@lanka/domain/ledger/rules';
import { Aside, Money } from '../kit/display/values';
import { useText } from '../kit/text';
import { text } from './text';

/** Of a counterparty that both buys and supplies: what the one balance is made of. */
export function Sides({ balance, purchases }: { balance: number; purchases: number }) {
  const t = useText(text);
  if (purchases === 0) return null;
  const sides = sidesOf({ balance, purchases_balance: purchases });
  return (
    <>
      <Aside>
        {t.forOrders} <Money kopecks={sides.sales} signed />
      </Aside>
      <Aside>
        {t.forSupplies} <Money kopecks={sides.purchases} signed />
      </Aside>
    </>
  );
}
