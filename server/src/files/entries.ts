import { type Entries, P } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`POST ${P}/uploads`]: { body: () => ({ file_name: 'a.png' }) },
  },
  growth: {
    rows: [
      `insert into storage_totals (project_id, owner_id, bytes)
         select :project:, pg_temp.key('owner' || n), n from generate_series(1, 5000) n`,
    ],
    writes: { [`POST ${P}/uploads`]: [{ body: { file_name: 'a.png', bytes: 10 } }] },
  },
};
