import { type Entries, each } from '../../test/entries';
import type { Side } from '../../test/walls/side';
import { newId } from '../kit/db/ids';

const NOTICES = 100_000;
const chosen = ({ project }: Side) => ({
  projects: [{ project_id: project.id, choices: [{ area: 'orders', app: true, mail: 'hourly' }] }],
});

export const entries: Entries = {
  world: async (app, { project, people, mark }) => {
    const told = { id: newId(), number: '1', who: mark, sum: 1 };
    await app.sql(
      project.id,
      `insert into notices (project_id, user_id, id, kind, area, facts, at)
       select $1, user_id, $2, 'orders.placed', 'orders', $3, now()
       from unnest($4::uuid[]) as user_id`,
      [project.id, newId(), told, [people.Owner.id, people.Client.id, people.RemovedClient.id]],
    );
    await app.sql(
      project.id,
      `insert into notice_events (project_id, id, kind, facts) values ($1, $2, 'orders.placed', $3)`,
      [project.id, newId(), told],
    );
    await app.sql(
      project.id,
      `insert into notice_choices (project_id, user_id, area, app, mail)
       select $1, user_id, 'orders', true, 'daily' from unnest($2::uuid[]) as user_id`,
      [project.id, [people.Owner.id, people.Client.id, people.RemovedClient.id]],
    );
    return {};
  },
  walls: {
    'GET users/me/notifications': {},
    'GET users/me/notifications/unread': {},
    'POST users/me/notifications/read': { body: () => ({ until: new Date(0).toISOString() }) },
    'GET users/me/notification_settings': {},
    // whoever takes no part in the project cannot choose there
    'PUT users/me/notification_settings': { body: chosen, passes: [422] },
    'GET unsubscribe': { query: () => ({ token: 'none' }), passes: [404], remembers: true },
    'POST unsubscribe': { query: () => ({ token: 'none' }), passes: [404], remembers: true },
  },
  growth: {
    reads: {
      'GET users/me/notifications': {
        queries: [
          ...each('area', 'orders', 'money', 'orders,money'),
          ...each('unread', 'true', 'false'),
          { area: 'partners', unread: 'true' },
        ],
      },
      'GET users/me/notifications/unread': {},
      'GET users/me/notification_settings': {},
      'GET unsubscribe': 'reads what the link itself says',
    },
    writes: {
      'POST users/me/notifications/read': [{ body: { ids: ['$notice'] } }],
      'PUT users/me/notification_settings': [
        { body: { projects: [{ project_id: '$project', choices: [{ area: 'orders', app: true, mail: 'daily' }] }] } },
      ],
    },
    rows: [
      `insert into notice_choices (project_id, user_id, area, app, mail)
         select :project:, m.user_id, a, true, 'daily' from memberships m, unnest(array['orders', 'money', 'partners']) a
         where m.project_id = :project:`,
      // of one who hears much; most of it he has read
      `insert into notices (project_id, user_id, id, kind, area, facts, at, read_at)
         select :project:, :user:, pg_temp.key('notice' || n), 'orders.placed',
           case when n % 10 = 0 then 'money' when n % 50 = 1 then 'partners' else 'orders' end,
           '{"id":"1","number":"1","who":"Олена","sum":1}', now() - n * interval '1 minute',
           case when n > 400 then now() end
         from generate_series(1, ${NOTICES}) n`,
    ],
    ids: { notice: 'notices where project_id = :project: and read_at is null' },
  },
};
