import { addPaymentFile } from '@lanka/domain/payments/files';
import { type Entries, each, type Known, one, P, sorted, wholly } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const FILES = `${P}/payments/:payment_id/files`;

const SUMS: Known = {
  why: 'sums a row for each counterparty and account',
  whole: ['account_sums', 'counterparty_accounts'],
  reads: 30_000,
};

const ofFile = ({ ids }: Side) => ({ id: ids.paymentFiles as string });

export const entries: Entries = {
  world: async (app, { project, people, ids }) => {
    const file = await app.call(addPaymentFile, {
      params: { project_id: project.id, payment_id: ids.payments as string },
      token: people.Owner.token,
      body: { file_name: ids.uploads as string },
    });
    if (file.status !== 201) throw new Error(JSON.stringify(file.body));
    return { paymentFiles: file.body.id };
  },
  walls: {
    [`GET ${P}/payments`]: {},
    [`GET ${P}/payments/counts`]: {},
    [`POST ${P}/payments`]: {
      body: ({ ids }) => ({
        counterparty_id: ids.counterparties,
        orders: [{ order_id: ids.orders, amount: 100 }],
        type: 'receipt',
        amount: 100,
        date: '2025-01-15',
      }),
      // the order is not his
      verdicts: { OtherClient: 422 },
    },
    [`GET ${P}/payments/:id`]: {},
    [`POST ${P}/payments/:id/confirm`]: { body: () => ({ account: 'bank' }) },
    [`POST ${P}/payments/:id/decline`]: { body: () => ({ reason: 'Ні' }) },
    [`POST ${P}/payments/:id/reverse`]: {
      params: ({ ids }) => ({ id: ids.confirmedPayment as string }),
      body: () => ({ comment: 'Помилка' }),
    },
    [`GET ${FILES}`]: {},
    [`POST ${FILES}`]: { body: ({ ids }) => ({ file_name: ids.uploads }), only: ['Owner'] },
    [`DELETE ${FILES}/:id`]: { params: ofFile },
    'GET dropshipping/balances': {},
    'GET dropshipping/payments': { query: ({ project }) => ({ project_id: project.id }) },
    [`GET ${P}/ledger/accounts`]: {},
    [`GET ${P}/ledger/accounts/:account/postings`]: { params: () => ({ account: 'bank' }) },
  },
  growth: {
    reads: {
      [`GET ${P}/payments`]: {
        queries: [
          { q: 'оплата' },
          { q: 'оплата 777' },
          { q: 'маркет' },
          ...each('status', 'pending', 'confirmed', 'declined'),
          { type: 'receipt' },
          { counterparty_id: '$counterparty' },
          { order_id: '$order' },
          { from: '2026-01-01', to: '2026-02-01' },
          ...sorted('created_at', 'date', 'amount'),
        ],
      },
      [`GET ${P}/payments/counts`]: { queries: [{ counterparty_id: '$counterparty' }] },
      [`GET ${P}/payments/:id`]: one({ id: '$payment' }),
      [`GET ${FILES}`]: { params: { payment_id: '$payment' }, known: { '': wholly('at most 10', 'payment_files') } },
      // sums what is kept for each counterparty and account (docs/decisions/0004)
      [`GET ${P}/ledger/accounts`]: { known: { 'from "account_sums"': SUMS, 'from "counterparty_accounts"': SUMS } },
      [`GET ${P}/ledger/accounts/:account/postings`]: {
        params: { account: 'bank' },
        queries: [{ from: '2026-01-01', to: '2026-02-01' }],
      },
      'GET dropshipping/balances': {
        // who of the suppliers takes cards
        known: {
          acquiring_connections: wholly('one for each project', 'acquiring_connections'),
          'integration_states s': wholly('one row for each service', 'integration_states'),
        },
      },
      'GET dropshipping/payments': {
        queries: [{ q: 'оплата' }, { q: 'оплата 777' }, { q: 'маркет' }, { status: 'confirmed' }],
      },
    },
    writes: {
      [`POST ${P}/payments`]: [
        {
          body: {
            counterparty_id: '$counterparty',
            type: 'receipt',
            amount: 100,
            date: '2026-01-01',
            comment: 'Оплата',
            account: 'bank',
            orders: [{ order_id: '$payable', amount: 60 }],
          },
        },
      ],
    },
    rows: [
      `insert into payment_files (project_id, payment_id, id, user_id, file_name, name, added_later)
         select project_id, id, pg_temp.key('receipt' || id), created_by, project_id || '/' || id || '/r.pdf', 'r.pdf', false
         from payments where project_id = :project:`,
      'analyze payment_files',
      // each fifth payment names two orders, of which another payment names one as well
      `insert into payment_orders (project_id, payment_id, order_id, amount)
         select o.project_id, p.id, o.id, 1
         from (select id, row_number() over (order by id) as n from payments where project_id = :project:) p
         join orders o on o.project_id = :project: and o.number in (p.n, p.n + 10) where p.n % 5 = 0`,
      'analyze payment_orders',
    ],
    ids: {
      payable: `orders where project_id = :project: and status = 'Complete' and counterparty_id = (
        select counterparty_id from orders where project_id = :project: and counterparty_id not in
          (select id from counterparties where project_id = :project: and own_sales)
        group by 1 order by count(*) desc limit 1)`,
    },
  },
};
