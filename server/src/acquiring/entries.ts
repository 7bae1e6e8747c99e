import { type Entries, P, wholly } from '../../test/entries';

const CONNECTION = { '': wholly('one for each project', 'acquiring_connections') };
/** Nobody answers in a test for the bank; that it was asked is written down. */
const AWAY = { passes: [503], remembers: true } as const;

export const entries: Entries = {
  world: async (app, { project, mark }) => {
    const sealed = await app.app.services.secrets.seal('no token', `acquiring ${project.id}`);
    const id = crypto.randomUUID();
    await app.sql(
      project.id,
      `insert into acquiring_connections (project_id, sealed_token, merchant_name, merchant_code) values ($1, $2, $3, $3)`,
      [project.id, sealed, mark],
    );
    await app.sql(
      project.id,
      `insert into card_payments (project_id, id, owner, ref_kind, ref_id, amount, destination, merchant, invoice_id, page_url, expires_at)
         values ($1, $2, 'project', 'nobody', $2, 100, $3, 'hash', $3, 'https://pay.example/', now() + interval '1 day')`,
      [project.id, id, mark],
    );
    return { hooks: id };
  },
  walls: {
    [`GET ${P}/acquiring`]: {},
    [`PUT ${P}/acquiring`]: { body: () => ({ token: 'mToken'.repeat(5) }), ...AWAY },
    [`DELETE ${P}/acquiring`]: { passes: [409] },
    'POST acquiring/hooks/:project_id/:id': {
      params: ({ project, ids }) => ({ project_id: project.id, id: ids.hooks as string }),
      // what nobody has signed may lead to a question to the bank
      ...{ passes: [403], remembers: true },
      // its address has the project's id and no name
      verdicts: { ForeignByName: 404 },
    },
  },
  growth: {
    reads: { [`GET ${P}/acquiring`]: { known: CONNECTION } },
    writes: {
      [`DELETE ${P}/acquiring`]: [{ known: CONNECTION }],
    },
    rows: [
      `insert into acquiring_connections (project_id, sealed_token) values (:project:, 'sealed')`,
      `insert into card_payments (project_id, id, owner, ref_kind, ref_id, amount, merchant, invoice_id, page_url, expires_at, state, paid_at)
         select :project:, pg_temp.key('card' || n), 'project', 'nobody', pg_temp.key('card cause' || n), 100 + n, 'hash', 'inv' || n,
           'https://pay.example/', now(), case when n % 10 = 0 then 'expired' else 'paid' end, now()
         from generate_series(1, 12000) n`,
      'analyze card_payments',
    ],
  },
};
