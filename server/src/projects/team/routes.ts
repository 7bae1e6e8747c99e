import { common } from '@lanka/domain/kit/errors';
import * as contract from '@lanka/domain/projects/contract';
import { wholePage } from '../../kit/db/paging';
import { type Served, serve } from '../../kit/http/serve';
import type { Services } from '../../kit/services';
import { logoUrl } from '../logo';
import { readBelongings } from './belongings';
import { acceptInvitation, readInvitation, resendInvitation } from './invite';
import { countMembers, updateMemberRole } from './members';
import * as store from './team.store';

/** The row as the wire has it: its picture as an address. */
export async function toMember(
  app: Services,
  { auth_id: _, photo, ...row }: store.MemberRow,
): Promise<contract.Member> {
  return { ...row, user_role: row.role, photo_url: await logoUrl(app, photo) };
}

export const teamRoutes: Served[] = [
  serve(contract.listMembers, async ({ tx, app, scope, query }) => {
    const list = await store.listMembers(tx, scope, query);
    return { ...list, items: await Promise.all(list.items.map((row) => toMember(app, row))) };
  }),
  serve(contract.countMembers, ({ tx, scope, query }) => countMembers(tx, scope, query.q)),
  serve(contract.updateMemberRole, async ({ tx, app, scope, params, body, changed }) => {
    const member = await updateMemberRole(tx, app, scope, params.id, body.role);
    changed('user', member.id);
    return toMember(app, member);
  }),
  serve(contract.memberBelongings, async ({ tx, app, scope, params }) => {
    const member = await store.findMember(tx, scope, params.id);
    if (!member) throw common.not_found();
    return readBelongings(tx, app, scope, member);
  }),

  serve(contract.listInvitations, async ({ tx, scope }) => wholePage(await store.listInvitations(tx, scope))),
  serve(contract.resendInvitation, ({ tx, app, scope, params }) => resendInvitation(tx, app, scope, params.id)),
  serve(contract.revokeInvitation, async ({ tx, scope, params, changed }) => {
    const gone = await store.deleteInvitation(tx, scope, params.id);
    if (!gone) throw contract.projectErrors.invitation_not_found();
    changed('user_invitation', gone.id);
    if (gone.counterparty_id) changed('counterparty', gone.counterparty_id);
  }),
  serve(contract.readInvitation, async ({ tx, params }) => {
    const { email, role, project_title, has_password } = await readInvitation(tx, params.token);
    return { email, role, project_title, known_user: has_password };
  }),
  serve(contract.acceptInvitation, async ({ tx, app, params, after }) => {
    const { reset_password_url, project_id, counterparty_id, user_id } = await acceptInvitation(tx, app, params.token);
    for (const kind of ['user_invitation', 'user']) after(() => app.live.publish(project_id, { kind, id: user_id }));
    if (counterparty_id) after(() => app.live.publish(project_id, { kind: 'counterparty', id: counterparty_id }));
    return { reset_password_url };
  }),
];
