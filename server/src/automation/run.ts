import { automationErrors } from '@lanka/domain/automation/contract';
import { type Happening, isAskedBy, isForOrder } from '@lanka/domain/automation/rules';
import { DomainError, type Locale } from '@lanka/domain/kit/errors';
import { issueDocument } from '../documents';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { idWithin, newId } from '../kit/db/ids';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { insertComment, lockOrder, moveOrder, tellRun } from '../orders';
import { authoriseRule } from '../projects';
import { TOLD } from './notices';
import { holdEnabled, isAnyAsked, readStored, type StoredRule } from './rules.store';
import { claimRun, isAnybodyThere, type RunOrder, readRunOrder } from './runs.store';

export interface Event {
  readonly project_id: string;
  /** A rule runs once for it, however often the job is done. */
  readonly event_id: string;
  readonly order_id: string;
  readonly happening: Happening;
  /** Rules that led here: none of them is asked again. */
  readonly chain: readonly string[];
}

export const runJob = job<Event>('automation.run');

/** In the transaction in which it happens: rules are asked when it has committed. */
export async function hear(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { id, happening }: { readonly id: string; readonly happening: Happening },
): Promise<void> {
  if (!(await isAnyAsked(tx, scope, happening.kind))) return;
  const chain = scope.by_rule?.chain ?? [];
  const event = { project_id: scope.project.id, event_id: idOf(happening), order_id: id, happening, chain };
  await app.jobs.send(tx, runJob, event);
}

/** A carrier says the same again when a parcel was sent on: that it is so is one event of a parcel and its ТТН. */
const idOf = (happening: Happening): string =>
  happening.kind === 'delivery' ? idWithin(happening.part_id, `${happening.ttn} ${happening.state}`) : newId();

/** Each rule in a transaction of its own: one that cannot be done holds no other up. */
export async function runRules(app: Services, event: Event): Promise<void> {
  const { project_id, happening, chain } = event;
  const rules = await app.db.transaction({ readOnly: true, projectIds: [project_id] }, (tx) =>
    readStored(tx, systemIn(project_id)),
  );
  const asked = rules.filter((rule) => rule.enabled && isAskedBy(rule, happening) && !chain.includes(rule.id));
  const oldestFirst = asked.sort((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
  for (const { id } of oldestFirst) await runRule(app, event, id);
}

interface Done {
  readonly changed: readonly { readonly kind: string; readonly id: string }[];
}

async function runRule(app: Services, event: Event, ruleId: string): Promise<void> {
  const within = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction({ projectIds: [event.project_id] }, work);
  const found: { rule?: StoredRule; order?: RunOrder } = {};
  try {
    const done = await within(async (tx) => {
      const rule = await holdEnabled(tx, systemIn(event.project_id), ruleId);
      const order = rule && (await readRunOrder(tx, systemIn(event.project_id), event.order_id));
      if (!order || !isForOrder(rule, order)) return null;
      Object.assign(found, { rule, order });
      if (!(await claimRun(tx, systemIn(event.project_id), rule, { ...event, order }, null))) return null;
      return act(tx, app, event, rule, order);
    });
    if (!done) return;
    for (const change of done.changed) app.live.publish(event.project_id, change);
  } catch (error) {
    const { rule, order } = found;
    if (!(error instanceof DomainError) || !rule || !order) throw error;
    // what was begun is rolled back; that it failed stays
    await within((tx) => claimRun(tx, systemIn(event.project_id), rule, { ...event, order }, reasonOf(error)));
  }
  app.live.publish(event.project_id, { kind: 'automation_rule', id: ruleId });
}

const reasonOf = (error: DomainError): Record<Locale, string> => ({
  ua: error.message_in('ua'),
  en: error.message_in('en'),
});

/** What a person would press, by the same services and the same guards. */
async function act(tx: Tx, app: Services, event: Event, rule: StoredRule, order: RunOrder): Promise<Done> {
  const by = { name: rule.name, chain: [...event.chain, rule.id] };
  const scope = await authoriseRule(tx, event.project_id, rule.author_id, 'automation.edit', by);
  if (!scope) throw automationErrors.author_left();
  await lockOrder(tx, scope, order.id);
  const changed = [{ kind: 'order', id: order.id }];
  if (rule.move_to) {
    const moved = await moveOrder(tx, app, scope, order.id, rule.move_to, '');
    changed.push({ kind: 'counterparty', id: order.counterparty_id });
    for (const { product_variant_id } of moved.items) changed.push({ kind: 'product_variant', id: product_variant_id });
  }
  if (rule.paper) {
    const { id } = await issueDocument(tx, scope, { order_id: order.id, type: rule.paper });
    changed.push({ kind: 'document', id });
  }
  if (rule.comment) {
    const said = { text: rule.comment, visibility: rule.comment_visibility };
    await insertComment(tx, scope, order.id, said);
  }
  if (rule.notice_to) await notify(tx, app, scope, rule, order);
  await tellRun(tx, scope, order.id);
  return { changed };
}

async function notify(tx: Tx, app: Services, scope: ProjectScope, rule: StoredRule, order: RunOrder): Promise<void> {
  const to = rule.notice_to ?? 'leaders';
  if (!(await isAnybodyThere(tx, scope, to, order.counterparty_id)))
    throw automationErrors.nobody_to_tell({ path: 'notice_to' });
  const number = `${order.prefix}${order.number}`;
  const facts = { id: order.id, number, rule: rule.name, words: rule.notice_text ?? '' };
  await app.notices.tell(tx, scope, TOLD[to], { counterparty_id: order.counterparty_id }, facts);
}
