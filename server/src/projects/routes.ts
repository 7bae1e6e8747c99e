import * as identity from '@lanka/domain/identity/contract';
import { common } from '@lanka/domain/kit/errors';
import * as contract from '@lanka/domain/projects/contract';
import { readUser, updateUser } from '../identity';
import type { Tx } from '../kit/db';
import type { Served } from '../kit/http';
import { serve } from '../kit/http';
import { wholePage } from '../kit/paging';
import type { UserScope } from '../kit/scope';
import type { Services } from '../kit/services';
import { createProject } from './create';
import { accept, invite, readInvitation, resend } from './invite';
import { dropLogo, logoUrl, makeLogo, withLogo } from './logo';
import * as store from './store';

async function currentUser(tx: Tx, app: Services, scope: UserScope): Promise<identity.CurrentUser> {
  const user = await readUser(tx, scope);
  const memberships = await store.listMemberships(tx, scope);
  const photo_url = user.photo ? await logoUrl(app, user.photo) : null;
  return {
    id: user.id,
    auth_id: user.oidc_subject ?? user.id,
    name: user.name,
    email: user.email,
    phone_number: user.phone_number,
    photo_url,
    about: user.about,
    website: user.website,
    legal_form: user.legal_form,
    legal_name: user.legal_name,
    platform_role: user.platform_role,
    email_confirmed: user.email_confirmed_at !== null,
    two_factor: user.totp_confirmed_at !== null,
    onboarded: user.onboarded,
    onboardstatus: user.onboardstatus,
    adv_source: user.adv_source,
    subscription_plan: user.subscription_plan,
    billing_account: {
      subscription_plan: user.subscription_plan,
      subscription_plan_since: user.subscription_plan_since,
    },
    drop_description: user.drop_description,
    drop_legal_type: user.drop_legal_type,
    drop_legal_name: user.drop_legal_name,
    edropoy_code: user.edropoy_code,
    iban: user.iban,
    locale: user.locale,
    created_at: user.created_at,
    projects: await Promise.all(memberships.map((one) => withLogo(app, one))),
    invited_only: memberships.some(({ role }) => role === 'Client') && user.subscription_plan === null,
  };
}

export const projectRoutes: Served[] = [
  serve(identity.currentUser, ({ tx, app, scope }) => currentUser(tx, app, scope)),
  serve(identity.updateMe, async ({ tx, app, scope, body }) => {
    if (Object.keys(body).length > 0) await updateUser(tx, scope, body);
    return currentUser(tx, app, scope);
  }),

  serve(contract.listProjects, async ({ tx, app, scope }) =>
    wholePage(await Promise.all((await store.listProjects(tx, scope)).map((one) => withLogo(app, one)))),
  ),
  serve(contract.createProject, ({ tx, scope, body }) => createProject(tx, scope, body.project)),
  serve(contract.readProject, async ({ tx, app, scope }) => withLogo(app, await store.readProject(tx, scope))),
  serve(contract.updateProject, async ({ tx, app, scope, body, if_match, changed, after }) => {
    const known = await store.readProject(tx, scope, true);
    if (if_match !== undefined && if_match !== known.version) throw common.stale(await withLogo(app, known));
    const { logo, ...fields } = body.project;
    const made = logo ? await makeLogo(tx, app, scope, logo) : logo;
    const updated = await store.updateProject(tx, scope, made === undefined ? fields : { ...fields, logo: made });
    if (made !== undefined) after(() => dropLogo(app, known.logo_url));
    changed('project', updated.id);
    return withLogo(app, updated);
  }),

  serve(contract.listMembers, async ({ tx, scope }) => wholePage(await store.listMembers(tx, scope))),
  serve(contract.readMyMembership, async ({ tx, scope }) => {
    const me = await store.findMember(tx, scope, scope.user.id);
    if (!me) throw common.not_found();
    return me;
  }),
  serve(contract.readMember, async ({ tx, scope, params }) => {
    const member = await store.findMember(tx, scope, params.id);
    if (!member) throw common.not_found();
    return member;
  }),
  serve(contract.updateMemberRole, async ({ tx, scope, params, body }) => {
    const member = await store.findMember(tx, scope, params.id);
    if (!member || member.role === 'Client') throw common.not_found();
    if (member.role === 'Owner') throw contract.projectErrors.last_owner();
    await store.setRole(tx, scope, params.id, body.role);
    return { ...member, role: body.role, user_role: body.role };
  }),
  serve(contract.removeMember, async ({ tx, scope, params }) => {
    const member = await store.findMember(tx, scope, params.id);
    if (!member) throw common.not_found();
    if (member.role === 'Owner') throw contract.projectErrors.last_owner();
    await store.endMembership(tx, scope, params.id);
  }),

  serve(contract.listInvitations, async ({ tx, scope }) => wholePage(await store.listInvitations(tx, scope))),
  serve(contract.inviteUser, ({ tx, app, scope, body }) => invite(tx, app, scope, { ...body, counterparty_id: null })),
  serve(contract.resendInvitation, ({ tx, app, scope, params }) => resend(tx, app, scope, params.id)),
  serve(contract.revokeInvitation, async ({ tx, scope, params }) => {
    if (!(await store.deleteInvitation(tx, scope, params.id))) throw contract.projectErrors.invitation_not_found();
  }),
  serve(contract.readInvitation, async ({ tx, params }) => {
    const { email, role, project_title, has_password } = await readInvitation(tx, params.token);
    return { email, role, project_title, known_user: has_password };
  }),

  serve(contract.acceptInvitation, async ({ tx, app, params, after }) => {
    const { reset_password_url, project_id, counterparty_id } = await accept(tx, app, params.token);
    if (counterparty_id) after(() => app.live.publish(project_id, { kind: 'counterparty', id: counterparty_id }));
    return { reset_password_url };
  }),

  serve(contract.listPaymentDetails, async ({ tx, scope }) =>
    wholePage(await store.listPaymentDetails(tx, scope, scope.role === 'Client')),
  ),
  serve(contract.createPaymentDetails, ({ tx, scope, body }) => store.insertPaymentDetails(tx, scope, body)),
  serve(contract.updatePaymentDetails, async ({ tx, scope, params, body, if_match }) => {
    const known = await store.lockPaymentDetails(tx, scope, params.id);
    if (!known) throw common.not_found();
    if (if_match !== undefined && if_match !== known.version) throw common.stale(known);
    return store.updatePaymentDetails(tx, scope, params.id, body);
  }),
  serve(contract.deletePaymentDetails, async ({ tx, scope, params }) => {
    if (!(await store.deletePaymentDetails(tx, scope, params.id))) throw common.not_found();
  }),
];
