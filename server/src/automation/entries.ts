import { createRule } from '@lanka/domain/automation/contract';
import { type Entries, one, P } from '../../test/entries';

const ROWS = 12_000;

const rule = (name: string) => ({
  name,
  trigger: 'moved' as const,
  statuses: ['Pending' as const],
  comment: name,
  enabled: false,
});

export const entries: Entries = {
  world: async (app, { project, people, mark, ids }) => {
    const params = { project_id: project.id };
    const made = await app.call(createRule, { params, token: people.Owner.token, body: rule(mark) });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    await app.sql(
      project.id,
      `insert into automation_runs (project_id, id, rule_id, rule_name, event_id, order_id, order_number, outcome)
       values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), $4, 1, 'done')`,
      [project.id, made.body.id, mark, ids.orders],
    );
    // somebody waits for payments, so that whoever posts notes them
    const waiting = { ...rule(mark), trigger: 'paid' as const, paid_states: ['overdue' as const], enabled: true };
    await app.call(createRule, { params, token: people.Owner.token, body: waiting });
    await app.sql(
      project.id,
      `insert into charge_changes (project_id, order_id, charged, credited, put, unpaid, whole, chain)
       values ($1, $2, 100, 0, 0, 100, true, '{}') on conflict do nothing`,
      [project.id, ids.orders],
    );
    return { automation_rules: made.body.id };
  },
  walls: {
    [`GET ${P}/automation_rules`]: {},
    [`POST ${P}/automation_rules`]: {
      body: () => ({ ...rule('Нове'), paid_states: ['paid'], delivery_states: ['waiting'] }),
    },
    [`GET ${P}/automation_rules/:id`]: {},
    [`PATCH ${P}/automation_rules/:id`]: { body: () => ({ name: 'Інше' }) },
    [`DELETE ${P}/automation_rules/:id`]: {},
    [`GET ${P}/automation_runs`]: { query: ({ ids }) => ({ rule_id: ids.automation_rules }) },
  },
  growth: {
    rows: [
      `insert into automation_rules (project_id, id, name, enabled, trigger, statuses, paid_states, counterparty_ids, comment,
         comment_visibility, author_id)
       select :project:, pg_temp.key('rule' || n), 'Правило ' || n, n % 2 = 0, case n when 2 then 'paid' else 'moved' end,
         '{Sent}', '{overdue}', '{}', 'Так', 'managers', :user: from generate_series(1, 49) n`,
      `insert into automation_runs (project_id, id, rule_id, rule_name, event_id, order_id, order_number, outcome, reason, created_at)
       select :project:, pg_temp.key('run' || n), pg_temp.key('rule' || 1 + n % 49), 'Правило', pg_temp.key('event' || n),
         pg_temp.key('order' || n), n, case when n % 100 = 0 then 'failed' else 'done' end, null, now() - n * interval '1 minute'
       from generate_series(1, ${ROWS}) n`,
      // somebody waits for payments, so that whoever posts notes them
      'insert into charge_watches (project_id, overdue_until) values (:project:, current_date)',
      `insert into charge_changes (project_id, order_id, charged, credited, put, unpaid, whole, chain)
       select :project:, pg_temp.key('order' || n), 100, 0, 0, 100, true, '{}' from generate_series(1, ${ROWS}) n`,
    ],
    ids: { automationRule: `automation_rules where project_id = :project: and id = pg_temp.key('rule1')` },
    reads: {
      [`GET ${P}/automation_rules`]: {},
      [`GET ${P}/automation_rules/:id`]: one({ id: '$automationRule' }),
      [`GET ${P}/automation_runs`]: {
        queries: [{ rule_id: '$automationRule' }, { failed: 'true' }],
      },
    },
    writes: {
      [`POST ${P}/automation_rules`]: [
        { body: rule('Ще одне') },
        {
          body: { ...rule('Оплачене'), trigger: 'paid', statuses: [], paid_states: ['paid', 'overdue'], enabled: true },
        },
      ],
      [`PATCH ${P}/automation_rules/:id`]: [{ params: { id: '$automationRule' }, body: { enabled: true } }],
    },
  },
};
