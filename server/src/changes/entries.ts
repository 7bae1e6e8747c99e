import { type Entries, P, wholly } from '../../test/entries';
import { numberIn } from './wait';

export const entries: Entries = {
  walls: {
    [`GET ${P}/changes`]: {},
    'GET dropshipping/changes': {},
    [`GET ${P}/changes/readers`]: {},
    'GET dropshipping/changes/readers': {},
  },
  async world(app, { project }) {
    await numberIn(app.app.services, [project.id]);
    // one that waits for its number
    await app.sql(
      project.id,
      `insert into change_queue (project_id, kind, entity_id, told_to, what)
       select project_id, kind, entity_id, told_to, 'changed' from numbered_changes where project_id = $1 limit 1`,
      [project.id],
    );
    return {};
  },
  growth: {
    reads: {
      [`GET ${P}/changes`]: {
        known: {
          change_queue: wholly('what waits for its number', 'change_queue'),
          change_numbers: wholly('one row for each project', 'change_numbers'),
        },
      },
      [`GET ${P}/changes/readers`]: {
        known: {
          change_readers: wholly('a row for each key', 'change_readers'),
          // kinds that a key does not hear of are read over; it is counted to 10,000
          'behind.n': wholly('for each key that reads, what changed behind its cursor within 30 days', 'change_queue'),
          change_numbers: wholly('one row for each project', 'change_numbers'),
        },
      },
      'GET dropshipping/changes/readers': 'as that of one project',
      'GET dropshipping/changes': 'as that of one project, for each of his suppliers',
    },
    // as many things as change within 30 days, and numbers to read them by
    rows: [
      `insert into numbered_changes (project_id, kind, entity_id, told_to, number, what, at)
         select :project:, case when n % 3 = 0 then 'order' else 'stock' end, pg_temp.key('changed' || n),
           '00000000-0000-0000-0000-000000000000', n, 'changed', now() - n * interval '1 minute'
         from generate_series(1, 20000) n`,
      `insert into change_numbers (project_id, last) values (:project:, 20000)
         on conflict (project_id) do update set last = 20000`,
    ],
  },
};
