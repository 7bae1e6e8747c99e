import { listPapers } from '@lanka/domain/papers/contract';
import { type Entries, each, type Known, P } from '../../test/entries';

const ROWS = 12_000;
/** A walk through the newest papers of several suppliers, by the indexes of each. */
const WALKED: Known = { why: 'no index stands over several suppliers', sorts: 30_000, reads: 40_000 };

export const entries: Entries = {
  world: async (app, { project, people }) => {
    const { body } = await app.call(listPapers, { params: { project_id: project.id }, token: people.Client.token });
    return { papers: body.items.find(({ type }) => type === 'invoice')?.id ?? '' };
  },
  walls: {
    [`GET ${P}/papers`]: { query: ({ ids }) => ({ counterparty_id: ids.counterparties }) },
    'GET dropshipping/papers': { query: ({ project }) => ({ project_id: project.id }) },
  },
  growth: {
    reads: {
      [`GET ${P}/papers`]: {
        queries: [
          { q: 'шевчук' },
          { q: 'рахунок 777' },
          { q: '№ 77' },
          { q: 'немає такого' },
          ...each('type', 'invoice', 'write_off', 'invoice,reconciliation'),
          { counterparty_id: '$counterparty' },
          { from: '2026-01-01', to: '2026-02-01' },
        ],
      },
      'GET dropshipping/papers': {
        known: { '': WALKED },
        queries: [{ q: 'шевчук' }, { q: '77' }, { type: 'invoice' }, { project_id: '$project' }],
      },
    },
    rows: [
      `insert into papers (project_id, id, type, issuer, shared, number, date, title, counterparty_id, party_name, total, source,
           source_id, subject_kind, subject_id, user_id, search_text)
         select o.project_id, pg_temp.key('registered' || o.n), (array['invoice', 'delivery_note', 'order'])[1 + o.n % 3],
           case when o.n % 3 = 0 then 'dropshipper' else 'manufacturer' end, o.n % 3 <> 0, o.n, o.created_at::date,
           'Рахунок на оплату № ' || o.n, o.counterparty_id, o.customer_name, 100 + o.n, 'document', pg_temp.key('registered' || o.n),
           'order', o.id, :user:, lower('рахунок на оплату № ' || o.n || ' ' || o.customer_name)
         from (select *, row_number() over (order by created_at)::int as n from orders where project_id = :project:
           order by created_at limit ${ROWS}) o`,
      `insert into search_pending (project_id, kind, id) select project_id, 'papers', id from papers where project_id = :project:`,
      `insert into paper_archives (project_id, id, user_id, status, paper_ids)
         select :project:, pg_temp.key('archive' || n), :user:, 'done', array[pg_temp.key('registered1')] from generate_series(1, 300) n`,
      'analyze papers',
    ],
    ids: {
      paper: `papers where project_id = :project: and issuer = 'manufacturer'`,
      archive: 'paper_archives where project_id = :project:',
    },
  },
};
