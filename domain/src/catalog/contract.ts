import { z } from 'zod';
import { fileErrors } from '../files/contract';
import { Id, requiredText, text } from '../kit/ids';
import { commaList, listQuery, page, QueryFlag } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { stockErrors } from '../stock/contract';
import { listedFields } from '../templates/fields';
import { changeRoutes, ProductChange } from './changes';
import {
  CreateProductBody,
  DropshippingProduct,
  OptionInput,
  Product,
  ProductImage,
  ProductRow,
  ProductsSummary,
  ProductValue,
  ProductVariant,
  ProductVariantOption,
  UpdateProductBody,
  ValueType,
  VariantInput,
  VariantPatch,
  VariantRecord,
} from './entities';
import { catalogErrors } from './errors';
import { MAX_PLACE } from './rules';

export * from './entities';
export { catalogErrors } from './errors';

/** A product as its owner sees it: published, hidden from dropshippers, or deleted and read-only. */
export const ProductStatus = z.enum(['published', 'unpublished', 'deleted']);
export type ProductStatus = z.infer<typeof ProductStatus>;

/** By what is available: something, nothing of at least one modification, or no more than a few of one. */
export const StockFilter = z.enum(['in_stock', 'out_of_stock', 'low']);
export type StockFilter = z.infer<typeof StockFilter>;

/** Of lists of goods: what attribute columns hold. */
const attributes = z
  .record(z.string().max(60), z.string().trim().min(1).max(120))
  .optional()
  .describe('attributes.COLUMN=value, one for each attribute column, by its id or its name');

const productFilters = {
  /** Any of these tags. */
  tags: commaList(z.string().max(40)),
  stock: StockFilter.optional(),
};

const InProduct = InProject.extend({ product_id: z.uuid() });
const OneInProduct = InProduct.extend({ id: z.uuid() });
const InOption = InProduct.extend({ option_id: z.uuid() });
const OneInOption = InOption.extend({ id: z.uuid() });

const writeErrors = [
  catalogErrors.not_found,
  catalogErrors.deleted,
  catalogErrors.duplicate_barcode,
  catalogErrors.duplicate_combination,
  catalogErrors.duplicate_option,
  catalogErrors.duplicate_value,
  catalogErrors.value_not_number,
  catalogErrors.too_many_combinations,
  catalogErrors.too_many_columns,
  catalogErrors.category_not_found,
  catalogErrors.unit_unknown,
  catalogErrors.price_level_not_found,
  stockErrors.worth_too_much,
  stockErrors.price_too_large,
  stockErrors.untracked,
];

// Products

/** `own_prices`: the prices are those of the asker's price levels, and the list cannot be sorted by them. */
const pageOfGoods = <T extends z.ZodType>(row: T) => page(row).extend({ own_prices: z.boolean().optional() });

/** Options and values belong to lists of variants, and those to lists of products. */
const CHANGED = ['product', 'product_variant', 'product_option', 'product_variant_option'] as const;

export const listProducts = route({
  method: 'GET',
  path: 'projects/:project_id/products/v2',
  summary: 'Products of a project; without include_unpublished only the published ones. A Client sees only those',
  auth: 'products.read',
  api: 'products.read',
  shows: ['attribute_column', 'price_level'],
  etag: 'keys',
  params: InProject,
  query: listQuery(['-created_at', 'name', 'updated_at', 'price', 'available'], {
    ...listedFields,
    attributes,
    include_unpublished: QueryFlag.optional(),
    published: QueryFlag.optional(),
    status: ProductStatus.optional(),
    /** Goods of this category and of all below it. */
    category_id: Id.optional(),
    ...productFilters,
  }),
  returns: pageOfGoods(ProductRow),
  errors: [catalogErrors.stock_not_told, catalogErrors.price_order_not_told],
});

export const productsSummary = route({
  method: 'GET',
  path: 'projects/:project_id/products/summary',
  summary: 'Products by state, all modifications, those out of stock, and what the stock is worth',
  auth: 'stock.read',
  params: InProject,
  returns: ProductsSummary,
});

export const listDropshippingProducts = route({
  method: 'GET',
  path: 'dropshipping/products',
  summary: 'Published products of all suppliers of the dropshipper',
  auth: 'dropshipping',
  api: 'products.read',
  shows: ['project'],
  query: listQuery(['-created_at', 'name', 'price', 'available'], {
    project_id: Id.optional(),
    /** A category of one of the suppliers, with all below it. */
    category_id: Id.optional(),
    /** What one piece costs him, kopecks: of the cheapest modification. */
    price_from: z.coerce.number().int().min(0).max(1e12).optional(),
    price_to: z.coerce.number().int().min(0).max(1e12).optional(),
    /** Since he last looked. */
    changed: z.enum(['any', ...ProductChange.options]).optional(),
    ...productFilters,
  }),
  returns: pageOfGoods(DropshippingProduct),
  errors: [catalogErrors.stock_not_told, catalogErrors.price_order_not_told],
});

export const suggestTags = route({
  method: 'GET',
  path: 'projects/:project_id/products/tag_suggestions',
  summary: 'Tags that the newest 5,000 products use and that contain the text, the most used first',
  auth: 'products.read',
  params: InProject,
  query: z.object({ q: z.string().trim().max(40).optional() }),
  returns: z.array(z.string()),
});

export const readProduct = route({
  method: 'GET',
  path: 'projects/:project_id/products/:id/show_v2',
  summary: 'One product with its options, variants, stock and images',
  auth: 'products.read',
  api: 'products.read',
  shows: ['attribute_column', 'price_level'],
  etag: 'keys',
  params: OneInProject,
  returns: Product,
  errors: [catalogErrors.not_found],
});

export const createProduct = route({
  method: 'POST',
  path: 'projects/:project_id/products/create_v2',
  summary: 'Create a product: only a name is needed. It is hidden until it is published',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  answers: readProduct,
  params: InProject,
  status: 201,
  body: CreateProductBody,
  returns: Product,
  errors: writeErrors,
});

export const updateProduct = route({
  method: 'PATCH',
  path: 'projects/:project_id/products/:id/update_v2',
  summary: 'Change a product, and its options and variants in the same step',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  answers: readProduct,
  params: OneInProject,
  body: UpdateProductBody,
  returns: Product,
  errors: [
    ...writeErrors,
    catalogErrors.variant_not_found,
    catalogErrors.option_not_found,
    catalogErrors.option_in_use,
    catalogErrors.not_publishable,
    catalogErrors.booked,
    catalogErrors.tracked_busy,
    catalogErrors.last_variant,
  ],
});

export const deleteProduct = route({
  method: 'DELETE',
  path: 'projects/:project_id/products/:id',
  summary: 'Delete a product: it stays readable. Refused while any of it is booked',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  whileRestricted: true,
  params: OneInProject,
  errors: [catalogErrors.not_found, catalogErrors.deleted, catalogErrors.booked],
});

export const publishProduct = route({
  method: 'PATCH',
  path: 'projects/:project_id/products/:id/publish',
  summary: 'Show a product to dropshippers',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  answers: readProduct,
  params: OneInProject,
  returns: Product,
  errors: [catalogErrors.not_found, catalogErrors.deleted, catalogErrors.not_publishable],
});

export const unpublishProduct = route({
  method: 'PATCH',
  path: 'projects/:project_id/products/:id/unpublish',
  summary: 'Hide a product from dropshippers; open orders go on',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  answers: readProduct,
  params: OneInProject,
  returns: Product,
  errors: [catalogErrors.not_found, catalogErrors.deleted],
});

// Variants

export const listAllVariants = route({
  method: 'GET',
  path: 'projects/:project_id/product_variants/all_records',
  summary: 'Variants of all products; an exact barcode or sku comes first. A Client sees those of published products',
  auth: 'products.read',
  api: 'products.read',
  shows: ['product'],
  etag: 'keys',
  params: InProject,
  query: listQuery(['name', 'created_at', 'available', 'price', 'place'], {
    ...listedFields,
    attributes,
    id: commaList(Id),
    product_id: Id.optional(),
    barcode: z.string().trim().max(60).optional(),
    sku: z.string().trim().max(100).optional(),
    published: QueryFlag.optional(),
    in_stock: QueryFlag.optional(),
    /** Of goods of this category and of all below it. */
    category_id: Id.optional(),
    /** Of goods that have one of these. */
    tags: commaList(z.string().max(40)),
  }),
  returns: pageOfGoods(VariantRecord),
  errors: [catalogErrors.stock_not_told, catalogErrors.price_order_not_told],
});

export const listVariants = route({
  method: 'GET',
  path: 'projects/:project_id/products/:product_id/product_variants',
  summary: 'Variants of a product, in their order',
  auth: 'products.read',
  api: 'products.read',
  shows: ['price_level'],
  params: InProduct,
  query: listQuery(['position'], {}),
  returns: page(ProductVariant),
  errors: [catalogErrors.not_found],
});

export const createVariant = route({
  method: 'POST',
  path: 'projects/:project_id/products/:product_id/product_variants',
  summary: 'Add a variant; options and values that do not exist yet are made',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: InProduct,
  status: 201,
  body: VariantInput,
  returns: ProductVariant,
  errors: [...writeErrors, catalogErrors.not_publishable],
});

export const updateVariant = route({
  method: 'PATCH',
  path: 'projects/:project_id/products/:product_id/product_variants/:id',
  summary: 'Change a variant in the fields given',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: OneInProduct,
  body: VariantPatch,
  returns: ProductVariant,
  errors: [...writeErrors, catalogErrors.variant_not_found, catalogErrors.not_publishable],
});

export const placeVariant = route({
  method: 'PUT',
  path: 'projects/:project_id/products/:product_id/product_variants/:id/place',
  summary: 'Say where in the warehouse a variant lies; also for who may change nothing else of it',
  auth: 'products.place',
  changes: CHANGED,
  params: OneInProduct,
  body: z.object({ place: text(MAX_PLACE) }),
  returns: z.object({ id: Id, place: z.string() }),
  errors: [catalogErrors.not_found, catalogErrors.deleted, catalogErrors.variant_not_found],
});

export const deleteVariant = route({
  method: 'DELETE',
  path: 'projects/:project_id/products/:product_id/product_variants/:id',
  summary: 'Delete a variant. Refused while any of it is booked',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  whileRestricted: true,
  params: OneInProduct,
  errors: [
    catalogErrors.not_found,
    catalogErrors.deleted,
    catalogErrors.variant_not_found,
    catalogErrors.booked,
    catalogErrors.last_variant,
  ],
});

// Options and values

export const listOptions = route({
  method: 'GET',
  path: 'projects/:project_id/products/:product_id/product_variant_options',
  summary: 'Options of a product with their values',
  auth: 'products.read',
  api: 'products.read',
  shows: ['attribute_column'],
  params: InProduct,
  query: listQuery(['position'], {}),
  returns: page(ProductVariantOption),
  errors: [catalogErrors.not_found],
});

export const listAllOptions = route({
  method: 'GET',
  path: 'projects/:project_id/product_variant_options',
  summary: 'Options of all products with their values',
  auth: 'products.read',
  api: 'products.read',
  shows: ['product', 'attribute_column'],
  params: InProject,
  query: listQuery(['name'], { product_id: Id.optional() }),
  returns: page(ProductVariantOption),
});

/** An option name as the newest 5,000 products use it, to suggest it for the next one. */
export const ProjectOption = z.object({
  name: z.string(),
  value_type: ValueType,
  show_in_name: z.boolean(),
  values: z.array(z.string()),
  products_count: z.int(),
});
export type ProjectOption = z.infer<typeof ProjectOption>;

export const listProjectOptions = route({
  method: 'GET',
  path: 'projects/:project_id/product_options',
  summary: 'Option names in use with all their values, the most used first',
  auth: 'products.read',
  api: 'products.read',
  shows: ['product', 'attribute_column'],
  params: InProject,
  returns: z.object({ items: z.array(ProjectOption) }),
});

export const createOption = route({
  method: 'POST',
  path: 'projects/:project_id/products/:product_id/product_variant_options',
  summary: 'Add an option with its values',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: InProduct,
  status: 201,
  body: OptionInput,
  returns: ProductVariantOption,
  errors: writeErrors,
});

export const updateOption = route({
  method: 'PATCH',
  path: 'projects/:project_id/products/:product_id/product_variant_options/:id',
  summary: 'Rename an option, move it, or let it show in the names of variants',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: OneInProduct,
  body: OptionInput.omit({ values: true })
    .partial()
    .extend({ position: z.int().min(0).max(100).optional() }),
  returns: ProductVariantOption,
  errors: [...writeErrors, catalogErrors.option_not_found],
});

export const deleteOption = route({
  method: 'DELETE',
  path: 'projects/:project_id/products/:product_id/delete_product_variant_option',
  summary: 'Delete an option with its values, unless variants would become the same',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: InProduct,
  query: z.object({ product_variant_option_id: z.uuid() }),
  errors: [catalogErrors.not_found, catalogErrors.deleted, catalogErrors.option_not_found, catalogErrors.option_in_use],
});

const VALUES = 'projects/:project_id/products/:product_id/product_variant_options/:option_id/product_values';
const ValueBody = z.object({ value: requiredText(120), position: z.int().min(0).max(1000).optional() });
const valueErrors = [
  catalogErrors.not_found,
  catalogErrors.deleted,
  catalogErrors.option_not_found,
  catalogErrors.duplicate_value,
  catalogErrors.value_not_number,
];

export const listValues = route({
  method: 'GET',
  path: VALUES,
  summary: 'Values of an option, in their order',
  auth: 'products.read',
  api: 'products.read',
  params: InOption,
  query: listQuery(['position'], {}),
  returns: page(ProductValue),
  errors: [catalogErrors.not_found, catalogErrors.option_not_found],
});

export const createValue = route({
  method: 'POST',
  path: VALUES,
  summary: 'Add a value to an option',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: InOption,
  status: 201,
  body: ValueBody,
  returns: ProductValue,
  errors: valueErrors,
});

export const updateValue = route({
  method: 'PATCH',
  path: `${VALUES}/:id`,
  summary: 'Rename or move a value; names of variants follow',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: OneInOption,
  body: ValueBody.partial(),
  returns: ProductValue,
  errors: [...valueErrors, catalogErrors.value_not_found],
});

export const deleteValue = route({
  method: 'DELETE',
  path: `${VALUES}/:id`,
  summary: 'Delete a value that no variant has',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: OneInOption,
  errors: [
    catalogErrors.not_found,
    catalogErrors.deleted,
    catalogErrors.option_not_found,
    catalogErrors.value_not_found,
    catalogErrors.value_in_use,
  ],
});

// Images

const IMAGES = 'projects/:project_id/products/:product_id/product_images';

/** What an image shows; the one that is given takes the place of the other, both together are refused. */
const ImageSubject = {
  product_variant_id: Id.nullable().optional(),
  product_value_id: Id.nullable().optional(),
};

export const listImages = route({
  method: 'GET',
  path: IMAGES,
  summary: 'Images of a product, in their order',
  auth: 'products.read',
  api: 'products.read',
  params: InProduct,
  query: listQuery(['position'], {}),
  returns: page(ProductImage),
  errors: [catalogErrors.not_found],
});

export const createImage = route({
  method: 'POST',
  path: IMAGES,
  summary: 'Make an uploaded file an image of the product; the first one becomes the thumbnail',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: InProduct,
  status: 201,
  body: z.object({ file_name: requiredText(300), ...ImageSubject }),
  returns: ProductImage,
  errors: [
    catalogErrors.not_found,
    catalogErrors.deleted,
    catalogErrors.variant_not_found,
    catalogErrors.value_not_found,
    catalogErrors.image_subject,
    catalogErrors.too_many_images,
    fileErrors.not_found,
    fileErrors.not_an_image,
    fileErrors.too_large,
  ],
});

export const updateImage = route({
  method: 'PATCH',
  path: `${IMAGES}/:id`,
  summary: 'Move an image; bind it to a variant or to a value of an option, or unbind it with null',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: OneInProduct,
  body: z.object({ position: z.int().min(0).max(100).optional(), ...ImageSubject }),
  returns: ProductImage,
  errors: [
    catalogErrors.not_found,
    catalogErrors.deleted,
    catalogErrors.image_not_found,
    catalogErrors.variant_not_found,
    catalogErrors.value_not_found,
    catalogErrors.image_subject,
  ],
});

export const markAsThumbnail = route({
  method: 'PATCH',
  path: `${IMAGES}/:id/mark_as_thumbnail`,
  summary: 'Make this image the one that lists show',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  params: OneInProduct,
  returns: ProductImage,
  errors: [catalogErrors.not_found, catalogErrors.deleted, catalogErrors.image_not_found],
});

export const deleteImage = route({
  method: 'DELETE',
  path: `${IMAGES}/:id`,
  summary: 'Delete an image; when it was the thumbnail, the next one takes its place',
  auth: 'products.edit',
  api: 'products.write',
  changes: CHANGED,
  whileRestricted: true,
  params: OneInProduct,
  errors: [catalogErrors.not_found, catalogErrors.deleted, catalogErrors.image_not_found],
});

export const catalogRoutes = {
  ...changeRoutes,
  listProducts,
  productsSummary,
  listDropshippingProducts,
  suggestTags,
  readProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  publishProduct,
  unpublishProduct,
  listAllVariants,
  listVariants,
  createVariant,
  updateVariant,
  placeVariant,
  deleteVariant,
  listOptions,
  listAllOptions,
  listProjectOptions,
  createOption,
  updateOption,
  deleteOption,
  listValues,
  createValue,
  updateValue,
  deleteValue,
  listImages,
  createImage,
  updateImage,
  markAsThumbnail,
  deleteImage,
};
