import * as access from '@lanka/domain/partners/access';
import * as contract from '@lanka/domain/partners/contract';
import { MAX_GROUPED } from '@lanka/domain/partners/group_terms';
import * as groups from '@lanka/domain/partners/groups';
import { listTermsChanges } from '@lanka/domain/partners/terms';
import * as projects from '@lanka/domain/projects/contract';
import { type Served, serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { leaveSupplier, readLeaving } from './access';
import { listAccessChanges, listPastSuppliers } from './access.store';
import {
  createCounterparty,
  deleteCounterparty,
  inviteCounterparty,
  readCounterparty,
  removeCounterpartyAccess,
  resendCounterpartyInvitation,
  updateCounterparty,
  withdrawCounterpartyInvitation,
} from './counterparty';
import { createGroup, readGroup, regroup, updateGroup } from './groups';
import { readGroups } from './groups.store';
import { logoUrl } from './logo';
import { inviteMember, readRecord, removeMember, updateMember } from './members';
import { countCounterparties, listCounterparties, listCounterpartyNames } from './partners.store';
import { readCounterpartyLedger, readReconciliation } from './settlements';
import { findSupplier, listSuppliers } from './suppliers.store';
import { listTermsChanges as readTermsChanges } from './terms.store';

function announce(made: projects.Invitation, changed: (kind: string, id: string) => void): projects.Invitation {
  changed('user_invitation', made.id);
  if (made.counterparty_id) changed('counterparty', made.counterparty_id);
  return made;
}

export const partnerRoutes: Served[] = [
  // of the project's users, but a dropshipper among them is a counterparty, of which projects know nothing
  serve(projects.inviteMember, async ({ tx, app, scope, body, changed }) =>
    announce(await inviteMember(tx, app, scope, body), changed),
  ),
  serve(projects.inviteUser, async ({ tx, app, scope, body, changed }) =>
    announce(await inviteMember(tx, app, scope, body), changed),
  ),
  serve(projects.readMyMembership, ({ tx, app, scope }) => readRecord(tx, app, scope, scope.user.id)),
  serve(projects.readMember, ({ tx, app, scope, params }) => readRecord(tx, app, scope, params.id)),
  serve(projects.removeMember, async ({ tx, app, scope, params, query, changed }) => {
    const { counterparty_id } = await removeMember(tx, app, scope, params.id, query.hand_over_to ?? null);
    changed('user', params.id);
    if (counterparty_id) changed('counterparty', counterparty_id);
  }),
  serve(projects.updateMember, async ({ tx, app, scope, params, body, changed }) => {
    await updateMember(tx, app, scope, params.id, body);
    const member = await readRecord(tx, app, scope, params.id);
    changed('user', member.id);
    if (member.counterparty_id) changed('counterparty', member.counterparty_id);
    return member;
  }),

  serve(contract.listCounterparties, ({ tx, scope, query }) => listCounterparties(tx, scope, query)),

  serve(contract.listCounterpartyNames, ({ tx, scope, query }) => listCounterpartyNames(tx, scope, query)),

  serve(contract.countCounterparties, ({ tx, scope, query }) => countCounterparties(tx, scope, query.q)),

  serve(contract.createCounterparty, async ({ tx, scope, body, changed }) => {
    const made = await createCounterparty(tx, scope, body);
    changed('counterparty', made.id);
    return made;
  }),

  serve(contract.readCounterparty, ({ tx, scope, params }) => readCounterparty(tx, scope, params.id)),

  serve(listTermsChanges, async ({ tx, scope, params, query }) => {
    await readCounterparty(tx, scope, params.id);
    return readTermsChanges(tx, scope, params.id, query);
  }),

  serve(contract.updateCounterparty, async ({ tx, scope, params, body, if_match, changed }) => {
    const after = await updateCounterparty(tx, scope, params.id, body, if_match);
    changed('counterparty', params.id);
    return after;
  }),

  serve(groups.listGroups, async ({ tx, scope }) => ({ items: await readGroups(tx, scope) })),
  serve(groups.createGroup, async ({ tx, scope, body, changed }) => {
    const id = await createGroup(tx, scope, body);
    changed('counterparty_group', id);
    return readGroup(tx, scope, id);
  }),
  serve(groups.updateGroup, async ({ tx, scope, params, body, if_match, changed }) => {
    const current = () => readGroup(tx, scope, params.id);
    const concerned = await updateGroup(tx, scope, params.id, body, (version) =>
      refuseStale(if_match, version, current),
    );
    changed('counterparty_group', params.id);
    for (const id of concerned.slice(0, MAX_GROUPED)) changed('counterparty', id);
    return current();
  }),
  serve(groups.regroupCounterparties, async ({ tx, scope, body, changed }) => {
    for (const id of await regroup(tx, scope, body)) changed('counterparty', id);
    for (const id of [...body.add, ...body.remove]) changed('counterparty_group', id);
  }),

  serve(contract.deleteCounterparty, async ({ tx, app, scope, params, changed }) => {
    await deleteCounterparty(tx, app, scope, params.id);
    changed('counterparty', params.id);
  }),

  serve(contract.inviteCounterparty, async ({ tx, app, scope, params, body, changed }) => {
    const after = await inviteCounterparty(tx, app, scope, params.id, body.email);
    changed('counterparty', params.id);
    return after;
  }),

  serve(contract.resendCounterpartyInvitation, async ({ tx, app, scope, params, changed }) => {
    const after = await resendCounterpartyInvitation(tx, app, scope, params.id);
    changed('counterparty', params.id);
    return after;
  }),

  serve(contract.withdrawCounterpartyInvitation, async ({ tx, scope, params, changed }) => {
    const after = await withdrawCounterpartyInvitation(tx, scope, params.id);
    changed('counterparty', params.id);
    return after;
  }),

  serve(contract.removeCounterpartyAccess, async ({ tx, app, scope, params, changed }) => {
    const after = await removeCounterpartyAccess(tx, app, scope, params.id);
    changed('counterparty', params.id);
    return after;
  }),
  serve(access.listAccessChanges, async ({ tx, scope, params, query }) => {
    await readCounterparty(tx, scope, params.id);
    return listAccessChanges(tx, scope, params.id, query);
  }),
  serve(access.readLeaving, ({ tx, app, scope, params }) => readLeaving(tx, app, scope, params.project_id)),
  serve(access.leaveSupplier, async ({ tx, app, scope, params, body, after }) => {
    const id = await leaveSupplier(tx, app, scope, params.project_id, body.reason ?? '');
    after(() => app.live.publish(params.project_id, { kind: 'counterparty', id }));
    after(() => app.live.publish(params.project_id, { kind: 'user', id: scope.user.id }));
  }),
  serve(access.listPastSuppliers, async ({ tx, app, scope, query }) => {
    const list = await listPastSuppliers(tx, scope, query);
    const items = await Promise.all(
      list.items.map(async ({ logo, ...row }) => ({ ...row, logo_url: await logoUrl(app, logo) })),
    );
    return { ...list, items };
  }),

  serve(contract.readCounterpartyLedger, ({ tx, app, scope, params, query }) =>
    readCounterpartyLedger(tx, app, scope, params.id, query),
  ),

  serve(contract.readReconciliation, ({ tx, app, scope, params, query }) =>
    readReconciliation(tx, app, scope, params.id, query),
  ),

  serve(contract.listSuppliers, async ({ tx, app, scope, query }) => {
    const list = await listSuppliers(tx, scope, query);
    const items = await Promise.all(
      list.items.map(async ({ logo, ...row }) => ({ ...row, logo_url: await logoUrl(app, logo) })),
    );
    return { ...list, items };
  }),
  serve(contract.readSupplier, async ({ tx, app, scope, params }) => {
    const found = await findSupplier(tx, scope, params.project_id);
    if (!found) throw contract.partnerErrors.supplier_not_found();
    const { logo, ...card } = found;
    return { ...card, logo_url: await logoUrl(app, logo) };
  }),
];
