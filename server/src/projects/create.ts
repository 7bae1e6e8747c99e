import { hook } from '@lanka/domain/kit/hooks';
import { type Project, projectErrors, type createProject as route } from '@lanka/domain/projects/contract';
import type { z } from 'zod';
import type { UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { freeFriendlyId, friendlyBase } from './friendly-id';
import { friendlyIdsLike, insertProject, ownsProject } from './projects.store';
import { insertSandbox, type NewSandbox } from './sandbox.store';

type Fields = z.output<typeof route.body>['project'];

/** What slices above open in every new project, in the transaction that makes it. */
export const projectCreated = hook<(tx: Tx, projectId: string) => Promise<unknown>>('projects.created');

/** Creates the project with its creator as Owner; the friendly id comes from the title. */
export async function createProject(tx: Tx, app: Services, scope: UserScope, fields: Fields): Promise<Project> {
  if (await ownsProject(tx, scope)) throw projectErrors.one_of_ones_own();
  const base = friendlyBase(fields.title);
  const friendly_id = freeFriendlyId(base, await friendlyIdsLike(tx, base));
  const project = await insertProject(tx, scope, { ...fields, friendly_id });
  for (const open of app.hooks.all(projectCreated)) await open(tx, project.id);
  return project;
}

/** A project to try the API on, of whoever asks; it is no second own one. The transaction has entered it alone then. */
export async function createSandboxProject(tx: Tx, app: Services, scope: UserScope, made: NewSandbox): Promise<string> {
  const { id } = await insertSandbox(tx, scope, made);
  for (const open of app.hooks.all(projectCreated)) await open(tx, id);
  return id;
}
