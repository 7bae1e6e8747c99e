import { addProductFile } from '@lanka/domain/product_files/contract';
import { type Entries, P, wholly } from '../../test/entries';

const FILES = `${P}/products/:product_id/files`;

export const entries: Entries = {
  walls: {
    [`GET ${FILES}`]: {},
    [`POST ${FILES}`]: { body: ({ ids }) => ({ file_name: ids.uploads }), only: ['Owner'] },
    [`PATCH ${FILES}/:id`]: { body: () => ({ shared: true }) },
    [`DELETE ${FILES}/:id`]: {},
  },
  async world(app, { project, ids }) {
    const params = { project_id: project.id, product_id: ids.products as string };
    const body = { file_name: ids.uploads as string };
    const made = await app.call(addProductFile, { token: project.owner.token, params, body });
    return { files: made.body.id };
  },
  growth: {
    reads: {
      [`GET ${FILES}`]: { params: { product_id: '$product' }, known: { '': wholly('at most 50', 'product_files') } },
    },
    rows: [
      `insert into product_files (project_id, product_id, id, user_id, file_name, name)
         select project_id, id, pg_temp.key('file' || id), :user:, project_id || '/' || id || '/f.pdf', 'f.pdf' from products
         where project_id = :project: order by id limit 3000`,
    ],
  },
};
