import * as contract from '@lanka/domain/applications/contract';
import * as links from '@lanka/domain/applications/links';
import * as messages from '@lanka/domain/applications/messages';
import { beginUpload } from '../files';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import * as store from './applications.store';
import { createApplication, findMine, readSupplierTerms, showMine, withdrawApplication } from './apply';
import { decideApplication, inviteApplicant, readApplication } from './decide';
import { listDropshippers } from './dropshippers.store';
import { createJoinLink, openLink, readInviter, readJoinLink, revokeJoinLink, showLink } from './links';
import { listJoinLinks } from './links.store';
import * as talk from './messages';
import * as own from './own.store';

interface Telling {
  readonly app: Services;
  readonly after: (later: () => void) => void;
  readonly changed: (kind: string, id: string) => void;
}

/** Open pages of the applicant, who hears no project that has not let him in. */
const tellApplicantsPages = ({ app, after }: Omit<Telling, 'changed'>, user_id: string, id: string): void =>
  after(() => app.live.publish(user_id, { kind: 'dropship_request', id }));

/** Open pages of both sides hear of it: the application, and what a decision made of it. */
function tellPages(telling: Telling, application: contract.Application): void {
  const { changed } = telling;
  tellApplicantsPages(telling, application.applicant.id, application.id);
  changed('dropship_request', application.id);
  changed('user', application.applicant.id);
  // invitations are made and deleted with it
  changed('user_invitation', application.id);
  if (application.counterparty_id) changed('counterparty', application.counterparty_id);
}

export const applicationRoutes: Served[] = [
  serve(contract.listApplications, ({ tx, scope, query }) => store.listApplications(tx, scope, query)),

  serve(contract.countApplications, ({ tx, scope }) => store.countApplications(tx, scope)),

  serve(contract.createApplication, async ({ tx, app, scope, params, body, after }) => {
    const made = await createApplication(tx, app, scope, params.project_id, body);
    after(() => app.live.publish(made.project_id, { kind: 'dropship_request', id: made.id }));
    return made;
  }),

  serve(contract.readApplication, ({ tx, scope, params }) => readApplication(tx, scope, params.id)),

  serve(contract.decideApplication, async ({ tx, app, scope, params, body, changed, after }) => {
    const decided = await decideApplication(tx, app, scope, params.id, body);
    tellPages({ app, changed, after }, decided);
    return decided;
  }),

  serve(contract.withdrawApplication, async ({ tx, app, scope, params, after }) => {
    const project = await withdrawApplication(tx, app, scope, params.project_id, params.id);
    after(() => app.live.publish(project, { kind: 'dropship_request', id: params.id }));
  }),

  serve(contract.inviteApplicant, async ({ tx, app, scope, params, changed, after }) => {
    const invited = await inviteApplicant(tx, app, scope, params.id);
    tellPages({ app, changed, after }, invited);
    return invited;
  }),

  serve(contract.listApplicationHistory, async ({ tx, scope, params, query }) => {
    if (!(await store.isApplication(tx, scope, params.id))) throw contract.applicationErrors.not_found();
    return store.listHistory(tx, scope, params.id, query);
  }),

  serve(contract.listMyApplications, async ({ tx, app, scope, query }) => {
    const list = await own.listMyApplications(tx, scope, query);
    return { ...list, items: await Promise.all(list.items.map((one) => showMine(app, one))) };
  }),

  serve(contract.countMyApplications, ({ tx, scope }) => own.countMyApplications(tx, scope)),

  serve(contract.readMyApplication, async ({ tx, app, scope, params }) =>
    showMine(app, await findMine(tx, scope, { id: params.id })),
  ),

  serve(contract.listDropshippers, ({ tx, scope, query }) => listDropshippers(tx, scope, query)),

  serve(contract.readSupplierTerms, ({ tx, app, scope, params }) =>
    readSupplierTerms(tx, app, scope, params.project_id),
  ),

  serve(messages.listMessages, ({ tx, app, scope, params, query }) =>
    talk.readConversation(tx, app, { place: scope, id: params.id, side: 'supplier' }, query),
  ),

  serve(messages.writeMessage, async ({ tx, app, scope, params, body, changed, after }) => {
    const asking = { place: scope, id: params.id, side: 'supplier' as const };
    const { message, applicant_id } = await talk.writeMessage(tx, app, asking, body);
    changed('dropship_request', params.id);
    tellApplicantsPages({ app, after }, applicant_id, params.id);
    return message;
  }),

  serve(messages.markMessagesRead, async ({ tx, app, scope, params, body, changed, after }) => {
    const applicant = await talk.markRead(tx, { place: scope, id: params.id, side: 'supplier' }, body.number);
    changed('dropship_request', params.id);
    tellApplicantsPages({ app, after }, applicant, params.id);
  }),

  serve(messages.listMyMessages, async ({ tx, app, scope, params, query }) =>
    talk.readConversation(tx, app, await talk.asApplicant(tx, scope, params.id), query),
  ),

  serve(messages.writeMyMessage, async ({ tx, app, scope, params, body, after }) => {
    const asking = await talk.asApplicant(tx, scope, params.id);
    const { message } = await talk.writeMessage(tx, app, asking, body);
    after(() => app.live.publish(asking.place.project.id, { kind: 'dropship_request', id: params.id }));
    return message;
  }),

  serve(messages.markMyMessagesRead, async ({ tx, app, scope, params, body, after }) => {
    const asking = await talk.asApplicant(tx, scope, params.id);
    await talk.markRead(tx, asking, body.number);
    after(() => app.live.publish(asking.place.project.id, { kind: 'dropship_request', id: params.id }));
  }),

  serve(messages.uploadForMessage, async ({ tx, app, scope, params, body }) => {
    const asking = await talk.asApplicant(tx, scope, params.id);
    await talk.expectOpen(tx, asking);
    return beginUpload(tx, app, { ...asking.place, role: 'Client' }, body);
  }),

  serve(links.listJoinLinks, async ({ tx, app, scope, query }) => {
    const list = await listJoinLinks(tx, scope, query);
    return { ...list, items: list.items.map((one) => showLink(app, one)) };
  }),

  serve(links.readJoinLink, ({ tx, app, scope, params }) => readJoinLink(tx, app, scope, params.id)),

  serve(links.createJoinLink, async ({ tx, app, scope, body, changed }) => {
    const made = await createJoinLink(tx, app, scope, body);
    changed('join_link', made.id);
    return made;
  }),

  serve(links.revokeJoinLink, async ({ tx, scope, params, changed }) => {
    await revokeJoinLink(tx, scope, params.id);
    changed('join_link', params.id);
  }),

  serve(links.readInviter, ({ tx, app, params }) => readInviter(tx, app, params.token)),

  serve(links.readLinkTerms, async ({ tx, app, scope, params }) => {
    const link = await openLink(tx, params.token);
    return readSupplierTerms(tx, app, scope, link.project_id, { link });
  }),
];
