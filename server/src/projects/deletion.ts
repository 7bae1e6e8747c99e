import { hook } from '@lanka/domain/kit/hooks';
import { type Project, type ProjectDeletion, projectErrors, RESTORE_DAYS } from '@lanka/domain/projects/contract';
import { localeOf } from '../identity';
import type { ProjectScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { fromProject } from '../kit/mail/caps';
import type { Letter } from '../kit/mail/letter-design';
import { letterKind } from '../kit/mail/letters';
import type { Services } from '../kit/services';
import { tellChanged } from './changed';
import { markDeleted, ownsProject, readProject, restore } from './projects.store';
import { countByRole, countInvitations, deleteInvitations, listColleagues } from './team/team.store';

/** What slices above know of a project that is to be deleted; each its own part. */
type Facts = Pick<ProjectDeletion, 'open_orders' | 'debts' | 'advances'>;
export const projectDeletion = hook<(tx: Tx, scope: ProjectScope) => Promise<Partial<Facts>>>('projects.deletion');

export async function readDeletion(tx: Tx, app: Services, scope: ProjectScope): Promise<ProjectDeletion> {
  const by = await countByRole(tx, scope);
  const { Owner: _, Client: clients = 0, ...staff } = by;
  const invited = await countInvitations(tx, scope);
  const facts: Facts = { open_orders: 0, debts: 0, advances: 0 };
  for (const know of app.hooks.all(projectDeletion)) Object.assign(facts, await know(tx, scope));
  return {
    ...facts,
    staff: Object.values(staff).reduce((sum, n) => sum + n, 0),
    clients,
    invitations: invited.staff + invited.clients,
  };
}

const deleted = letterKind('projects.deleted', {
  sample: { who: 'Олена Коваленко', project: 'Ткацький двір', owner: true },
  ua: ({ who, project, owner }) => ({
    subject: `Проєкт «${project}» видалено`,
    paragraphs: [
      'Вітаємо.',
      `${who} видаляє проєкт «${project}» на платформі Ланка. Доступ до нього закрито для всіх.`,
      owner
        ? `Протягом ${RESTORE_DAYS} днів проєкт можна відновити у вашому профілі. Якщо його видалено не вами, відновіть проєкт і змініть пароль.`
        : 'Якщо вам потрібні його дані, зверніться до власника проєкту.',
    ],
    ...(owner ? { button: 'Відкрити профіль' } : {}),
  }),
  en: ({ who, project, owner }) => ({
    subject: `The project “${project}” was deleted`,
    paragraphs: [
      'Hello.',
      `${who} has deleted the project “${project}” on the Lanka platform. Nobody has access to it any more.`,
      owner
        ? `For ${RESTORE_DAYS} days you can restore it in your profile. If it was not you, restore the project and change your password.`
        : 'If you need its data, ask the owner of the project.',
    ],
    ...(owner ? { button: 'Open the profile' } : {}),
  }),
});

/**
 * Deletes the project softly (docs/decisions/0020): access ends with the transaction, invitations die, dropshippers
 * keep their past orders to read, nothing is erased. Throws 422 when `title` is given and another, 409 with the number
 * of orders that are under way.
 */
export async function deleteProject(tx: Tx, app: Services, scope: ProjectScope, title?: string): Promise<void> {
  const project = await readProject(tx, scope, true);
  if (title !== undefined && title !== project.title) {
    const { code, text } = projectErrors.title_mismatch;
    throw projectErrors.title_mismatch({ path: 'title', code, message: text[scope.locale] });
  }
  const { open_orders } = await readDeletion(tx, app, scope);
  if (open_orders > 0) throw projectErrors.has_open_orders({ open_orders });
  await deleteInvitations(tx, scope);
  await markDeleted(tx, scope);
  await tellChanged(tx, app, scope.project.id);
  const facts = { who: scope.user.name, project: project.title };
  const profile = `${app.config.publicUrl}/cp/profile`;
  const own = (await localeOf(tx, scope.user.email)) ?? scope.locale;
  // the deletion does not fail because its letters were sent too often
  const post = (letter: Letter) => app.mail.postWithinCaps(tx, letter, fromProject(scope.project.id, letter.to));
  await post(deleted.to({ email: scope.user.email, locale: own }, { ...facts, owner: true }, profile));
  const staff = await listColleagues(tx, scope, scope.user.id, ['Administrator', 'Manager', 'Producer', 'Stockman']);
  for (const { email, locale } of staff) await post(deleted.to({ email, locale }, { ...facts, owner: false }));
}

/** Takes the deletion back: every member has the access he had. Invitations stay withdrawn. */
export async function restoreProject(tx: Tx, app: Services, scope: UserScope, id: string): Promise<Project> {
  const ownsAnother = await ownsProject(tx, scope, id);
  const project = await restore(tx, scope, id);
  if (!project) throw projectErrors.not_restorable();
  if (ownsAnother) throw projectErrors.one_of_ones_own();
  await tellChanged(tx, app, project.id);
  return project;
}
