import { createOffset } from '@lanka/domain/offsets/contract';
import { type Entries, each, type Known, P } from '../../test/entries';

const ACTS = 12_000;
const DAY = '2026-02-01';
/** Who may see an act stands in its row, so a count of them reads it. */
const ALL: Known = { why: 'counts the acts of one project up to 10,000', whole: ['offsets'], reads: 40_000 };

export const entries: Entries = {
  world: async (app, { project, people, ids, ownMark }) => {
    const params = { project_id: project.id };
    /** Both debts of an account, as if it had traded: the routes that make them are others'. */
    const owe = async (counterparty: string) => {
      const post = (
        key: string,
        purpose: string,
        from: string,
        to: string,
        change: number,
        side: string,
        after: number,
      ) =>
        app.sql(
          project.id,
          `insert into postings (project_id, id, purpose, source, destination, amount, counterparty_id, counterparty_change,
             side, balance_after, ref_kind, ref_id, actor_kind, day)
           select $1, gen_random_uuid(), $3, $4, $5, abs($6::bigint), $2, $6, $7, a.balance + $8, $9, gen_random_uuid(), 'system', '${DAY}'
           from counterparty_accounts a where a.project_id = $1 and a.counterparty_id = $2`,
          [project.id, counterparty, purpose, from, to, change, side, after, key],
        );
      await post('other', 'logistics', 'counterparty', 'logistics', -50_000_000, 'sales', -50_000_000);
      await post('turnover', 'purchase', 'purchases', 'counterparty', 60_000_000, 'purchases', 10_000_000);
      await app.sql(
        project.id,
        `insert into account_sums (project_id, counterparty_id, account, counterparty_change, postings)
         values ($1, $2, 'logistics', -50000000, 1), ($1, $2, 'purchases', 60000000, 1)
         on conflict (project_id, counterparty_id, account) do update
           set counterparty_change = account_sums.counterparty_change + excluded.counterparty_change,
             postings = account_sums.postings + 1`,
        [project.id, counterparty],
      );
      await app.sql(
        project.id,
        `insert into account_days (project_id, account, day, counterparty_id, counterparty_change, postings, orders_change, orders)
         values ($1, 'logistics', '${DAY}', $2, -50000000, 1, 0, 0), ($1, 'purchases', '${DAY}', $2, 60000000, 1, 0, 0)
         on conflict (project_id, account, day, counterparty_id) do update
           set counterparty_change = account_days.counterparty_change + excluded.counterparty_change,
             postings = account_days.postings + 1`,
        [project.id, counterparty],
      );
      await app.sql(
        project.id,
        `update counterparty_accounts set balance = balance + 10000000, purchases_balance = purchases_balance + 60000000
         where project_id = $1 and counterparty_id = $2`,
        [project.id, counterparty],
      );
    };
    await owe(ids.counterparties as string);
    const body = { day: DAY, amount: 100, grounds: ownMark };
    const made = await app.call(createOffset, { params, token: people.Client.token, body });
    if (made.status !== 201) throw new Error(JSON.stringify(made.error));
    return { offsets: made.body.id };
  },
  walls: {
    [`GET ${P}/offsets`]: {},
    [`GET ${P}/offsets/counts`]: {},
    [`GET ${P}/offset_claims`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
    [`POST ${P}/offsets`]: {
      body: ({ ids }) => ({ counterparty_id: ids.counterparties, day: DAY }),
      passes: [409, 422],
    },
    [`GET ${P}/offsets/:id`]: { verdicts: { OtherClient: 404 } },
    [`POST ${P}/offsets/:id/agree`]: {
      body: () => ({}),
      verdicts: { OtherClient: 404 },
      passes: [409],
    },
    [`POST ${P}/offsets/:id/refuse`]: {
      body: () => ({ comment: 'Не так' }),
      verdicts: { OtherClient: 404 },
      passes: [409],
    },
    [`POST ${P}/offsets/:id/withdraw`]: { verdicts: { OtherClient: 404 }, passes: [409] },
    [`POST ${P}/offsets/:id/reverse`]: {
      body: () => ({ grounds: 'Помилка' }),
      verdicts: { OtherClient: 404 },
      passes: [409],
    },
    'GET dropshipping/offsets': { query: ({ project }) => ({ project_id: project.id }) },
    'GET dropshipping/offsets/counts': {},
    'GET dropshipping/offsets/mutual': {},
  },
  growth: {
    reads: {
      [`GET ${P}/offsets`]: {
        known: { 'from offsets o': ALL },
        queries: [
          ...each('status', 'sent', 'agreed', 'refused', 'withdrawn', 'reversed'),
          { counterparty_id: '$counterparty' },
          ...each('awaits', 'supplier', 'counterparty'),
          ...each('q', '777', 'крамниця 777', 'немає такого'),
        ],
      },
      [`GET ${P}/offsets/counts`]: {},
      [`GET ${P}/offset_claims`]: { always: { counterparty_id: '$counterparty' } },
      [`GET ${P}/offsets/:id`]: { params: { id: '$offset' } },
      'GET dropshipping/offsets': { queries: [{ status: 'sent' }, { project_id: '$project' }] },
      'GET dropshipping/offsets/counts': {},
      'GET dropshipping/offsets/mutual': {},
    },
    rows: [
      `insert into offsets (project_id, id, number, counterparty_id, day, debt, claim, amount, built_by, status, parties, created_by,
           decided_at, counted_on, created_at)
         select :project:, pg_temp.key('offset' || n), n, pg_temp.key('party' || 1 + n % 1000), date '2026-06-01', n, n, n, 'supplier',
           s.status, '{}', :user:, case when s.status <> 'sent' then now() end,
           case when s.status = 'agreed' then date '2026-06-01' end, now() - n * interval '1 hour'
         from generate_series(1, ${ACTS}) n
         cross join lateral (select case when n <= 500 then 'sent' when n % 50 = 1 then 'refused'
           when n % 50 = 2 then 'withdrawn' else 'agreed' end as status) s`,
      `insert into counters (project_id, name, value) values (:project:, 'offset', ${ACTS})`,
    ],
    ids: { offset: `offsets where project_id = :project: and status = 'sent'` },
  },
};
