/** Project selection (specification §4): pure, so that its table can be tested. */
import { innerPath } from '@lanka/domain/kit/inner_path';
import { DROPSHIPPING, type Role } from '@lanka/domain/kit/roles';
import { WORKSPACE } from '../kit/page/workspace';

interface Chooser {
  invited_only: boolean;
  subscription_plan: string | null;
  projects: readonly { id: string; friendly_id: string; role: Role }[];
}

/** May this person enter the dropshipping workspace, or does he have to become a dropshipper first? */
export const isDropshipper = (user: Pick<Chooser, 'invited_only' | 'subscription_plan'>): boolean =>
  user.invited_only || Boolean(user.subscription_plan);

/**
 * The workspace to open: `dropshipping`, the id of a project, or null when the person has none yet.
 * `last` is what is stored as lastProjectId: an id or a friendly id; one that is no longer his counts as nothing.
 */
export function chooseProject(user: Chooser, last: string | null): string | null {
  const { projects } = user;
  const [first] = projects;
  if (last === DROPSHIPPING) return DROPSHIPPING;
  if (!first) return isDropshipper(user) ? DROPSHIPPING : null;
  const remembered = projects.find(({ id, friendly_id }) => id === last || friendly_id === last);
  if (projects.length === 1 && first.role === 'Client') return DROPSHIPPING;
  // a maker who buys of others too begins at home: the switcher lists his own projects first
  const own = projects.find(({ role }) => role !== 'Client');
  return (remembered ?? own ?? first).id;
}

/**
 * The workspace that the address names, if it is one of his (`inWorkspace`). A letter names the project alone: whoever
 * stands in another one, as a dropshipper of several suppliers does, would be told there that there is no such thing.
 */
export function askedWorkspace(user: Chooser, search: string, last: string | null): string | null {
  const address = new URLSearchParams(search);
  const asked = address.get(WORKSPACE);
  if (asked === null) {
    const of = user.projects.find(({ id }) => id === address.get('project'));
    if (!of || chooseProject(user, last) === of.id) return null;
    return of.role === 'Client' && isDropshipper(user) ? DROPSHIPPING : of.id;
  }
  const isHis = asked === DROPSHIPPING ? isDropshipper(user) : user.projects.some(({ id }) => id === asked);
  return isHis ? asked : null;
}

/** Where switching leads (specification §4): `role` is the one the person has before the switch. */
export const startOf = (workspace: string, role: Role | null): string =>
  workspace === DROPSHIPPING && role !== 'Client' ? '/cp/catalogue' : '/cp/orders';

/** A page before sign-in, which still knows where one wanted to go. */
export const leadingOn = (to: string, back: string | null): string =>
  back ? `${to}?${new URLSearchParams({ return: back })}` : to;

/** A way back given in the address, if it stays on this site. */
export function safeReturn(path: string | null): string | null {
  const inner = innerPath(path);
  return inner?.startsWith('/cp/signin') ? null : inner;
}
