import * as contract from '@lanka/domain/outfeeds/contract';
import type { Market, OfMarket } from '@lanka/domain/outfeeds/markets';
import type { z } from 'zod';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { type Served, serve } from '../kit/http/serve';
import { fetchFeed, fetchPhoto } from './fetch';
import * as mapping from './mapping';
import type { MappingOf } from './mapping.store';
import * as use from './outfeeds';
import { listFeeds } from './outfeeds.store';
import { suggestOwnTags } from './own-goods';
import { changePartners } from './partners';
import * as partners from './partners.store';

const { outfeedErrors } = contract;

/** One of those who let him in now. */
function supplierOf({ suppliers }: DropshippingScope, project_id: string): string {
  if (!suppliers.some((one) => one.project_id === project_id))
    throw outfeedErrors.supplier_not_found({ path: 'project_id' });
  return project_id;
}

const ofProject = ({ project }: ProjectScope, market: Market): MappingOf => ({
  ...{ project_id: project.id, owner_id: project.id, market },
});
const ofDropshipper = (scope: DropshippingScope, { project_id, market }: z.infer<typeof OfMarket>): MappingOf => ({
  ...{ project_id: supplierOf(scope, project_id), owner_id: scope.user.id, market },
});

/** The same calls for a project's own feeds and for a dropshipper's: who asks says whose they are. */
export const outfeedRoutes: Served[] = [
  serve(contract.listFeeds, async ({ tx, app, scope, query }) => {
    const list = await listFeeds(tx, use.seenBy(scope), query);
    return { ...list, items: list.items.map((one) => use.showFeed(app, one, use.ownerOf(scope))) };
  }),
  serve(contract.readFeed, ({ tx, app, scope, params }) => use.readDetails(tx, app, use.seenBy(scope), params.id)),
  serve(contract.previewFeed, ({ tx, app, scope, body }) =>
    use.previewFeed(tx, app, use.ownerOf(scope), scope.project.id, body),
  ),
  serve(contract.createFeed, async ({ tx, app, scope, body, changed }) => {
    const made = await use.createFeed(tx, app, use.ownerOf(scope), scope.project.id, body);
    changed('feed', made.id);
    return made;
  }),
  serve(contract.updateFeed, async ({ tx, app, scope, params, body, if_match, changed }) => {
    const after = await use.updateFeed(tx, app, use.ownerOf(scope), params.id, body, if_match);
    changed('feed', after.id);
    return after;
  }),
  serve(contract.renewFeed, async ({ tx, app, scope, params, changed }) => {
    const after = await use.renewFeed(tx, app, use.ownerOf(scope), params.id);
    changed('feed', after.id);
    return after;
  }),
  serve(contract.deleteFeed, async ({ tx, app, scope, params, changed }) => {
    await use.deleteFeed(tx, app, use.ownerOf(scope), params.id);
    changed('feed', params.id);
  }),

  serve(contract.readMapping, ({ tx, scope, params }) =>
    mapping.showMapping(tx, ofProject(scope, params.market), [scope.project.id]),
  ),
  serve(contract.saveMapping, async ({ tx, app, scope, params, body, if_match, changed }) => {
    const of = ofProject(scope, params.market);
    const after = await mapping.saveMapping(tx, app, of, [scope.project.id], { body, if_match });
    changed('feed', scope.project.id);
    return after;
  }),
  serve(contract.suggestMyTags, ({ tx, app, scope, params }) =>
    suggestOwnTags(app, tx, { project_id: supplierOf(scope, params.project_id), user_id: scope.user.id }),
  ),
  serve(contract.readMyMapping, ({ tx, scope, params }) =>
    mapping.showMapping(tx, ofDropshipper(scope, params), use.supplierIds(scope)),
  ),
  serve(contract.saveMyMapping, async ({ tx, app, scope, params, body, if_match, after }) => {
    const of = ofDropshipper(scope, params);
    const saved = await mapping.saveMapping(tx, app, of, use.supplierIds(scope), { body, if_match });
    after(() => app.live.publish(params.project_id, { kind: 'feed', id: params.project_id }));
    return saved;
  }),

  serve(contract.listPartners, ({ tx, scope, query }) => partners.listPartners(tx, scope.project.id, query)),
  serve(contract.readPartnerSettings, ({ tx, scope }) => partners.readSettings(tx, scope.project.id)),
  serve(contract.savePartnerSettings, async ({ tx, app, scope, body, changed }) => {
    await changePartners(tx, app, scope, () => partners.saveSettings(tx, scope.project.id, body));
    changed('feed', scope.project.id);
    return partners.readSettings(tx, scope.project.id);
  }),
  serve(contract.choosePartner, async ({ tx, app, scope, params, body, changed }) => {
    if (!(await partners.findPartner(tx, scope.project.id, params.id))) throw outfeedErrors.dropshipper_not_found();
    await changePartners(tx, app, scope, () => partners.saveChoice(tx, scope.project.id, params.id, body.choice));
    const after = await partners.findPartner(tx, scope.project.id, params.id);
    if (!after) throw outfeedErrors.dropshipper_not_found();
    changed('feed', params.id);
    return after;
  }),
  serve(contract.listPartnerSuppliers, async ({ tx, scope }) => ({
    project_ids: await partners.listAllowing(tx, scope.user.id, use.supplierIds(scope)),
  })),

  serve(contract.listMyFeeds, async ({ tx, app, scope, query }) => {
    const owner = use.ownerOf(scope);
    const projects = query.project_id ? owner.projects.filter((id) => id === query.project_id) : owner.projects;
    const list = await listFeeds(tx, { ...owner, projects }, query);
    return { ...list, items: list.items.map((one) => use.showFeed(app, one, owner)) };
  }),
  serve(contract.readMyFeed, ({ tx, app, scope, params }) => use.readDetails(tx, app, use.ownerOf(scope), params.id)),
  serve(contract.previewMyFeed, ({ tx, app, scope, body: { project_id, ...settings } }) =>
    use.previewFeed(tx, app, use.ownerOf(scope), supplierOf(scope, project_id), settings),
  ),
  serve(contract.createMyFeed, async ({ tx, app, scope, body: { project_id, ...feed }, after }) => {
    const made = await use.createFeed(tx, app, use.ownerOf(scope), supplierOf(scope, project_id), feed);
    after(() => app.live.publish(project_id, { kind: 'feed', id: made.id }));
    return made;
  }),
  serve(contract.updateMyFeed, async ({ tx, app, scope, params, body, if_match, after }) => {
    const changed = await use.updateFeed(tx, app, use.ownerOf(scope), params.id, body, if_match);
    after(() => app.live.publish(changed.project_id, { kind: 'feed', id: changed.id }));
    return changed;
  }),
  serve(contract.renewMyFeed, ({ tx, app, scope, params }) => use.renewFeed(tx, app, use.ownerOf(scope), params.id)),
  serve(contract.deleteMyFeed, async ({ tx, app, scope, params, after }) => {
    const project_id = await use.deleteFeed(tx, app, use.ownerOf(scope), params.id);
    after(() => app.live.publish(project_id, { kind: 'feed', id: params.id }));
  }),

  serve(contract.fetchFeed, ({ tx, app, params, asker, after }) => fetchFeed(tx, app, params.token, { asker, after })),
  serve(contract.fetchPhoto, ({ tx, app, params }) => fetchPhoto(tx, app, params.project, params.photo)),
];
