import { kyivDate } from '@lanka/domain/kit/time';
import { type Entries, each, type Known, one, P, sorted, wholly } from '../../test/entries';

const ROWS = 4_000;
const TODAY = kyivDate(new Date());
const rowOf = ({ ids }: { ids: Record<string, string> }) => ({ id: ids.bank_rows as string });
/** Nobody answers in a test for the bank; that it was asked is written down. */
const AWAY = { passes: [503], remembers: true } as const;
const SERVICES: Known = wholly('one row for each service', 'integration_states');
const COUNTED: Known = wholly(
  'adds up the rows, and counts those that wait by account',
  'bank_rows',
  'bank_accounts',
  'bank_connections',
  'account_sums',
);
/** Of a page of rows: who paid before, which orders are meant, what was told of already. */
const SOUGHT: Known = {
  why: 'looks up what may belong to fifty rows, each by an index',
  whole: ['bank_accounts', 'payout_rows', 'payouts'],
  sorts: 20_000,
  reads: 40_000,
};

export const entries: Entries = {
  world: async (app, { project, people, ids, mark }) => {
    const sealed = await app.app.services.secrets.seal('no token', `bank monobank ${project.id}`);
    const [row, part, payment] = [1, 2, 3].map(() => crypto.randomUUID());
    await app.sql(
      project.id,
      `insert into bank_connections (project_id, bank, sealed_token, owner_name, rules)
         values ($1, 'monobank', $2, $3, '{"invoice":false,"party":false}')`,
      [project.id, sealed, mark],
    );
    await app.sql(
      project.id,
      `insert into bank_accounts (project_id, bank, account, title, currency, chosen, balance, balance_at)
         values ($1, 'monobank', $2, $2, 'UAH', true, 100, now())`,
      [project.id, mark],
    );
    await app.sql(
      project.id,
      `insert into bank_rows (project_id, id, bank, account, bank_row_id, at, day, amount, counter_name, purpose)
         values ($1, $2, 'monobank', $3, $3, now(), $4, 100, $3, $3)`,
      [project.id, row, mark, TODAY],
    );
    await app.sql(
      project.id,
      `insert into payments (project_id, id, counterparty_id, type, account, amount, date, comment, status, created_by)
         values ($1, $2, $3, 'receipt', 'bank', 100, $4, $5, 'confirmed', $6)`,
      [project.id, payment, ids.counterparties, TODAY, mark, people.Owner.id],
    );
    await app.sql(
      project.id,
      `insert into bank_row_parts (project_id, row_id, id, payment_id, counterparty_id, amount, how, matched_by, undone_by, undone_at)
         values ($1, $2, $3, $4, $5, 100, 'linked', $6, $6, now())`,
      [project.id, row, part, payment, ids.counterparties, people.Owner.id],
    );
    return { bank_rows: row as string };
  },
  walls: {
    [`GET ${P}/banking`]: {},
    [`GET ${P}/banking/:bank`]: { params: () => ({ bank: 'monobank' }) },
    [`PUT ${P}/banking/:bank`]: { params: () => ({ bank: 'monobank' }), body: () => ({ token: 'uToken' }), ...AWAY },
    [`DELETE ${P}/banking/:bank`]: { params: () => ({ bank: 'monobank' }), passes: [409] },
    [`POST ${P}/banking/:bank/read`]: { params: () => ({ bank: 'monobank' }), passes: [409] },
    [`GET ${P}/bank_rows`]: {},
    [`GET ${P}/bank_rows/counts`]: {},
    [`GET ${P}/bank_rows/:id`]: { params: rowOf },
    [`POST ${P}/bank_rows/:id/match`]: {
      params: rowOf,
      body: ({ ids }) => ({ counterparty_id: ids.counterparties }),
      passes: [409],
    },
    [`POST ${P}/bank_rows/:id/ignore`]: { params: rowOf, body: () => ({ reason: 'Комісія' }), passes: [409] },
    [`POST ${P}/bank_rows/:id/undo`]: { params: rowOf, body: () => ({ reason: 'Ні' }), passes: [409] },
    [`GET ${P}/bank_payments`]: {},
    'GET banking/monobank/hooks/:project_id/:token': {
      params: ({ project }) => ({ project_id: project.id, token: 'x'.repeat(32) }),
      // its address has the project's id and no name
      verdicts: { ForeignByName: 404 },
    },
    'POST banking/monobank/hooks/:project_id/:token': {
      params: ({ project }) => ({ project_id: project.id, token: 'x'.repeat(32) }),
      passes: [404],
    },
  },
  growth: {
    reads: {
      [`GET ${P}/banking`]: { known: { 'integration_states s': SERVICES, '': COUNTED } },
      [`GET ${P}/banking/:bank`]: { params: { bank: 'monobank' }, known: { '': COUNTED } },
      [`GET ${P}/bank_rows`]: {
        known: { '': SOUGHT },
        queries: [
          ...sorted('at', 'amount'),
          ...each('state', 'open', 'matched', 'ignored'),
          { direction: 'in' },
          { from: TODAY, to: TODAY },
          { state: 'open', bank: 'privatbank' },
          { q: 'оплата' },
          { q: 'платник 77' },
        ],
      },
      [`GET ${P}/bank_rows/counts`]: {},
      [`GET ${P}/bank_rows/:id`]: { ...one({ id: '$bankRow' }), known: { '': SOUGHT } },
      'GET banking/monobank/hooks/:project_id/:token': 'asks for nothing',
      [`GET ${P}/bank_payments`]: {
        known: { '': { why: 'looks at each posting whether it was taken back', reads: 20_000, sorts: 20_000 } },
      },
    },
    writes: {
      [`PUT ${P}/banking/:bank`]: [
        { params: { bank: 'monobank' }, body: { rules: { party: true } }, known: { '': COUNTED } },
      ],
      [`POST ${P}/banking/:bank/read`]: [{ params: { bank: 'monobank' }, known: { '': COUNTED } }],
      [`POST ${P}/bank_rows/:id/match`]: [
        { params: { id: '$bankRow' }, body: { counterparty_id: '$counterparty' }, known: { '': SOUGHT } },
      ],
      [`POST ${P}/bank_rows/:id/undo`]: [
        { params: { id: '$bankRowEntered' }, body: { reason: 'Помилка' }, known: { '': SOUGHT } },
      ],
      [`POST ${P}/bank_rows/:id/ignore`]: [
        { params: { id: '$bankRow' }, body: { reason: 'Комісія' }, known: { '': SOUGHT } },
      ],
    },
    rows: [
      `insert into bank_connections (project_id, bank, sealed_token, rules)
         values (:project:, 'monobank', 'sealed', '{"invoice":false,"party":false}')`,
      `insert into bank_accounts (project_id, bank, account, currency, chosen, balance, balance_at)
         select :project:, 'monobank', 'account ' || n, 'UAH', true, 100, now() from generate_series(1, 3) n`,
      `insert into bank_rows (project_id, id, bank, account, bank_row_id, at, day, amount, counter_name, counter_code, counter_iban,
           purpose, state, decided_at, ignored_reason, search_text)
         select :project:, pg_temp.key('bank row' || n), 'monobank', 'account ' || (1 + n % 3), 'row ' || n, now() - n * interval '1 hour',
           (now() - n * interval '1 hour')::date, case when n % 5 = 0 then -100 else 100 + n end, 'Платник ' || n % 200,
           lpad((n % 200)::text, 8, '3'), 'UA' || lpad((n % 200)::text, 27, '0'), 'Оплата зам. ' || n,
           case when n % 10 = 0 then 'open' when n % 10 < 4 then 'ignored' else 'matched' end,
           case when n % 10 = 0 then null else now() end, '', 'платник ' || n % 200 || ' оплата зам. ' || n
         from generate_series(1, ${ROWS}) n`,
      `insert into bank_row_parts (project_id, row_id, id, payment_id, counterparty_id, amount, how)
         select b.project_id, b.id, pg_temp.key('bank part' || b.n), p.id, p.counterparty_id, abs(b.amount), 'linked'
         from (select *, row_number() over (order by id) as n from bank_rows where project_id = :project: and state = 'matched') b
         join (select *, row_number() over (order by id) as n from payments where project_id = :project:) p on p.n = b.n`,
      'analyze bank_rows',
      'analyze bank_row_parts',
    ],
    ids: {
      bankRow: `bank_rows where project_id = :project: and state = 'open' order by id`,
      bankRowEntered: `bank_rows where project_id = :project: and state = 'matched' order by id`,
    },
  },
};
