import { createStaticData } from '@lanka/domain/static_data/contract';
import { type Entries, P, wholly } from '../../test/entries';

const phone = { key: 'phone', name: 'Телефон', content: { type: 'text' as const, value: '0671234567' } };

export const entries: Entries = {
  walls: {
    [`GET ${P}/static_data`]: {},
    [`GET ${P}/static_data/history`]: {},
    'GET static_pictures/:project/:id': {
      params: ({ project, ids }) => ({ project: project.id, id: ids.static_data as string }),
      open: true,
      // this world has no pictures
      passes: [404],
    },
    [`POST ${P}/static_data`]: { body: () => ({ ...phone, key: 'second_phone' }) },
    [`PATCH ${P}/static_data/:id`]: { body: () => ({ name: 'Інша назва' }) },
    [`DELETE ${P}/static_data/:id`]: {},
  },
  async world(app, { project, mark }) {
    const body = { ...phone, name: mark, content: { type: 'list' as const, value: [mark] } };
    const params = { project_id: project.id };
    const made = await app.call(createStaticData, { token: project.owner.token, params, body });
    return { static_data: made.body.id };
  },
  growth: {
    reads: {
      [`GET ${P}/static_data`]: { known: { '': wholly('at most 200 for each project', 'static_data') } },
      [`GET ${P}/static_data/history`]: { queries: [{ static_data_id: '$datum' }, { sort: 'created_at' }] },
      'GET static_pictures/:project/:id': 'one of at most 200 of the project',
    },
    writes: {
      [`POST ${P}/static_data`]: [
        { body: phone, known: { '': wholly('at most 200 for each project', 'static_data') } },
      ],
      [`PATCH ${P}/static_data/:id`]: [
        {
          params: { id: '$datum' },
          body: { key: 'fax' },
          known: { '': wholly('at most 200 for each project', 'static_data') },
        },
      ],
    },
    rows: [
      `insert into static_data (project_id, id, key, name, content, position)
         select :project:, pg_temp.key('datum' || n), 'key' || n, 'Назва ' || n, '{"type":"number","value":1}', n
         from generate_series(1, 190) n`,
      `insert into static_data_history (project_id, id, static_data_id, kind, before, after, user_id, created_at)
         select :project:, pg_temp.key('datum event' || n), pg_temp.key('datum' || 1 + n % 190), 'changed',
           '{"key":"a","name":"A","content":{"type":"number","value":1}}', '{"key":"a","name":"A","content":{"type":"number","value":2}}',
           :user:, now() - n * interval '1 minute'
         from generate_series(1, 20000) n`,
    ],
    ids: { datum: 'static_data where project_id = :project:' },
  },
};
