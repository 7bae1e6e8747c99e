import { slice } from '../kit/slice';

/** A tab of the settings; what is inserted is chosen beside the comment (`TemplateMenu`). */
export const commentTemplates = slice({
  name: 'comment_templates',
  level: 3,
  routes: [
    {
      path: 'settings/comments',
      lazy: async () => ({ Component: (await import('./CommentTemplatesPage')).CommentTemplatesPage }),
    },
  ],
});
