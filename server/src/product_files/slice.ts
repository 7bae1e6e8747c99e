import * as contract from '@lanka/domain/product_files/contract';
import { attach, detach, showFile } from '../attachments';
import { lockProduct, readHead } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { slice } from '../kit/slice';
import { files, sharedOnly } from './product_files.store';

const { MAX_PRODUCT_FILES: limit, productFileErrors: errors } = contract;

type Shown = Parameters<typeof showFile>[1] & { readonly shared: boolean };
const show = async (app: Services, file: Shown): Promise<contract.ProductFile> => ({
  ...(await showFile(app, file)),
  shared: file.shared,
});

async function showOne(app: Services, tx: Tx, scope: ProjectScope, product_id: string, id: string) {
  const file = await files.read(tx, scope, product_id, id);
  if (!file) throw errors.not_found();
  return show(app, file);
}

export const productFiles = slice({
  name: 'product_files',
  level: 6,
  topics: [{ kind: 'product_file', permission: 'products.read' }],
  routes: [
    serve(contract.listProductFiles, async ({ tx, scope, params, app }) => {
      await readHead(tx, scope, params.product_id);
      const seen = scope.role === 'Client' ? sharedOnly : undefined;
      const found = await files.list(tx, scope, params.product_id, seen);
      return wholePage(await Promise.all(found.map((file) => show(app, file))));
    }),

    serve(contract.addProductFile, async ({ tx, scope, params, body, app, changed }) => {
      const { product_id } = params;
      // its lock also lets the last free place be taken once
      await lockProduct(tx, scope, product_id);
      if ((await files.count(tx, scope, product_id)) >= limit) throw errors.full({ limit });
      const file = await attach(app, tx, scope, body.file_name);
      const id = await files.insert(tx, scope, product_id, { ...file, shared: body.shared });
      changed('product_file', id);
      return showOne(app, tx, scope, product_id, id);
    }),

    serve(contract.updateProductFile, async ({ tx, scope, params, body, app, changed }) => {
      await files.save(tx, scope, params.product_id, params.id, body);
      changed('product_file', params.id);
      return showOne(app, tx, scope, params.product_id, params.id);
    }),

    serve(contract.deleteProductFile, async (asked) => {
      const { tx, scope, params, changed } = asked;
      const key = await files.remove(tx, scope, params.product_id, params.id);
      if (key === undefined) throw errors.not_found();
      await detach(asked, key);
      changed('product_file', params.id);
    }),
  ],
});
