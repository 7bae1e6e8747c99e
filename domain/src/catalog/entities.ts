import { z } from 'zod';
import { Availability } from '../kit/availability';
import { MAX_STOCK } from '../kit/bounds';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { Kopecks, Price } from '../kit/money';
import { Side, sidesBy } from '../kit/size';
import { MAX_UNIT } from '../kit/units';
import { FurtherPrice, FurtherPrices } from '../price_levels/contract';
import { FieldsInput, FieldValues } from '../templates/fields';
import { CostRange } from './changes';
import { MAX_OPTIONS, MAX_PLACE, MAX_VALUES, MAX_VARIANTS, normaliseBarcode, normaliseTags } from './rules';

/** Attribute columns have a name and a type, number or text (specification §3). */
export const ValueType = z.enum(['text', 'number']);
export type ValueType = z.infer<typeof ValueType>;

export const ProductValue = z.object({ id: Id, option_id: Id, value: z.string(), position: z.int() });
export type ProductValue = z.infer<typeof ProductValue>;

export const ProductVariantOption = z.object({
  id: Id,
  product_id: Id,
  name: z.string(),
  value_type: ValueType,
  show_in_name: z.boolean(),
  position: z.int(),
  values: z.array(ProductValue),
});
export type ProductVariantOption = z.infer<typeof ProductVariantOption>;

export const ProductImage = z.object({
  id: Id,
  product_id: Id,
  /** What it shows, if not the whole product: one variant, or all that have one value ("grey"). */
  product_variant_id: Id.nullable(),
  product_value_id: Id.nullable(),
  url: z.string(),
  thumbnail_url: z.string(),
  is_thumbnail: z.boolean(),
  position: z.int(),
  created_at: Instant,
});
export type ProductImage = z.infer<typeof ProductImage>;

/**
 * Stock as the asker may see it. `actual` and `booked` are null for a Client, who is told only what he can order, and
 * that as his supplier tells it: `available` is null where no number is told.
 */
const StockFigures = {
  actual: z.int().nullable(),
  booked: z.int().nullable(),
  available: z.int().nullable(),
  availability: Availability,
  /** False of goods whose stock is not counted: made to order, services. They never run out. */
  tracked: z.boolean(),
};

export const ProductVariant = z.object({
  id: Id,
  product_id: Id,
  name: z.string(),
  /** False while the name is made of the values. */
  name_given: z.boolean(),
  sku: z.string(),
  barcode: z.string().nullable(),
  /** What stands on its label: the barcode, else the internal code that the project has handed out. */
  code: z.string().nullable(),
  /** What the dropshipper pays (base cost), kopecks; for a Client what he pays for one piece. */
  price: Kopecks.nullable(),
  /** Of levels, and from a count on. A Client is told what he pays for more pieces. */
  prices: z.array(FurtherPrice),
  /** What the end customer pays, kopecks. */
  recommended_price: Kopecks.nullable(),
  /** Grams. */
  weight: z.int().nullable(),
  /** Outer measures, millimetres. */
  ...sidesBy(() => z.int().nullable()),
  description: z.string(),
  /** Where it stands in the warehouse, a shelf for instance; empty when not said, and always for a Client. */
  place: z.string(),
  /** So many should be there; null when not said, and always for a Client. */
  minimum: z.int().nullable(),
  values: z.array(z.object({ option: z.string(), value: z.string() })),
  /** Of the template product_modification. */
  fields: FieldValues,
  thumbnail_url: z.string().nullable(),
  position: z.int(),
  ...StockFigures,
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type ProductVariant = z.infer<typeof ProductVariant>;

/** A variant outside its product: what the order form finds and the scanner hits. */
export const VariantRecord = ProductVariant.extend({
  /** Those that `with_fields` asks for. */
  fields: FieldValues.optional(),
  product_name: z.string(),
  /** What its product is counted in. */
  unit: z.string(),
  published: z.boolean(),
  deleted: z.boolean(),
});
export type VariantRecord = z.infer<typeof VariantRecord>;

export const ProductRow = z.object({
  id: Id,
  name: z.string(),
  thumbnail_url: z.string().nullable(),
  published: z.boolean(),
  deleted: z.boolean(),
  tags: z.array(z.string()),
  vendor: z.string(),
  /** What it is counted in. */
  unit: z.string(),
  category_id: Id.nullable(),
  /** The names of its category and of those above it, `Одяг > Сукні`; empty without one. */
  category_path: z.string(),
  variants_count: z.int(),
  /** Variants of which nothing is available; null where that is not told. */
  out_of_stock_count: z.int().nullable(),
  /** The variant to order when there is only one. */
  only_variant_id: Id.nullable(),
  sku: z.string(),
  ...StockFigures,
  min_price: Kopecks.nullable(),
  max_price: Kopecks.nullable(),
  min_recommended_price: Kopecks.nullable(),
  max_recommended_price: Kopecks.nullable(),
  /** Those that `with_fields` asks for. */
  fields: FieldValues.optional(),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type ProductRow = z.infer<typeof ProductRow>;

/** A published product of one of the dropshipper's suppliers. */
export const DropshippingProduct = ProductRow.extend({
  project_id: Id,
  project_title: z.string(),
  /** What one piece costs him: by his price level, less his discount. */
  cost: CostRange.nullable(),
  /** The same when he last looked; null where it has not changed. */
  cost_before: CostRange.nullable(),
  /** Since he last looked. */
  turned: z.enum(['ran_out', 'came_back']).nullable(),
  /** He is told when it is in stock again. */
  watching: z.boolean(),
  /** The supplier takes orders also for what has run out. */
  on_order: z.boolean(),
});
export type DropshippingProduct = z.infer<typeof DropshippingProduct>;

export const Product = ProductRow.omit({ only_variant_id: true, sku: true }).extend({
  project_id: Id,
  project_title: z.string(),
  description: z.string(),
  fields: FieldValues,
  deleted_at: Instant.nullable(),
  options: z.array(ProductVariantOption),
  variants: z.array(ProductVariant),
  images: z.array(ProductImage),
  /** For a Client: the supplier takes orders also for what has run out. */
  on_order: z.boolean().optional(),
});
export type Product = z.infer<typeof Product>;

/** The counts above the list (specification §2.3), of what is not deleted. */
export const ProductsSummary = z.object({
  products: z.int(),
  published: z.int(),
  unpublished: z.int(),
  deleted: z.int(),
  modifications: z.int(),
  /** Modifications of which nothing is available. */
  out_of_stock: z.int(),
  /** Pieces on the shelf. */
  stock_count: z.int(),
  /** Kopecks: pieces on the shelf at their price; those without a price count as nothing. */
  stock_value: z.int(),
});
export type ProductsSummary = z.infer<typeof ProductsSummary>;

// What is sent

export const ValueInput = z.object({ option: requiredText(60), value: requiredText(120) });

const Barcode = text(60).nullable().transform(normaliseBarcode);
/** Grams, up to 10 tonnes. */
const Weight = z.int().min(0).max(10_000_000);

const variantFields = {
  /** Empty or absent: made of the values. */
  name: text(300).optional(),
  sku: text(100).optional(),
  barcode: Barcode.optional(),
  recommended_price: Price.nullable().optional(),
  /** As they shall be, all of them. */
  prices: FurtherPrices.optional(),
  weight: Weight.nullable().optional(),
  ...sidesBy(() => Side.nullable().optional()),
  description: text(5000).optional(),
  place: text(MAX_PLACE).optional(),
  minimum: z.int().min(0).max(MAX_STOCK).nullable().optional(),
  values: z.array(ValueInput).max(MAX_OPTIONS).optional(),
  fields: FieldsInput,
};

export const VariantInput = z.object({
  ...variantFields,
  price: Price.nullable().optional(),
  /** Pieces on the shelf at once; makes the first stock movement. */
  actual: z.int().min(0).max(MAX_STOCK).optional(),
});
export type VariantInput = z.infer<typeof VariantInput>;

/** An empty price means changes are not saved (specification §5): a price can be changed, not taken away. */
export const VariantPatch = z.object({ ...variantFields, price: Price.optional() });
export type VariantPatch = z.infer<typeof VariantPatch>;

export const OptionInput = z.object({
  name: requiredText(60),
  value_type: ValueType.optional(),
  show_in_name: z.boolean().optional(),
  values: z.array(requiredText(120)).max(MAX_VALUES).optional(),
});
export type OptionInput = z.infer<typeof OptionInput>;

const Tags = z.array(text(40)).max(50).transform(normaliseTags);

export const productFields = {
  name: requiredText(300),
  /** Markdown is shown as written; HTML is not interpreted. */
  description: text(20_000),
  tags: Tags,
  vendor: text(120),
  /** One of the project's; a new product has its first unless given. */
  unit: requiredText(MAX_UNIT),
  /** Whether its stock is counted. Turned off, what lies on the shelf is written off; refused while any of it is booked. */
  tracked: z.boolean(),
  category_id: Id.nullable(),
};

export const CreateProductBody = z.object({
  name: productFields.name,
  description: productFields.description.optional(),
  tags: Tags.optional(),
  vendor: productFields.vendor.optional(),
  unit: productFields.unit.optional(),
  tracked: productFields.tracked.optional(),
  category_id: productFields.category_id.optional(),
  fields: FieldsInput,
  options: z.array(OptionInput).max(MAX_OPTIONS).optional(),
  variants: z.array(VariantInput).max(MAX_VARIANTS).optional(),
});
export type CreateProductBody = z.infer<typeof CreateProductBody>;

export const UpdateProductBody = z.object({
  name: productFields.name.optional(),
  description: productFields.description.optional(),
  tags: Tags.optional(),
  vendor: productFields.vendor.optional(),
  unit: productFields.unit.optional(),
  tracked: productFields.tracked.optional(),
  category_id: productFields.category_id.optional(),
  fields: FieldsInput,
  /** The options as they shall be, in their order: known ones by id, new ones without; a missing one is deleted. */
  options: z
    .array(OptionInput.omit({ values: true }).extend({ id: Id.optional() }))
    .max(MAX_OPTIONS)
    .optional(),
  /** Rows with an id change that variant in the fields given; rows without one make a new variant. */
  variants: z
    .array(VariantInput.extend({ id: Id.optional() }))
    .max(MAX_VARIANTS)
    .optional(),
  /** Variants to delete. */
  remove_variants: z.array(Id).max(MAX_VARIANTS).optional(),
});
export type UpdateProductBody = z.infer<typeof UpdateProductBody>;
