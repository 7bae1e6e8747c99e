import * as contract from '@lanka/domain/comment_templates/contract';
import { serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { slice } from '../kit/slice';
import * as store from './comment_templates.store';

const { MAX_COMMENT_TEMPLATES: limit, commentTemplateErrors: errors } = contract;

function refuseTaken(known: store.LockedTemplates, name: string, own?: string): void {
  const key = name.toLowerCase();
  if (known.some((one) => one.id !== own && one.name.toLowerCase() === key)) throw errors.taken({ path: 'name', name });
}

export const commentTemplates = slice({
  name: 'comment_templates',
  level: 3,
  topics: [{ kind: 'comment_template', permission: 'comment_templates.read' }],
  routes: [
    serve(contract.listCommentTemplates, async ({ tx, scope }) => ({ items: await store.listTemplates(tx, scope) })),

    serve(contract.createCommentTemplate, async ({ tx, scope, body, changed }) => {
      const known = await store.lockTemplates(tx, scope);
      if (known.length >= limit) throw errors.full({ limit });
      refuseTaken(known, body.name);
      const made = await store.insertTemplate(tx, scope, known, body);
      changed('comment_template', made.id);
      return made;
    }),

    serve(contract.updateCommentTemplate, async ({ tx, scope, params, body, if_match, changed }) => {
      const all = await store.lockTemplates(tx, scope);
      const known = all.find(({ id }) => id === params.id);
      if (!known) throw errors.not_found();
      await refuseStale(if_match, known.version, known);
      if (body.name !== undefined) refuseTaken(all, body.name, known.id);
      changed('comment_template', known.id);
      return store.saveTemplate(tx, scope, all, known.id, body);
    }),
  ],
});
