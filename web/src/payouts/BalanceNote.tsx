import { formatMoney } from '@lanka/domain/kit/money';
import { readMyPayoutSums } from '@lanka/domain/payouts/contract';
import { Aside } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';

/** What a supplier is about to pay out, and has paid out, beside the balance with him. */
export function BalanceNote({ projectId }: { projectId: string }) {
  const t = useText(text);
  const sums = useCall(readMyPayoutSums, {});
  const own = sums.data?.items.find(({ project_id }) => project_id === projectId);
  if (!own) return null;
  const words = [
    own.waiting > 0 && t.toPayOut(formatMoney(own.waiting)),
    own.paid > 0 && t.paidOut(formatMoney(own.paid)),
  ].filter((word) => word !== false);
  return words.length > 0 ? <Aside>{words.join(', ')}</Aside> : null;
}
