import { fileErrors } from '@lanka/domain/files/contract';
import * as contract from '@lanka/domain/product_files/contract';
import { lockProduct, readHead } from '../catalog';
import { releaseUpload, useUpload } from '../files';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { slice } from '../kit/slice';
import * as store from './product_files.store';

const { MAX_PRODUCT_FILES: limit, productFileErrors: errors } = contract;

async function show({ storage }: Services, file: store.StoredFile): Promise<contract.ProductFile> {
  const { id, name, shared, created_at } = file;
  const author = { kind: 'user' as const, id: file.user_id, name: file.author };
  return { id, name, shared, created_at, author, url: await storage.presignGet(file.file_name) };
}

async function showOne(app: Services, tx: Tx, scope: ProjectScope, product_id: string, id: string) {
  const file = await store.readFile(tx, scope, product_id, id);
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
      const files = await store.listFiles(tx, scope, params.product_id, scope.role === 'Client');
      return wholePage(await Promise.all(files.map((file) => show(app, file))));
    }),

    serve(contract.addProductFile, async ({ tx, scope, params, body, app, changed }) => {
      const { product_id } = params;
      // its lock also lets the last free place be taken once
      await lockProduct(tx, scope, product_id);
      if ((await store.countFiles(tx, scope, product_id)) >= limit) throw errors.full({ limit });
      const kept = await useUpload(app, tx, scope, body.file_name);
      if (!kept) throw fileErrors.not_found({ path: 'file_name', code: 'not_found' });
      const file = { file_name: kept.file_name, name: kept.original_name, shared: body.shared };
      const id = await store.insertFile(tx, scope, product_id, file);
      changed('product_file', id);
      return showOne(app, tx, scope, product_id, id);
    }),

    serve(contract.updateProductFile, async ({ tx, scope, params, body, app, changed }) => {
      if (Object.keys(body).length > 0) await store.saveFile(tx, scope, params.product_id, params.id, body);
      changed('product_file', params.id);
      return showOne(app, tx, scope, params.product_id, params.id);
    }),

    serve(contract.deleteProductFile, async ({ tx, scope, params, app, after, changed }) => {
      const key = await store.deleteFile(tx, scope, params.product_id, params.id);
      if (key === undefined) throw errors.not_found();
      if (await releaseUpload(tx, scope, key)) after(() => app.storage.remove(key));
      changed('product_file', params.id);
    }),
  ],
});
