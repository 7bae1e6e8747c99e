import type { Project, createProject as route } from '@lanka/domain/projects/contract';
import type { z } from 'zod';
import type { UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { freeFriendlyId, friendlyBase } from './friendly-id';
import { friendlyIdsLike, insertProject } from './projects.store';

type Fields = z.output<typeof route.body>['project'];

/** What slices above open in every new project, in the transaction that makes it. */
export type ProjectFollower = (tx: Tx, projectId: string) => Promise<unknown>;
const followers: ProjectFollower[] = [];

/** Registered once at start; projects cannot call the slices above by themselves. */
export function onProjectCreated(follower: ProjectFollower): void {
  if (!followers.includes(follower)) followers.push(follower);
}

/** Creates the project with its creator as Owner; the friendly id comes from the title. */
export async function createProject(tx: Tx, scope: UserScope, fields: Fields): Promise<Project> {
  const base = friendlyBase(fields.title);
  const friendly_id = freeFriendlyId(base, await friendlyIdsLike(tx, base));
  const project = await insertProject(tx, scope, { ...fields, friendly_id });
  for (const follower of followers) await follower(tx, project.id);
  return project;
}
