import { writeMessage } from '@lanka/domain/applications/messages';
import { type Entries, each, type Known, P, sorted } from '../../test/entries';
import type { Entry } from '../../test/walls/entry';
import { newId } from '../kit/db/ids';

const APPLICATIONS = 12_000;
/** As the list of users: by a name all members are read and sorted, and each row shown counts its recent orders. */
const MEMBERS: Known = {
  why: 'reads the members of one project, and a month of orders of each row',
  sorts: 10_000,
  reads: 60_000,
};

/** His application, and nobody else's. */
const MINE: Entry = {
  params: ({ ids }) => ({ id: ids.dropship_requests as string }),
  only: ['RemovedClient'],
};

export const entries: Entries = {
  world: async (app, { project, people, mark, ids }) => {
    // whose access ends may apply for it again
    const { id: user } = people.RemovedClient;
    const id = newId();
    await app.sql(
      project.id,
      `insert into applications (project_id, id, user_id, cover_text, applied_at) values ($1, $2, $3, $4, now())`,
      [project.id, id, user, mark],
    );
    await app.sql(
      project.id,
      `insert into application_events (project_id, application_id, id, kind, reason, actor_id)
       values ($1, $2, gen_random_uuid(), 'applied', $4, $3)`,
      [project.id, id, user, mark],
    );
    await app.call(writeMessage, {
      token: project.owner.token,
      params: { project_id: project.id, id },
      body: { text: mark, files: [ids.uploads as string] },
    });
    const link = newId();
    await app.sql(
      project.id,
      `insert into join_links (project_id, id, name, token, created_by) values ($1, $2, $3, $4, $5)`,
      [project.id, link, mark, `join-${link}`, project.owner.id],
    );
    // somebody who may apply, and does
    await app.sql(null, `update users set subscription_plan = 'dropshipper-standard-monthly' where id = $1`, [
      people.RemovedMember.id,
    ]);
    // one of both stands in no catalogue
    await app.sql(null, `update projects set listed = title = 'ALPHASIDE' where id = $1`, [project.id]);
    return { dropship_requests: id, join_links: link };
  },
  walls: {
    [`GET ${P}/dropship_requests`]: {},
    [`GET ${P}/dropship_requests/counts`]: {},
    [`POST ${P}/dropship_requests`]: {
      body: () => ({ cover_text: 'Продаю посуд', consent: true }),
      // on the free plan, with something that stands in the way, or where the supplier stands in no catalogue
      passes: [402, 404, 409],
      // the title of who shows himself
      open: true,
    },
    [`GET ${P}/dropship_requests/:id`]: {},
    [`PATCH ${P}/dropship_requests/:id`]: {
      body: () => ({ status: 'rejected', consent: true, reason: 'Не так' }),
    },
    [`DELETE ${P}/dropship_requests/:id`]: { only: ['RemovedClient'] },
    [`POST ${P}/dropship_requests/:id/invite`]: { passes: [409] },
    [`GET ${P}/dropship_requests/:id/history`]: {},
    [`GET ${P}/dropshippers`]: {},
    'GET dropshipping/applications': {},
    'GET dropshipping/applications/counts': {},
    'GET dropshipping/applications/:id': MINE,
    [`GET ${P}/dropship_requests/:id/messages`]: {},
    [`POST ${P}/dropship_requests/:id/messages`]: { body: () => ({ text: 'Який у вас мінімум?' }) },
    [`POST ${P}/dropship_requests/:id/messages/read`]: { body: () => ({ number: 1 }) },
    'GET dropshipping/applications/:id/messages': MINE,
    'POST dropshipping/applications/:id/messages': { ...MINE, body: () => ({ text: 'Коли відправляєте?' }) },
    'POST dropshipping/applications/:id/messages/read': { ...MINE, body: () => ({ number: 1 }) },
    'POST dropshipping/applications/:id/uploads': { ...MINE, body: () => ({ file_name: 'doc.pdf' }) },
    [`GET ${P}/join_links`]: {},
    [`POST ${P}/join_links`]: { body: () => ({ name: 'Виставка' }) },
    [`GET ${P}/join_links/:id`]: {},
    [`DELETE ${P}/join_links/:id`]: {},
    // whoever has the link reads whose it is
    'GET join_links/:token': {
      params: ({ mark, ids }) => ({ token: mark === 'ALPHASIDE' ? `join-${ids.join_links}` : 'none' }),
      open: true,
    },
    'GET dropshipping/join_links/:token': {
      params: ({ mark, ids }) => ({ token: mark === 'ALPHASIDE' ? `join-${ids.join_links}` : 'none' }),
      open: true,
    },
    // the showcase is for everybody, once it stands in the catalogue
    'GET dropshipping/suppliers/:project_id/terms': { open: true, passes: [404] },
  },
  growth: {
    reads: {
      [`GET ${P}/dropship_requests`]: {
        queries: [
          ...each('status', 'pending', 'approved', 'rejected', 'blocked', 'withdrawn'),
          ...each('counterparty_id', '$party'),
          ...each('group_id', '$group', '$small_group'),
        ],
      },
      [`GET ${P}/dropship_requests/counts`]: {},
      [`GET ${P}/dropship_requests/:id`]: { params: { id: '$application' } },
      [`GET ${P}/dropship_requests/:id/history`]: { params: { id: '$application' } },
      [`GET ${P}/dropship_requests/:id/messages`]: { params: { id: '$application' } },
      'GET dropshipping/applications/:id/messages': 'the same rows as the supplier’s, by the same index',
      [`GET ${P}/join_links`]: {},
      [`GET ${P}/join_links/:id`]: { params: { id: '$join_link' } },
      'GET dropshipping/join_links/:token': 'one row by the index of its secret',
      'GET join_links/:token': 'one row by the index of its secret',
      [`GET ${P}/dropshippers`]: {
        queries: [...sorted('created_at', 'name'), ...each('q', 'людина 777', 'large5@example.com')],
        known: { 'from memberships m': MEMBERS },
      },
      'GET dropshipping/applications': { queries: each('status', 'pending', 'approved') },
      'GET dropshipping/applications/counts': {},
      'GET dropshipping/applications/:id': 'one of the rows that the list above reads, by the same index',
      'GET dropshipping/suppliers/:project_id/terms': {},
    },
    rows: [
      `insert into applications (project_id, id, user_id, status, cover_text, applied_at)
         select :project:, pg_temp.key('application' || n), pg_temp.key('user' || 10000 + n),
           case when n <= 100 then 'pending' when n % 50 = 1 then 'blocked' when n % 20 = 2 then 'withdrawn'
             when n % 3 = 0 then 'rejected' else 'approved' end, 'Продаю посуд', now() - n * interval '1 hour'
         from generate_series(1, ${APPLICATIONS}) n`,
      `insert into join_links (project_id, id, name, token, revoked_at, created_by, created_at)
         select :project:, pg_temp.key('join' || n), 'Посилання ' || n, 'secret' || n, case when n > 20 then now() end, :user:,
           now() - n * interval '1 hour' from generate_series(1, 3000) n`,
      `insert into application_messages (project_id, application_id, id, number, user_id, of_applicant, text, created_at)
         select :project:, pg_temp.key('application1'), pg_temp.key('message' || n), n, pg_temp.key('user10001'), n % 2 = 0,
           'Повідомлення ' || n, now() - (3000 - n) * interval '1 minute' from generate_series(1, 3000) n`,
      `insert into application_message_files (project_id, application_id, id, message_id, user_id, file_name, name)
         select :project:, pg_temp.key('application1'), pg_temp.key('message file' || n), pg_temp.key('message' || n),
           pg_temp.key('user10001'), 'file' || n, 'Файл ' || n from generate_series(1, 3000) n`,
      `insert into application_events (project_id, application_id, id, kind, actor_id, created_at)
         select :project:, pg_temp.key('application' || n), pg_temp.key('event' || n), 'applied',
           pg_temp.key('user' || 10000 + n), now() - n * interval '1 hour'
         from generate_series(1, ${APPLICATIONS}) n`,
    ],
    ids: {
      // the one with the long conversation
      application: `applications where project_id = :project: and status = 'pending'`,
      join_link: `join_links where project_id = :project: and revoked_at is null`,
    },
  },
};
