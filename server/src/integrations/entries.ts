import { type Entries, each, P, wholly } from '../../test/entries';

const ROWS = 12_000;
const ofService = () => ({ service: 'nova_poshta' });
const open = {
  'integration_tasks t': wholly('what waits or was given up, which a person looks at', 'integration_tasks'),
  'integration_states s': wholly('one row for each service', 'integration_states'),
  cash_registers: wholly('at most twenty', 'cash_registers'),
  delivery_connections: wholly('one for each carrier', 'delivery_connections'),
  bank_connections: wholly('one for each bank', 'bank_connections'),
  acquiring_connections: wholly('one for each project', 'acquiring_connections'),
  'from bot_links': wholly('ends at the first that is connected', 'bot_links', 'bot_groups'),
};

export const entries: Entries = {
  walls: {
    [`GET ${P}/integrations`]: {},
    [`GET ${P}/integrations/:service/calls`]: { params: ofService },
    [`GET ${P}/integrations/:service/tasks`]: { params: ofService },
    [`POST ${P}/integrations/:service/pause`]: { params: ofService },
    [`POST ${P}/integrations/:service/resume`]: { params: ofService },
    [`POST ${P}/integrations/:service/retry`]: { params: ofService },
    [`POST ${P}/integration_tasks/:id/retry`]: { passes: [409] },
    [`POST ${P}/integration_tasks/:id/cancel`]: { passes: [409] },
    'GET operator/services': {},
    'GET operator/service_troubles': {},
  },
  async world(app, { project, mark }) {
    const id = crypto.randomUUID();
    const reason = JSON.stringify({ ua: mark, en: mark });
    await app.sql(
      project.id,
      `insert into integration_tasks (project_id, id, service, kind, key, payload, state, error, finished_at)
       values ($1, $2, 'nova_poshta', 'unknown', 'lost', '{}', 'failed', $3, now())`,
      [project.id, id, reason],
    );
    await app.sql(
      project.id,
      `insert into integration_calls (project_id, id, service, action, outcome, ms, error)
       values ($1, gen_random_uuid(), 'nova_poshta', 'Address.getCities', 'failed', 5, $2)`,
      [project.id, reason],
    );
    await app.sql(
      project.id,
      `insert into integration_states (project_id, service, last_failure_at, last_error, failures)
       values ($1, 'nova_poshta', now(), $2, 9)`,
      [project.id, reason],
    );
    return { integration_tasks: id };
  },
  growth: {
    rows: [
      `insert into integration_states (project_id, service, last_success_at) values (:project:, 'nova_poshta', now()), (:project:, 'checkbox', now())`,
      `insert into integration_calls (project_id, id, service, at, action, outcome, ms)
       select :project:, pg_temp.key('call' || n), case when n % 3 = 0 then 'nova_poshta' else 'checkbox' end, now() - n * interval '1 minute', 'TrackingDocument.getStatusDocuments',
         case when n % 100 = 0 then 'failed' else 'ok' end, 120 from generate_series(1, ${ROWS}) n`,
      `insert into integration_tasks (project_id, id, service, kind, key, payload, state, created_at, next_at, finished_at)
       select :project:, pg_temp.key('task' || n), case when n % 3 = 0 or n <= 10 then 'nova_poshta' else 'checkbox' end, 'unknown', 'task' || n, '{}',
         case when n <= 5 then 'failed' when n <= 10 then 'waiting' else 'done' end,
         now() - n * interval '1 minute', now() + interval '1 day', case when n > 10 or n <= 5 then now() end
       from generate_series(1, ${ROWS}) n`,
      `insert into service_figures (service, working, failing, late, paused, waiting, given_up, measured_at)
       values ('nova_poshta', 1, 2, 3, 4, 5, 6, now()), ('checkbox', 1, 2, 3, 4, 5, 6, now())`,
      `insert into service_troubles (id, of_project, service, trouble, since, waiting, given_up, measured_at)
       select gen_random_uuid(), p.id, s.name, case when n % 50 = 0 then 'failing' when n % 3 = 0 then 'late' else 'given_up' end,
         now() - n * interval '1 minute', 5, 1, now()
       from (select id, row_number() over () as n from projects) p, (values ('nova_poshta'), ('checkbox')) s(name)`,
    ],
    ids: {
      waitingTask: `integration_tasks where project_id = :project: and id = pg_temp.key('task6')`,
      failedTask: `integration_tasks where project_id = :project: and id = pg_temp.key('task1')`,
    },
    reads: {
      [`GET ${P}/integrations`]: { known: open },
      [`GET ${P}/integrations/:service/calls`]: {
        params: { service: 'nova_poshta' },
        queries: each('outcome', 'failed', 'refused', 'ok'),
      },
      [`GET ${P}/integrations/:service/tasks`]: {
        params: { service: 'nova_poshta' },
        queries: each('state', 'failed', 'waiting', 'done'),
      },
      'GET operator/services': { known: { service_figures: wholly('one row for each service', 'service_figures') } },
      'GET operator/service_troubles': {
        queries: [
          ...each('service', 'nova_poshta', 'checkbox'),
          ...each('trouble', 'failing', 'late', 'given_up'),
          { project_id: '$project' },
        ],
      },
    },
    writes: {
      [`POST ${P}/integrations/:service/pause`]: [{ params: { service: 'nova_poshta' }, known: open }],
      [`POST ${P}/integrations/:service/resume`]: [{ params: { service: 'nova_poshta' }, known: open }],
      [`POST ${P}/integrations/:service/retry`]: [{ params: { service: 'nova_poshta' } }],
      [`POST ${P}/integration_tasks/:id/retry`]: [{ params: { id: '$failedTask' } }],
      [`POST ${P}/integration_tasks/:id/cancel`]: [{ params: { id: '$waitingTask' } }],
    },
  },
};
