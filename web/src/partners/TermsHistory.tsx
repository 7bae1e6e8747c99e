import { formatPercent } from '@lanka/domain/kit/money';
import type { Counterparty } from '@lanka/domain/partners/contract';
import { listTermsChanges, type TermsChange } from '@lanka/domain/partners/terms';
import { History } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** Who gave which discount and price level, and when. */
export function TermsHistory({ counterparty }: { counterparty: Counterparty }) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id: counterparty.id };
  const changes = useCall(listTermsChanges, { params, query: { limit: 200 } });
  const titleOf = ({ discount, price_level }: TermsChange) =>
    [
      ...(discount ? [t.discountChanged(formatPercent(discount.from), formatPercent(discount.to))] : []),
      ...(price_level ? [t.levelChanged(price_level.from ?? t.mainPrice, price_level.to ?? t.mainPrice)] : []),
    ].join('; ');
  return (
    <Loaded query={changes}>
      {({ items }) => (
        <History
          title={t.terms}
          entries={items.map((change) => ({
            ...{ id: change.id, at: change.created_at, who: change.actor.name },
            title: titleOf(change),
          }))}
        />
      )}
    </Loaded>
  );
}
