import * as contract from '@lanka/domain/categories/contract';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { createCategory, deleteCategory, listCategories, mergeCategory, readCategory, updateCategory } from './tree';

export const categories = slice({
  name: 'categories',
  level: 3,
  topics: [{ kind: 'product_category', permission: 'products.read' }],
  routes: [
    serve(contract.listCategories, async ({ tx, scope, app }) => ({ items: await listCategories(tx, app, scope) })),
    serve(contract.createCategory, async ({ tx, scope, body, app, changed }) => {
      const id = await createCategory(tx, scope, body);
      changed('product_category', id);
      return readCategory(tx, app, scope, id);
    }),
    serve(contract.updateCategory, async ({ tx, scope, params, body, app, changed }) => {
      await updateCategory(tx, app, scope, params.id, body);
      changed('product_category', params.id);
      return readCategory(tx, app, scope, params.id);
    }),
    serve(contract.mergeCategory, async ({ tx, scope, params, body, app, changed }) => {
      await mergeCategory(tx, app, scope, params.id, body.into);
      changed('product_category', body.into);
      return readCategory(tx, app, scope, body.into);
    }),
    serve(contract.deleteCategory, async ({ tx, scope, params, query, app, changed }) => {
      await deleteCategory(tx, app, scope, params.id, query.goods_to);
      changed('product_category', params.id);
    }),
  ],
});
