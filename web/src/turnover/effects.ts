import { formatMoney } from '@lanka/domain/kit/money';
import { counterpartyChange } from '@lanka/domain/ledger/rules';
import type { TurnoverFlow, TurnoverType } from '@lanka/domain/turnover/contract';
import { moneyOf } from '@lanka/domain/turnover/rules';
import type { TurnoverText } from './text';

export interface Weighed {
  flow: TurnoverFlow;
  type: TurnoverType;
  in_stock: boolean;
  count: number;
  sum: number;
  /** The counterparty's name; null where there is none. */
  party: string | null;
}

/** What posting will do, in words. */
export function effectsOf({ flow, type, in_stock, count, sum, party }: Weighed, t: TurnoverText): string[] {
  const money = party === null ? null : moneyOf(flow, type, sum);
  const change = money ? counterpartyChange(money) : 0;
  const balance = (name: string) =>
    change > 0 ? t.credits(name, formatMoney(change)) : t.charges(name, formatMoney(-change));
  const goods =
    flow === 'outcome'
      ? [t.goodsLeave(count)]
      : in_stock
        ? [t.goodsCome(count), t.waitersGet, ...(type === 'purchase' ? [t.costChanges] : [])]
        : [t.goodsExpected(count)];
  return [...goods, change !== 0 && party !== null ? balance(party) : t.noMoney, t.postedFinal];
}
