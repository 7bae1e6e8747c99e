import * as identity from '@lanka/domain/identity/contract';
import * as contract from '@lanka/domain/projects/contract';
import { uncountUpload } from '../files';
import { updateUser } from '../identity';
import { wholePage } from '../kit/db/paging';
import type { Served } from '../kit/http/serve';
import { serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { tellChanged } from './changed';
import { createProject } from './create';
import { deleteProject, readDeletion, restoreProject } from './deletion';
import { dropLogo, makeLogo, withLogo } from './logo';
import { pause, resume } from './pause';
import { assertOwn, currentUser, removePhoto, setPhoto } from './profile';
import * as store from './projects.store';
import { settingsRoutes } from './settings/routes';
import { teamRoutes } from './team/routes';

export const projectRoutes: Served[] = [
  serve(identity.currentUser, ({ tx, app, scope }) => currentUser(tx, app, scope)),
  serve(identity.updateMe, async ({ tx, app, scope, body }) => {
    if (Object.keys(body).length > 0) await updateUser(tx, scope, body);
    return currentUser(tx, app, scope);
  }),
  serve(contract.readUser, async ({ tx, app, scope, params }) => {
    await assertOwn(tx, scope, params.id);
    return currentUser(tx, app, scope);
  }),
  serve(contract.updateUser, async ({ tx, app, scope, params, body }) => {
    await assertOwn(tx, scope, params.id);
    if (Object.keys(body).length > 0) await updateUser(tx, scope, body);
    return currentUser(tx, app, scope);
  }),
  serve(contract.setMyPhoto, async ({ tx, app, scope, body, after }) => {
    const before = await setPhoto(tx, app, scope, body.image);
    after(() => dropLogo(app, before));
    return currentUser(tx, app, scope);
  }),
  serve(contract.removeMyPhoto, async ({ tx, app, scope, after }) => {
    const before = await removePhoto(tx, scope);
    after(() => dropLogo(app, before));
    return currentUser(tx, app, scope);
  }),

  serve(contract.listProjects, async ({ tx, app, scope }) =>
    wholePage(await Promise.all((await store.listProjects(tx, scope)).map((one) => withLogo(app, one)))),
  ),
  serve(contract.createProject, ({ tx, app, scope, body }) => createProject(tx, app, scope, body.project)),
  serve(contract.readProject, async ({ tx, app, scope }) => withLogo(app, await store.readProject(tx, scope))),
  serve(contract.updateProject, async ({ tx, app, scope, body, if_match, changed, after }) => {
    const known = await store.readProject(tx, scope, true);
    await refuseStale(if_match, known.version, () => withLogo(app, known));
    const { logo, ...fields } = body.project;
    const made = logo ? await makeLogo(tx, app, scope, logo) : logo;
    if (logo) await uncountUpload(tx, scope, logo);
    const updated = await store.updateProject(tx, scope, made === undefined ? fields : { ...fields, logo: made });
    if (made !== undefined) after(() => dropLogo(app, known.logo_url));
    await tellChanged(tx, app, updated.id);
    changed('project', updated.id);
    return withLogo(app, updated);
  }),
  serve(contract.pauseProject, async ({ tx, app, scope, body, changed }) => {
    await pause(tx, app, scope, body.until);
    changed('project', scope.project.id);
    return withLogo(app, await store.readProject(tx, scope));
  }),
  serve(contract.resumeProject, async ({ tx, app, scope, changed }) => {
    await resume(tx, app, scope);
    changed('project', scope.project.id);
    return withLogo(app, await store.readProject(tx, scope));
  }),
  serve(contract.readDeletion, ({ tx, app, scope }) => readDeletion(tx, app, scope)),
  serve(contract.deleteProject, async ({ tx, app, scope, query, changed }) => {
    await deleteProject(tx, app, scope, query.title);
    changed('project', scope.project.id);
  }),
  serve(contract.listDeletedProjects, async ({ tx, scope }) => wholePage(await store.listDeleted(tx, scope))),
  serve(contract.restoreProject, async ({ tx, app, scope, params }) =>
    withLogo(app, await restoreProject(tx, app, scope, params.id)),
  ),

  ...teamRoutes,
  ...settingsRoutes,
];
