/**
 * Who is signed in and where he works. `identity` provides it; every slice asks it:
 *
 *   const { project, role, can } = useSession();
 *   const projectId = useProjectId();              // for params: { project_id: projectId }
 *   {can('orders.create') && <Button …>}
 *
 * The server enforces permissions; the web only mirrors them.
 */
import type { CurrentUser, MyProject } from '@lanka/domain/identity/contract';
import type { Permission } from '@lanka/domain/kit/permissions';
import type { Role } from '@lanka/domain/kit/roles';
import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { createContext, useContext } from 'react';

export type SessionProject = MyProject;

export interface Session {
  user: CurrentUser;
  /** Null in the dropshipping workspace and before there is any. */
  project: SessionProject | null;
  /** The dropshipper's own workspace over all suppliers (specification §3, pseudo-project). */
  isDropshipping: boolean;
  /** Null while there is no workspace at all. */
  role: Role | null;
  can(permission: Permission): boolean;
  /** Remembers the choice and reloads (specification §4, Project selection), at this page or where one begins there. */
  switchTo(projectId: string, page?: string): void;
  signOut(): Promise<void>;
  /** Reads the current user again, after a change of profile, projects or plan. */
  refresh(): Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is for pages inside the signed-in shell');
  return session;
}

/** For `params: { project_id }`: the friendly id, or `dropshipping`. */
export function useProjectId(): string {
  const { project } = useSession();
  return project ? project.friendly_id : DROPSHIPPING;
}

/** The projects in which this person is a dropshipper. */
export function useSuppliers(): SessionProject[] {
  const { user } = useSession();
  return user.projects.filter(({ role }) => role === 'Client');
}
