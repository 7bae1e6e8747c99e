import {
  commentReconciliation,
  createReconciliation,
  saveReconciliationSettings,
  sendReconciliation,
} from '@lanka/domain/reconciliations/contract';
import { type Entries, each, type Known, P } from '../../test/entries';

const MONTH = '2025-01';
const ACTS = 12_000;
/** Each counterparty is looked up until the page is full, or all are counted. */
const OPEN: Known = {
  why: 'asks of each counterparty whether it had operations in the month',
  sorts: 12_500,
  reads: 120_000,
};
/** Who may see an act stands in its row, so a count of them reads it. */
const ALL: Known = { why: 'counts the acts of one project up to 10,000', whole: ['reconciliations'], reads: 40_000 };
/** A row for each project that has chosen. */
const SETTINGS: Known = { why: 'one row of settings', whole: ['reconciliation_settings'] };
/** Acts of one month are a short part of all. */
const PART: Known = { why: 'the acts of a month in the order of their numbers', sorts: 2_000, reads: 12_000 };

export const entries: Entries = {
  world: async (app, { project, people, ids, mark, ownMark }) => {
    const params = { project_id: project.id };
    const build = async (to: string, by: 'Owner' | 'Client', send: boolean): Promise<string> => {
      const { token } = people[by];
      const counterparty_id = ids.counterparties as string;
      const body = { from: '2025-01-01', to, ...(by === 'Owner' ? { counterparty_id } : {}) };
      const made = await app.call(createReconciliation, { params, token, body });
      if (made.status !== 201) throw new Error(JSON.stringify(made.error));
      const { id } = made.body;
      if (send) await app.call(sendReconciliation, { params: { ...params, id }, token, body: {} });
      return id;
    };
    const reconciliations = await build('2025-01-31', 'Owner', true);
    const [line] = await app.sql<{ id: string }>(
      project.id,
      'select posting_id as id from reconciliation_lines where project_id = $1 and reconciliation_id = $2 limit 1',
      [project.id, reconciliations],
    );
    const { token } = people.Owner;
    const said = { params: { ...params, id: reconciliations }, token, body: { text: `${mark} ${ownMark}` } };
    await app.call(commentReconciliation, said);
    await app.call(saveReconciliationSettings, { params, token, body: { monthly: false } });
    return {
      reconciliations,
      reconciliationLine: line?.id ?? '',
      actOfClient: await build('2025-02-28', 'Client', true),
      draftOfStaff: await build('2025-03-31', 'Owner', false),
    };
  },
  walls: {
    [`GET ${P}/reconciliations`]: {},
    [`GET ${P}/reconciliations/counts`]: {},
    [`GET ${P}/reconciliations/open`]: { query: () => ({ month: MONTH }) },
    [`GET ${P}/reconciliations/open/counts`]: { query: () => ({ month: MONTH }) },
    [`POST ${P}/reconciliations/propose`]: { body: () => ({ month: MONTH }) },
    [`POST ${P}/reconciliations/remind`]: { body: () => ({ month: MONTH }) },
    [`POST ${P}/reconciliations`]: {
      body: ({ ids }) => ({ counterparty_id: ids.counterparties, from: '2025-04-01', to: '2025-04-30' }),
    },
    [`GET ${P}/reconciliations/:id`]: { verdicts: { OtherClient: 404 } },
    [`POST ${P}/reconciliations/:id/send`]: {
      params: ({ ids }) => ({ id: ids.draftOfStaff as string }),
      body: () => ({}),
      verdicts: { Client: 404, OtherClient: 404 },
    },
    [`POST ${P}/reconciliations/:id/lines/:line/dispute`]: {
      params: ({ ids }) => ({ id: ids.actOfClient as string, line: ids.reconciliationLine as string }),
      body: () => ({ comment: 'Не так' }),
      verdicts: { OtherClient: 404 },
      passes: [409],
    },
    [`POST ${P}/reconciliations/:id/dispute`]: {
      body: () => ({ comment: 'Немає платежу' }),
      verdicts: { OtherClient: 404 },
      passes: [409],
    },
    [`POST ${P}/reconciliations/:id/comments`]: {
      body: () => ({ text: 'Перевіряємо' }),
      verdicts: { OtherClient: 404 },
    },
    [`POST ${P}/reconciliations/:id/agree`]: {
      params: ({ ids }) => ({ id: ids.actOfClient as string }),
      body: () => ({}),
      verdicts: { OtherClient: 404 },
      passes: [409],
    },
    [`POST ${P}/reconciliations/:id/withdraw`]: { verdicts: { OtherClient: 404 }, passes: [409] },
    [`GET ${P}/reconciliation_settings`]: {},
    [`PUT ${P}/reconciliation_settings`]: { body: () => ({ monthly: true }) },
    'GET dropshipping/reconciliations': { query: ({ project }) => ({ project_id: project.id }) },
    'GET dropshipping/reconciliations/counts': {},
  },
  growth: {
    reads: {
      [`GET ${P}/reconciliations`]: {
        known: { 'r.last_day between': PART, 'from reconciliations r': ALL },
        queries: [
          ...each('status', 'draft', 'sent', 'disputed', 'agreed', 'withdrawn'),
          { counterparty_id: '$counterparty' },
          { month: '2026-01' },
          ...each('awaits', 'supplier', 'counterparty'),
          ...each('q', '777', 'крамниця 777', 'немає такого'),
          { above: '6000', sort: 'number', month: '2026-01', limit: '1' },
          { below: '6000', status: 'disputed', limit: '1' },
        ],
      },
      [`GET ${P}/reconciliations/counts`]: {},
      [`GET ${P}/reconciliations/open`]: {
        always: { month: '2026-01' },
        queries: [{ q: 'крамниця 777' }, ...each('state', 'no_act', 'ours', 'theirs')],
        known: { 'a.closed_until is null or': OPEN },
      },
      [`GET ${P}/reconciliations/open/counts`]: {
        always: { month: '2026-01' },
        known: { 'a.closed_until is null or': OPEN },
      },
      [`GET ${P}/reconciliations/:id`]: { params: { id: '$reconciliation' } },
      [`GET ${P}/reconciliation_settings`]: { known: { 'from reconciliation_settings': SETTINGS } },
      'GET dropshipping/reconciliations': {
        queries: [{ status: 'sent' }, { project_id: '$project' }, { awaits: 'counterparty' }],
      },
      'GET dropshipping/reconciliations/counts': {},
    },
    rows: [
      `insert into reconciliations (project_id, id, number, counterparty_id, first_day, last_day, built_by, status, revision,
           closing, sent_at, agreed_at, created_at)
         select :project:, pg_temp.key('act' || n), n, pg_temp.key('party' || 1 + n % 1000), d.first_day,
           (d.first_day + interval '1 month' - interval '1 day')::date, 'supplier', s.status,
           case when s.status = 'draft' then 0 else 1 end, case when s.status <> 'draft' then n end,
           case when s.status <> 'draft' then now() end, case when s.status = 'agreed' then now() end,
           now() - n * interval '1 hour'
         from generate_series(1, ${ACTS}) n
         cross join lateral (select (date '2026-06-01' - (n / 1000) * interval '1 month')::date as first_day) d
         cross join lateral (select case when n % 50 = 0 then 'sent' when n % 50 = 1 then 'disputed'
           when n % 50 = 2 then 'draft' else 'agreed' end as status) s`,
      `insert into reconciliation_revisions (project_id, reconciliation_id, revision, opening, debit, credit, closing, parties)
         select project_id, id, 1, closing, 0, 0, closing, '{}' from reconciliations where project_id = :project: and revision = 1`,
      `insert into reconciliation_lines (project_id, reconciliation_id, revision, position, posting_id, day, purpose, ref_kind,
           ref_id, document, debit, credit)
         select project_id, id, 1, 0, pg_temp.key('posting' || number), last_day, 'charge', 'order', id, 'Відвантаження', 1, 0
         from reconciliations where project_id = :project: and revision = 1`,
      `insert into reconciliation_notes (project_id, id, reconciliation_id, revision, kind, side, user_id, text)
         select project_id, pg_temp.key('note' || number), id, 1, 'comment', 'supplier', :user:, 'Так'
         from reconciliations where project_id = :project: and revision = 1`,
      `insert into reconciliation_settings (project_id) values (:project:)`,
      `insert into counters (project_id, name, value) values (:project:, 'reconciliation', ${ACTS})`,
    ],
    ids: { reconciliation: `reconciliations where project_id = :project: and status = 'sent'` },
  },
};
