import {
  type AutomationRule,
  automationErrors,
  type CreateRuleBody,
  MAX_RULES,
  type RuleBody,
  ruleProblems,
  type UpdateRuleBody,
} from '@lanka/domain/automation/contract';
import { circleThrough } from '@lanka/domain/automation/rules';
import { common } from '@lanka/domain/kit/errors';
import { fieldMessages } from '@lanka/domain/kit/field-messages';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import { watchCharges } from '../ledger';
import * as store from './rules.store';

export async function readRule(tx: Tx, scope: ProjectScope, id: string): Promise<AutomationRule> {
  const found = await store.findRule(tx, scope, id);
  if (!found) throw automationErrors.not_found();
  return found;
}

export async function createRule(tx: Tx, scope: ProjectScope, body: CreateRuleBody): Promise<AutomationRule> {
  await store.lockRules(tx, scope);
  const known = await store.readStored(tx, scope);
  if (known.length >= MAX_RULES) throw automationErrors.full({ limit: MAX_RULES });
  await refuseUnknown(tx, scope, body.counterparty_ids, []);
  refuseCircle(scope, body, known);
  const id = await store.insertRule(tx, scope, body);
  await keepWatch(tx, scope);
  return readRule(tx, scope, id);
}

/** The ledger notes what happens to charges while a rule that is on waits for it. The caller holds the rules. */
const keepWatch = async (tx: Tx, scope: ProjectScope): Promise<void> =>
  watchCharges(tx, scope, await store.isAnyAsked(tx, scope, 'paid'));

export async function updateRule(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  changes: UpdateRuleBody,
  ifMatch: number | undefined,
): Promise<AutomationRule> {
  await store.lockRules(tx, scope);
  const rules = await store.readStored(tx, scope);
  const before = rules.find((rule) => rule.id === id);
  if (!before) throw automationErrors.not_found();
  await refuseStale(ifMatch, before.version, () => readRule(tx, scope, id));
  const after = { ...bodyOf(before), ...changes };
  // to switch off needs one press, whatever else is wrong
  if (after.enabled) {
    const problems = ruleProblems(after);
    if (problems.length > 0)
      throw common.invalid(
        ...problems.map(({ path, code }) => ({ path, code, message: fieldMessages[code]?.[scope.locale] ?? code })),
      );
    await refuseUnknown(tx, scope, after.counterparty_ids, before.counterparty_ids);
    refuseCircle(
      scope,
      after,
      rules.filter((rule) => rule.id !== id),
    );
  }
  await store.saveRule(tx, scope, id, after);
  await keepWatch(tx, scope);
  return readRule(tx, scope, id);
}

export async function deleteRule(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  await store.lockRules(tx, scope);
  if (!(await store.removeRule(tx, scope, id))) throw automationErrors.not_found();
  await keepWatch(tx, scope);
}

/** The fields that are given; the rest of the row is nobody's to send. */
function bodyOf(rule: store.StoredRule): RuleBody {
  const { project_id: _project, id: _id, author_id: _author, version: _version, created_at: _at, ...body } = rule;
  return body;
}

async function refuseUnknown(tx: Tx, scope: ProjectScope, ids: readonly string[], known: readonly string[]) {
  const missing = await store.missingCounterparties(
    tx,
    scope,
    ids.filter((id) => !known.includes(id)),
  );
  const first = ids.findIndex((id) => missing.has(id));
  if (first >= 0) throw automationErrors.unknown_counterparties({ path: `counterparty_ids.${first}` });
}

/** The caller holds the lock of the project's rules. */
function refuseCircle(scope: ProjectScope, rule: RuleBody, others: readonly RuleBody[]): void {
  if (!rule.enabled) return;
  const circle = circleThrough([rule, ...others.filter(({ enabled }) => enabled)]);
  if (circle.length === 0) return;
  const names = circle.map(({ name }) => `«${name}»`).join(', ');
  const { code, text } = automationErrors.circle;
  throw automationErrors.circle({
    path: 'move_to',
    code,
    names,
    message: text[scope.locale].replace('{names}', names),
  });
}
