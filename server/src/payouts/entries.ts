import { kyivDate } from '@lanka/domain/kit/time';
import { createPayment } from '@lanka/domain/payments/contract';
import { createPayout } from '@lanka/domain/payouts/contract';
import { type Entries, each, type Known, one, P, wholly } from '../../test/entries';

const ROWS = 6_000;
const WALKED: Known = { why: 'no index stands over several suppliers', sorts: 20_000, reads: 40_000 };
/** Whoever has money here is a candidate. */
const CANDIDATES: Known = { why: 'counts the first 10,000', reads: 30_000 };
const WITH_ROWS = `project_id = :project: and exists (
  select from payout_rows x where x.project_id = payouts.project_id and x.payout_id = payouts.id)`;
/** Of the first register, a row of somebody whose account is so: the first of them, or one that comes so many after it. */
const rowWith = (account: string, after = 0) => `(
  select r.id from payout_rows r
  join counterparty_accounts a on a.project_id = r.project_id and a.counterparty_id = r.counterparty_id and ${account}
  where r.project_id = :project: and r.payout_id = (select id from payouts where ${WITH_ROWS} order by id limit 1)
  order by r.position offset ${after}) p`;
const REGISTER: Known = wholly('at most 300 rows of one register', 'payout_rows');
const TODAY = kyivDate(new Date());
const IBAN = 'UA213223130000026007233566001';

export const entries: Entries = {
  world: async (app, { project, people, ids, mark }) => {
    const params = { project_id: project.id };
    const token = people.Owner.token;
    const counterparty_id = ids.counterparties as string;
    const enough = {
      counterparty_id,
      type: 'receipt',
      amount: 90_000_000,
      date: '2025-01-15',
      account: 'bank',
    } as const;
    await app.call(createPayment, { params, token, body: enough });
    const rows = [{ counterparty_id, amount: 100, recipient_name: mark, iban: IBAN, code: '3184710691' }];
    const made = await app.call(createPayout, { params, token, body: { rows } });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return { payouts: made.body.id, payoutRow: made.body.items[0]?.id ?? '' };
  },
  walls: {
    [`GET ${P}/payout_candidates`]: {},
    [`GET ${P}/payouts`]: {},
    [`POST ${P}/payouts`]: {
      body: ({ ids }) => ({
        rows: [
          { counterparty_id: ids.counterparties, amount: 100, recipient_name: 'ФОП', iban: IBAN, code: '3184710691' },
        ],
      }),
      foreignIds: 422,
    },
    [`GET ${P}/payouts/:id`]: {},
    [`POST ${P}/payouts/:id/pay`]: { body: ({ ids }) => ({ row_ids: [ids.payoutRow], date: TODAY }) },
    [`POST ${P}/payouts/:id/cancel`]: { body: ({ ids }) => ({ row_ids: [ids.payoutRow], reason: 'Ні' }) },
    [`GET ${P}/payouts/:id/xlsx`]: {},
    [`GET ${P}/payouts/:id/csv`]: {},
    [`GET ${P}/payouts/:id/ibank`]: {},
    'GET dropshipping/payouts': { query: ({ project }) => ({ project_id: project.id }) },
    'GET dropshipping/payouts/sums': {},
  },
  growth: {
    reads: {
      [`GET ${P}/payout_candidates`]: { known: { 'a.balance > 0': CANDIDATES }, queries: [{ q: 'маркет' }] },
      [`GET ${P}/payouts`]: { queries: [{ open: 'true' }] },
      [`GET ${P}/payouts/:id`]: { ...one({ id: '$payout' }), known: { '': REGISTER } },
      [`GET ${P}/payouts/:id/xlsx`]: 'the rows of one register',
      [`GET ${P}/payouts/:id/csv`]: 'the rows of one register',
      [`GET ${P}/payouts/:id/ibank`]: 'the rows of one register',
      'GET dropshipping/payouts': {
        known: { '': WALKED },
        queries: [...each('status', 'waiting', 'paid'), { project_id: '$project' }],
      },
      'GET dropshipping/payouts/sums': { known: { '': WALKED } },
    },
    writes: {
      [`POST ${P}/payouts/:id/pay`]: [
        {
          ...{ params: { id: '$payout' }, body: { row_ids: ['$payableRow', '$anotherPayableRow'], date: TODAY } },
          known: { payout_rows: REGISTER },
        },
      ],
      [`POST ${P}/payouts/:id/cancel`]: [
        { params: { id: '$payout' }, body: { row_ids: ['$payoutRow'], reason: 'Ні' }, known: { '': REGISTER } },
      ],
    },
    rows: [
      `insert into payouts (project_id, id, number, date, purpose, hash, rows, total, waiting_rows, waiting, created_by)
         select :project:, pg_temp.key('payout' || n), n, current_date, 'Виплата', 'h', 20, 20, 20, 20, :user:
         from generate_series(1, ${ROWS}) n`,
      `insert into payout_rows (project_id, payout_id, id, position, counterparty_id, recipient_name, iban, code, amount, date)
         select c.project_id, pg_temp.key('payout' || (1 + n % ${ROWS / 20})), pg_temp.key('payout row' || n), n, c.id, c.name,
           '${IBAN}', '3184710691', 1, current_date
         from (select *, row_number() over (order by id)::int as n from counterparties where project_id = :project:
           order by id limit ${ROWS}) c`,
      `insert into counters (project_id, name, value) values (:project:, 'payout', ${ROWS})`,
      'analyze payouts',
      'analyze payout_rows',
    ],
    ids: {
      payout: `payouts where ${WITH_ROWS} order by id`,
      payoutRow: rowWith('a.balance <= 0'),
      payableRow: rowWith('a.balance > 0'),
      anotherPayableRow: rowWith('a.balance > 0', 1),
    },
  },
};
