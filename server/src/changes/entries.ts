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
          change_numbers: wholly('one row for each project', 'change_numbers'),
        },
      },
      'GET dropshipping/changes/readers': 'as that of one project',
      'GET dropshipping/changes': 'as that of one project, for each of his suppliers',
    },
  },
};
