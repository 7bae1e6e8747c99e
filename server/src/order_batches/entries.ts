import { type Entries, P } from '../../test/entries';

const told = { number: '', town: 'Київ', branch: 'Відділення 5', count: '1', price: '', cod: '', comment: '' };
const ROW = { ...told, name: 'Ірина Мельник', phone: '0671234567', code: 'НЕМАЄ' };

export const entries: Entries = {
  async world(app, { project, ids }) {
    await app.sql(
      project.id,
      `insert into order_batch_keys (project_id, counterparty_id, key, order_id)
         select project_id, counterparty_id, 'key', id from orders where project_id = $1 and id = $2`,
      [project.id, ids.orders],
    );
    return {};
  },
  walls: {
    [`POST ${P}/order_batches/read`]: { body: () => ({ pasted: 'Ірина\t0671234567\tКиїв\t5\tTP-1\t2' }) },
    [`POST ${P}/order_batches/check`]: { body: () => ({ rows: [ROW] }) },
    // such goods there are none of
    [`POST ${P}/order_batches`]: { body: () => ({ rows: [ROW] }), passes: [422] },
  },
  growth: {
    writes: {
      [`POST ${P}/order_batches/check`]: [{ body: { rows: [ROW, { ...ROW, name: 'Інша' }] } }],
    },
    rows: [
      `insert into order_batch_keys (project_id, counterparty_id, key, order_id)
         select project_id, counterparty_id, 'key' || number, id from orders where project_id = :project:`,
    ],
  },
};
