import { z } from 'zod';
import { catalogErrors } from '../catalog/errors';
import { AttachedFile } from '../files/attached';
import { fileErrors } from '../files/contract';
import { errors } from '../kit/errors';
import { Id, requiredText } from '../kit/ids';
import { page } from '../kit/lists';
import { InProject, route } from '../kit/route';

/** Files of one product: certificates, tables of sizes, patterns. */
export const MAX_PRODUCT_FILES = 50;

export const productFileErrors = errors('product_files', {
  not_found: { status: 404, ua: 'Такого файла в товару немає', en: 'The product has no such file' },
  full: {
    status: 409,
    ua: 'У товару вже {limit} файлів, більше додати не можна',
    en: 'The product has {limit} files already, which is as many as there may be',
  },
});

export const ProductFile = AttachedFile.extend({
  /** Dropshippers see it as well. */
  shared: z.boolean(),
});
export type ProductFile = z.infer<typeof ProductFile>;

const OfProduct = InProject.extend({ product_id: Id });
const OneOfProduct = OfProduct.extend({ id: Id });
const CHANGED = ['product_file'] as const;
const FILES = 'projects/:project_id/products/:product_id/files';

export const listProductFiles = route({
  method: 'GET',
  path: FILES,
  summary:
    'Files of the product, the newest last; a dropshipper gets those that are shared. Links are valid for one hour',
  auth: 'products.read',
  params: OfProduct,
  returns: page(ProductFile),
  errors: [catalogErrors.not_found],
});

export const addProductFile = route({
  method: 'POST',
  path: FILES,
  summary: 'Attach an upload to the product',
  auth: 'products.edit',
  changes: CHANGED,
  params: OfProduct,
  status: 201,
  body: z.object({ file_name: requiredText(300), shared: z.boolean().default(false) }),
  returns: ProductFile,
  errors: [catalogErrors.not_found, catalogErrors.deleted, fileErrors.not_found, productFileErrors.full],
});

export const updateProductFile = route({
  method: 'PATCH',
  path: `${FILES}/:id`,
  summary: 'Show the file to dropshippers, or hide it from them; or name it otherwise',
  auth: 'products.edit',
  changes: CHANGED,
  params: OneOfProduct,
  body: z.object({ shared: z.boolean().optional(), name: requiredText(200).optional() }),
  returns: ProductFile,
  errors: [catalogErrors.not_found, productFileErrors.not_found],
});

export const deleteProductFile = route({
  method: 'DELETE',
  path: `${FILES}/:id`,
  summary: 'Delete the file; its room is free again',
  auth: 'products.edit',
  changes: CHANGED,
  whileRestricted: true,
  params: OneOfProduct,
  errors: [catalogErrors.not_found, productFileErrors.not_found],
});
