import { scopesFor } from '@lanka/domain/kit/api_scopes';
import { apiAllowed, assertApi, callsPerMinute, plansWithApi, SANDBOX_PLAN, termsOf } from '@lanka/domain/kit/plans';
import { daysLeftOf } from '@lanka/domain/kit/sandbox';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import {
  type NewSandbox,
  SANDBOX_DAYS,
  type Sandbox,
  type SandboxState,
  sandboxErrors,
} from '@lanka/domain/sandbox/contract';
import { createKey, revokeAllKeys, sideOfProject } from '../api_keys';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import {
  authorise,
  createSandboxProject,
  enterProjects,
  findSandboxOf,
  lockSandboxOf,
  type SandboxRow,
} from '../projects';
import { throwAway } from './erase';
import { fillOne } from './fill';

/** One word in both languages: the project has one title. */
const TITLE = 'Пісочниця';

const shown = (row: SandboxRow): Sandbox => ({
  ...row,
  days_left: daysLeftOf(row.until, kyivDate(new Date())),
});

export async function readState(tx: Tx, app: Services, { project }: ProjectScope): Promise<SandboxState> {
  const found = await findSandboxOf(tx, project.id);
  const { api, products, orders } = termsOf(SANDBOX_PLAN);
  return {
    sandbox: found && shown(found),
    allowed: apiAllowed('manufacturer', project.subscription_plan) !== null,
    plans: plansWithApi('manufacturer'),
    limits: {
      ...{ requests: api?.requests ?? 0, bytes: api?.bytes ?? 0, products: products ?? 0, orders },
      calls_per_minute: callsPerMinute(SANDBOX_PLAN, app.config.apiCallsPerMinute),
    },
  };
}

/**
 * A sandbox of this project with its key; a job fills it. What was there is thrown away by it, when it is the one that the
 * asker knows: of two presses at once one makes it, and the other is told.
 */
export async function makeSandbox(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  replaces: string | null,
): Promise<NewSandbox> {
  assertApi('manufacturer', scope.project.subscription_plan);
  await lockSandboxOf(tx, scope.project.id);
  const known = await findSandboxOf(tx, scope.project.id);
  if ((known?.id ?? null) !== replaces) throw sandboxErrors.changed();
  if (known) await throwAway(tx, app, known.id);
  const id = await createSandboxProject(tx, app, scope, {
    of: scope.project.id,
    friendly_id: `sandbox-${newId().slice(-8)}`,
    ...{ title: TITLE, category: 'Інше', contact_person: scope.user.name },
    until: daysAfter(kyivDate(new Date()), SANDBOX_DAYS),
  });
  await app.jobs.send(tx, fillOne, { id });
  return withKey(tx, scope, known ? [known.id] : []);
}

/** A new key for it; those before it end, so that one that was lost opens nothing. */
export async function renewKey(tx: Tx, scope: ProjectScope): Promise<NewSandbox> {
  assertApi('manufacturer', scope.project.subscription_plan);
  await lockSandboxOf(tx, scope.project.id);
  const found = await findSandboxOf(tx, scope.project.id);
  if (!found) throw sandboxErrors.not_found();
  await enterProjects(tx, [found.id]);
  await revokeAllKeys(tx, found.id);
  return withKey(tx, scope);
}

/** The transaction leaves with all entered that it has changed. */
async function withKey(tx: Tx, scope: ProjectScope, closed: readonly string[] = []): Promise<NewSandbox> {
  const found = await findSandboxOf(tx, scope.project.id);
  if (!found) throw new Error('a sandbox that was made is there');
  const asker = { user_id: scope.user.id, session_id: scope.session_id };
  const inside = (await authorise(tx, asker, 'api_keys.manage', found.id, scope.locale)) as ProjectScope;
  const body = { name: TITLE, scopes: [...scopesFor('project')], addresses: [], last_day: daysAfter(found.until, -1) };
  const { key } = await createKey(tx, sideOfProject(inside), body);
  await enterProjects(tx, [scope.project.id, found.id, ...closed]);
  return { sandbox: shown(found), key };
}

export async function deleteSandbox(tx: Tx, app: Services, scope: ProjectScope): Promise<string> {
  await lockSandboxOf(tx, scope.project.id);
  const found = await findSandboxOf(tx, scope.project.id);
  if (!found) throw sandboxErrors.not_found();
  await throwAway(tx, app, found.id);
  await enterProjects(tx, [scope.project.id, found.id]);
  return found.id;
}
