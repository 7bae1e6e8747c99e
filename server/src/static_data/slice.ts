import * as contract from '@lanka/domain/static_data/contract';
import { wholePage } from '../kit/db/paging';
import { serve } from '../kit/http/serve';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock, slice } from '../kit/slice';
import { shownType } from '../kit/storage/storage';
import { enterProjects, inHundreds } from '../projects';
import * as edit from './edit';
import * as store from './static_data.store';

const forget = job<Record<string, never>>('static_data.forget', { expireInSeconds: 1800 });

export const forgetEverywhere = (app: Services): Promise<void> =>
  inHundreds(app, (projectIds) => app.db.transaction({ projectIds }, (tx) => store.forgetHistory(tx, projectIds)));

export const staticData = slice({
  name: 'static_data',
  level: 4,
  jobs: [byClock(forget, '55 3 * * *', forgetEverywhere)],
  topics: [{ kind: 'static_data', permission: 'static_data.read' }],
  routes: [
    serve(contract.listStaticData, async ({ tx, app, scope }) =>
      wholePage((await store.listStaticData(tx, scope)).map((one) => edit.shown(app, scope, one))),
    ),

    serve(contract.listStaticDataHistory, ({ tx, scope, query }) => store.listHistory(tx, scope, query)),

    serve(contract.createStaticData, async (context) => {
      const made = await edit.createStaticData(context, context.body);
      context.changed('static_data', made.id);
      return made;
    }),

    serve(contract.updateStaticData, async (context) => {
      const { params, body, if_match, changed } = context;
      const after = await edit.updateStaticData(context, params.id, body, if_match);
      changed('static_data', after.id);
      return after;
    }),

    serve(contract.deleteStaticData, async (context) => {
      await edit.deleteStaticData(context, context.params.id);
      context.changed('static_data', context.params.id);
    }),

    serve(contract.fetchStaticPicture, async ({ tx, app, params }) => {
      await enterProjects(tx, [params.project]);
      const file = await store.findPicture(tx, params.project, params.id);
      const type = file && shownType(file);
      if (!type || (await app.storage.size(file)) === null) throw contract.staticDataErrors.picture_not_found();
      return {
        ...{ stream: () => app.storage.read(file), inline: true, content_type: type, file_name: params.id },
        headers: {
          // another picture has another address
          'cache-control': 'public, max-age=86400, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        },
      };
    }),
  ],
});
