import { kyivDate } from '@lanka/domain/kit/time';
import { createPayment } from '@lanka/domain/payments/contract';
import { type Entries, one, P } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const cardOf = ({ ids }: Side) => ({ id: ids.cardPayment as string });
/** Nobody answers in a test for the bank; that it was asked is written down. */
const AWAY = { passes: [503], remembers: true } as const;

/** Only whoever has access as a counterparty pays. */
const STAFF = { Owner: 403, Administrator: 403, Manager: 403 } as const;

export const entries: Entries = {
  world: async (app, { project, ids, mark }) => {
    const id = crypto.randomUUID();
    const make = (type: 'receipt' | 'withdrawal', amount: number) =>
      app.call(createPayment, {
        ...{ params: { project_id: project.id }, token: project.owner.token },
        body: {
          ...{ counterparty_id: ids.counterparties as string, account: 'bank' as const, type, amount },
          date: kyivDate(new Date()),
        },
      });
    const paid = await make('receipt', 100);
    const back = await make('withdrawal', 40);
    await app.sql(
      project.id,
      `insert into card_payments (project_id, id, owner, ref_kind, ref_id, amount, destination, merchant, invoice_id, page_url, expires_at,
           state, paid_at, refunded, refund_wanted)
         values ($1, $2, 'project', 'nobody', $2, 100, $3, 'hash', $3, 'https://pay.example/', now() + interval '1 day', 'paid', now(), 40, 40)`,
      [project.id, id, mark],
    );
    await app.sql(
      project.id,
      'insert into card_receipts (project_id, card_payment_id, counterparty_id, order_id, payment_id) values ($1, $2, $3, $4, $5)',
      [project.id, id, ids.counterparties, ids.orders, paid.body.id],
    );
    await app.sql(
      project.id,
      'insert into card_refunds (project_id, payment_id, card_payment_id) values ($1, $2, $3)',
      [project.id, back.body.id, id],
    );
    return { cardPayment: id };
  },
  walls: {
    [`GET ${P}/card_payments`]: {},
    [`GET ${P}/card_offer`]: { verdicts: STAFF },
    [`GET ${P}/card_payments/:id`]: { params: cardOf, verdicts: { OtherClient: 404 } },
    [`POST ${P}/card_payments`]: { body: () => ({ amount: 500 }), verdicts: STAFF, ...AWAY },
    [`POST ${P}/card_payments/:id/check`]: { params: cardOf, verdicts: { OtherClient: 404 } },
    [`POST ${P}/card_payments/:id/refund`]: { params: cardOf, body: () => ({}) },
    // it needs no look
    [`POST ${P}/card_payments/:id/resolve`]: { params: cardOf, passes: [409] },
  },
  growth: {
    reads: {
      [`GET ${P}/card_payments`]: { queries: [{ counterparty_id: '$counterparty' }] },
      [`GET ${P}/card_payments/:id`]: one({ id: '$cardPayment' }),
      [`GET ${P}/card_offer`]: 'a Client asks it, of his own balance and one order by its key',
    },
    writes: {
      [`POST ${P}/card_payments/:id/refund`]: [{ params: { id: '$cardPayment' }, body: {} }],
      [`POST ${P}/card_payments/:id/resolve`]: [{ params: { id: '$cardDoubt' } }],
    },
    rows: [
      `insert into card_payments (project_id, id, owner, ref_kind, ref_id, amount, merchant, invoice_id, page_url, expires_at, state, paid_at)
         select :project:, pg_temp.key('card payment' || n), 'project', 'nobody', pg_temp.key('card paid' || n), 100 + n, 'hash', 'i' || n,
           'https://pay.example/', now(), 'paid', now()
         from generate_series(1, 8000) n`,
      `insert into card_receipts (project_id, card_payment_id, counterparty_id, created_at)
         select :project:, pg_temp.key('card payment' || n), c.id, now() - n * interval '1 minute'
         from generate_series(1, 8000) n
         join (select id, row_number() over (order by id) as k from counterparties where project_id = :project:) c on c.k = n`,
      `update card_payments set problem = 'contradiction' where project_id = :project: and id = pg_temp.key('card payment2')`,
      'analyze card_payments',
      'analyze card_receipts',
    ],
    ids: {
      cardPayment: `card_payments where project_id = :project: and id = pg_temp.key('card payment1')`,
      cardDoubt: `card_payments where project_id = :project: and id = pg_temp.key('card payment2')`,
    },
  },
};
