import type { AutomationRule } from '@lanka/domain/automation/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';
import { STATUSES } from '@lanka/domain/orders/machine';
import { text } from './text';

/** So many names are told; of more it is said how many. */
const NAMES = 2;

/** The rule as one reads it in the list: when, which orders, what then. */
export function describeRule(rule: AutomationRule, locale: Locale): { when: string; does: string } {
  const t = text[locale];
  const quoted = (status: AutomationRule['statuses'][number]) => `«${STATUSES[status][locale]}»`;
  const sum = (kopecks: number | null) => (kopecks === null ? null : formatMoney(kopecks));
  const names = rule.counterparties.map(({ name }) => name);
  const more = names.length > NAMES ? ` +${names.length - NAMES}` : '';
  const happened = {
    moved: () => t.becomes(rule.statuses.map(quoted).join(t.or)),
    ttn_given: () => t.triggers.ttn_given,
    paid: () => t.paidIs(rule.paid_states.map((state) => t.paid[state].toLowerCase()).join(t.or)),
    delivery: () => t.deliveryIs(rule.delivery_states.map((state) => t.delivery[state].toLowerCase()).join(t.or)),
  };
  const when = [
    happened[rule.trigger](),
    ...(rule.sum_from === null && rule.sum_to === null ? [] : [t.sumIs(sum(rule.sum_from), sum(rule.sum_to))]),
    ...(rule.tags.length > 0 ? [t.tagged(rule.tags.map((tag) => `«${tag}»`).join(t.or))] : []),
    ...(names.length > 0 ? [t.of(names.slice(0, NAMES).join(', ') + more)] : []),
  ];
  const does = [
    ...(rule.move_to ? [t.moves(STATUSES[rule.move_to][locale])] : []),
    ...(rule.paper ? [t.issues(t.papers[rule.paper])] : []),
    ...(rule.comment ? [t.says] : []),
    ...(rule.notice_to ? [t.writes] : []),
  ];
  return { when: when.join(', '), does: does.join(', ') };
}
