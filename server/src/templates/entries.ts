import { createField } from '@lanka/domain/templates/contract';
import { updateMainInfo } from '@lanka/domain/templates/main_info';
import { type Entries, P, wholly } from '../../test/entries';

const BOUND = wholly('at most 300 of each set', 'template_fields');
const MAIN_INFO = { main_info: wholly('one row for each project', 'main_info') };
const fabric = { key: 'fabric', name: 'Тканина', type: 'text' as const };
const set = () => ({ set: 'product' });
const one = { set: 'product', id: '$field' };
const known = { '': BOUND };

export const entries: Entries = {
  walls: {
    [`GET ${P}/templates`]: {},
    [`GET ${P}/templates/main_info`]: {},
    [`PATCH ${P}/templates/main_info`]: { body: () => ({ paper_terms: 'Повернення 14 днів' }) },
    [`GET ${P}/templates/:set/fields`]: { params: set },
    [`POST ${P}/templates/:set/fields`]: { params: set, body: () => ({ ...fabric, key: 'second' }) },
    [`PATCH ${P}/templates/:set/fields/:id`]: { params: set, body: () => ({ name: 'Інша назва' }) },
    [`DELETE ${P}/templates/:set/fields/:id`]: { params: set },
    [`POST ${P}/templates/:set/fields/:id/duplicate`]: { params: set, body: () => ({ key: 'third' }) },
  },
  async world(app, { project, mark }) {
    const params = { project_id: project.id, set: 'product' as const };
    const { token } = project.owner;
    const made = await app.call(createField, { token, params, body: { ...fabric, name: mark } });
    await app.call(updateMainInfo, { token, params, body: { paper_terms: mark } });
    return { fields: made.body.id };
  },
  growth: {
    reads: {
      [`GET ${P}/templates`]: { known },
      [`GET ${P}/templates/main_info`]: { known: MAIN_INFO },
      [`GET ${P}/templates/:set/fields`]: { params: { set: 'product' }, known },
    },
    writes: {
      [`POST ${P}/templates/:set/fields`]: [{ params: { set: 'order' }, body: fabric, known }],
      [`PATCH ${P}/templates/:set/fields/:id`]: [{ params: one, body: { position: 3, archived: false }, known }],
      [`POST ${P}/templates/:set/fields/:id/duplicate`]: [{ params: one, body: { key: 'lining' }, known }],
    },
    rows: [
      `insert into template_fields (project_id, id, set, key, name, type, position)
         select :project:, pg_temp.key('field' || n), 'product', 'key' || n, 'Поле ' || n, 'text', n
         from generate_series(1, 90) n`,
    ],
    ids: { field: 'template_fields where project_id = :project:' },
  },
};
