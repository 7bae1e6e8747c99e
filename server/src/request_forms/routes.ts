import * as contract from '@lanka/domain/request_forms/contract';
import { requestFormErrors as errors } from '@lanka/domain/request_forms/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { serve, serveToSites } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { enterProjects } from '../projects';
import { formScript, scriptUrl } from './embed';
import { requestForgotten } from './notices';
import { assertSite, createForm, enterForm, giveTicket, receiveForm } from './receive';
import * as store from './request_forms.store';
import * as forms from './site_forms.store';

/** Where its form may stand. Those pages may read that it is off, too: else it would look like a lost connection there. */
async function originsOf(tx: Tx, { project }: { readonly project: string }): Promise<readonly string[]> {
  await enterProjects(tx, [project]);
  return (await forms.readAnyForm(tx, project))?.origins ?? [];
}

async function shownForm(tx: Tx, { config }: Services, scope: ProjectScope): Promise<contract.SiteForm> {
  const known = await forms.readSiteForm(tx, scope);
  const unset = {
    enabled: false,
    origins: [],
    locale: 'ua' as const,
    title: '',
    notice: '',
    thanks: '',
    version: null,
  };
  return { ...(known ?? unset), script_url: scriptUrl(config.publicUrl, scope.project.id) };
}

export const requestFormRoutes = [
  serve(contract.listRequestForms, ({ tx, scope, query }) => store.listForms(tx, scope, query)),
  serve(contract.countRequestForms, ({ tx, scope }) => store.countForms(tx, scope)),

  serve(contract.readRequestForm, async ({ tx, scope, params }) => {
    const known = await store.readForm(tx, scope, params.id);
    if (!known) throw errors.not_found();
    return known;
  }),

  serve(contract.createRequestForm, async ({ tx, app, scope, body, changed }) => {
    const made = await createForm(tx, app, scope, body);
    changed('request_form', made.id);
    return made;
  }),

  serve(contract.updateRequestForm, async ({ tx, scope, params, body, if_match, changed }) => {
    const known = await store.lockForm(tx, scope, params.id);
    if (!known) throw errors.not_found();
    await refuseStale(if_match, known.version, known);
    await store.updateForm(tx, scope, known, body);
    changed('request_form', known.id);
    const after = await store.readForm(tx, scope, known.id);
    return after ?? known;
  }),

  serve(contract.deleteRequestForm, async ({ tx, app, scope, params, changed }) => {
    const gone = await store.deleteForm(tx, scope, params.id);
    if (!gone) throw errors.not_found();
    for (const forget of app.hooks.all(requestForgotten)) await forget(tx, gone);
    changed('request_form', params.id);
  }),

  serve(contract.readSiteForm, ({ tx, app, scope }) => shownForm(tx, app, scope)),

  serve(contract.saveSiteForm, async ({ tx, app, scope, body, if_match, changed }) => {
    const known = await forms.lockSiteForm(tx, scope);
    if (known) await refuseStale(if_match, known.version, () => shownForm(tx, app, scope));
    await forms.saveSiteForm(tx, scope, body);
    changed('site_form', scope.project.id);
    return shownForm(tx, app, scope);
  }),

  serve(contract.readFormScript, async ({ tx, app, params }) => {
    const form = await enterForm(tx, params.project);
    return formScript(form, `${app.config.publicUrl}/api/site_forms/${params.project}`);
  }),

  serveToSites(contract.readFormTicket, originsOf, async ({ tx, app, params, asker }) => {
    assertSite(await enterForm(tx, params.project), asker.header('origin'));
    return { ticket: await giveTicket(app, params.project) };
  }),

  serveToSites(contract.sendForm, originsOf, async ({ tx, app, params, body, asker, after }) => {
    assertSite(await enterForm(tx, params.project), asker.header('origin'));
    const { id, isNew } = await receiveForm(tx, app, params.project, asker.address, body);
    if (isNew) after(() => app.live.publish(params.project, { kind: 'request_form', id }));
    return { id };
  }),
];
