import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import type { Counterparty } from '@lanka/domain/partners/contract';
import { listTermsChanges, type TermsChange } from '@lanka/domain/partners/terms';
import { History } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

const changed = <T,>(
  change: { from: T; to: T } | undefined,
  title: (from: string, to: string) => string,
  name: (value: T) => string,
): string[] => (change ? [title(name(change.from), name(change.to))] : []);

/** Who agreed what, and when. */
export function TermsHistory({ counterparty }: { counterparty: Counterparty }) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id: counterparty.id };
  const changes = useCall(listTermsChanges, { params, query: { limit: 200 } });
  const days = (n: number | null) => (n === null ? t.noDays : t.days(n));
  const limit = (sum: number | null) => (sum === null ? t.noLimit : formatMoney(sum));
  const by = (what: string, group: string | null) => (group === null ? what : t.byGroup(what, group));
  const titleOf = ({ discount, discount_group, price_level, price_level_group, others }: TermsChange) =>
    [
      ...(discount
        ? [by(t.discountChanged(formatPercent(discount.from), formatPercent(discount.to)), discount_group)]
        : []),
      ...(price_level
        ? [by(t.levelChanged(price_level.from ?? t.mainPrice, price_level.to ?? t.mainPrice), price_level_group)]
        : []),
      ...changed(others?.refusal_charge, t.refusalChanged, formatMoney),
      ...changed(others?.payment_days, t.daysChanged, days),
      ...changed(others?.credit_limit, t.limitChanged, limit),
      ...changed(others?.on_limit, t.onLimitChanged, (rule) => t.onLimits[rule]),
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
