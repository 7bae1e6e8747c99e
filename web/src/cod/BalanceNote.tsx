import { readMySums } from '@lanka/domain/cod/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Aside } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';

/** What carriers still have to bring for the dropshipper's orders, beside the balance with the supplier. */
export function BalanceNote({ projectId }: { projectId: string }) {
  const t = useText(text);
  const sums = useCall(readMySums, {});
  const own = sums.data?.items.find(({ project_id }) => project_id === projectId);
  if (!own) return null;
  return (
    <Aside>
      <Anchor component={Link} to={`/cp/orders?cod=awaited&project_id=${projectId}`} inherit>
        {t.awaitedOf(formatMoney(own.sum), formatMoney(own.earning))}
      </Anchor>
    </Aside>
  );
}
