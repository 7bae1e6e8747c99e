import { type Entries, P, wholly } from '../../test/entries';
import { newId } from '../kit/db/ids';

const MESSAGES = 20_000;
const groupOf = ({ ids }: { ids: Record<string, string> }) => ({ id: ids.bot_groups as string });
/** No test has a bot that does not start its simulator. */
const NO_BOT = { passes: [409] } as const;
const FEW = wholly('at most twenty', 'bot_groups');

export const entries: Entries = {
  world: async (app, { project, people, mark }) => {
    const group = newId();
    await app.sql(
      project.id,
      `insert into bot_links (project_id, user_id, status, username, chat_id, chat_name, linked_at)
       select $1, user_id, 'active', $2, '55' || abs(hashtext(user_id::text)), $2, now() from unnest($3::uuid[]) as user_id`,
      [project.id, mark, [people.Owner.id, people.Client.id, people.RemovedClient.id]],
    );
    await app.sql(
      project.id,
      `insert into bot_groups (project_id, id, status, title, areas, locale, chat_id, linked_at, added_by)
       values ($1, $2, 'active', $3, '{orders}', 'ua', '-77' || abs(hashtext($3)), now(), $4)`,
      [project.id, group, mark, people.Owner.id],
    );
    return { bot_groups: group };
  },
  walls: {
    'GET users/me/telegram_integrations': {},
    [`PATCH ${P}/users/enable_telegram_integration`]: { body: () => ({}), ...NO_BOT },
    [`PATCH ${P}/users/disable_telegram_integration`]: {},
    [`GET ${P}/users/test_telegram_integration`]: NO_BOT,
    [`GET ${P}/bot_groups`]: {},
    [`POST ${P}/bot_groups`]: { body: () => ({ areas: ['orders'] }), ...NO_BOT },
    [`PATCH ${P}/bot_groups/:id`]: { params: groupOf, body: () => ({ areas: ['orders'] }) },
    [`DELETE ${P}/bot_groups/:id`]: { params: groupOf },
    'POST telegram/updates': { passes: [401] },
  },
  growth: {
    reads: {
      'GET users/me/telegram_integrations': {},
      [`GET ${P}/users/test_telegram_integration`]: 'asks Telegram after one row by its key',
      [`GET ${P}/bot_groups`]: { known: { '': FEW } },
    },
    writes: {
      [`PATCH ${P}/users/disable_telegram_integration`]: [{}],
      [`PATCH ${P}/bot_groups/:id`]: [{ params: { id: '$botGroup' }, body: { areas: ['orders'] }, known: { '': FEW } }],
      [`DELETE ${P}/bot_groups/:id`]: [{ params: { id: '$botGroup' }, known: { '': FEW } }],
    },
    rows: [
      `insert into bot_links (project_id, user_id, status, username, chat_id, linked_at)
         select :project:, m.user_id, 'active', 'person', '55' || abs(hashtext(m.user_id::text)), now() from memberships m
         where m.project_id = :project:`,
      `insert into bot_groups (project_id, id, status, title, areas, locale, chat_id, linked_at, added_by)
         select :project:, pg_temp.key('bot group' || n), 'active', 'Група ' || n, '{orders}', 'ua', '-10' || n, now(), :user:
         from generate_series(1, 20) n`,
      // of all projects together: what has gone, and what waits
      `insert into bot_messages (id, chat_id, of_project, html, folds, state, created_at, next_at)
         select pg_temp.key('bot message' || n), '55' || n % 900, :project:, 'Звістка ' || n, true,
           case when n % 400 = 0 then 'waiting' else 'sent' end, now() - n * interval '1 minute', now() + interval '1 day'
         from generate_series(1, ${MESSAGES}) n`,
    ],
    ids: { botGroup: 'bot_groups where project_id = :project: order by id' },
  },
};
