import { createCommentTemplate } from '@lanka/domain/comment_templates/contract';
import { type Entries, P, wholly } from '../../test/entries';

const FEW = { '': wholly('at most 100 for each project', 'comment_templates') };
const SENT = { name: 'Відправлено', text: 'Замовлення № {номер} відправлено, ТТН {ТТН}' };

export const entries: Entries = {
  walls: {
    [`GET ${P}/comment_templates`]: {},
    [`POST ${P}/comment_templates`]: { body: () => SENT },
    [`PATCH ${P}/comment_templates/:id`]: { body: () => ({ archived: true }) },
  },
  async world(app, { project, staffMark }) {
    const { token } = project.owner;
    const body = { name: staffMark, text: staffMark };
    const made = await app.call(createCommentTemplate, { token, params: { project_id: project.id }, body });
    return { comment_templates: made.body.id };
  },
  growth: {
    reads: { [`GET ${P}/comment_templates`]: { known: FEW } },
    writes: {
      [`POST ${P}/comment_templates`]: [{ body: SENT, known: FEW }],
      [`PATCH ${P}/comment_templates/:id`]: [{ params: { id: '$template' }, body: { text: 'Інше' }, known: FEW }],
    },
    rows: [
      `insert into comment_templates (project_id, id, name, text)
         select :project:, pg_temp.key('comment template' || n), 'Шаблон ' || n, 'Текст ' || n from generate_series(1, 90) n`,
    ],
    ids: { template: 'comment_templates where project_id = :project:' },
  },
};
