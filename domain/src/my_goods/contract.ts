import { z } from 'zod';
import { CostRange } from '../catalog/changes';
import { fileErrors } from '../files/contract';
import { Availability } from '../kit/availability';
import { errors } from '../kit/errors';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { listQuery, page, QueryFlag } from '../kit/lists';
import { Price, SignedKopecks } from '../kit/money';
import { planErrors } from '../kit/plans';
import { route } from '../kit/route';
import { Markup } from '../outfeeds/pricing';

/**
 * Goods of his suppliers that a dropshipper has chosen to sell, with what he says of them himself. Beside it stands what
 * the supplier says now, and what of that has changed since he last took it.
 */
export const MAX_MY_GOODS = 30_000;
/** In one call. */
export const MAX_AT_ONCE = 200;
/** Of one’s own, of one product. */
export const MAX_MY_PHOTOS = 20;

export const myGoodsErrors = errors('my_goods', {
  not_found: { status: 404, ua: 'Серед ваших товарів такого немає', en: 'Not among your goods' },
  unknown_goods: {
    status: 422,
    ua: 'Цього товару немає серед товарів ваших постачальників',
    en: 'This is not among the goods of your suppliers',
  },
  unknown_variant: {
    status: 422,
    ua: 'У цього товару такої модифікації немає',
    en: 'These goods have no such modification',
  },
  full: {
    status: 409,
    ua: 'Своїх товарів може бути щонайбільше {limit}. Приберіть зайві',
    en: 'There are at most {limit} goods of one’s own. Remove those that are not needed',
  },
  no_access: {
    status: 409,
    ua: 'Постачальник закрив вам доступ або зняв товар з продажу: узяти нового немає звідки',
    en: 'The supplier has ended your access or sells these goods no more: there is nothing to take',
  },
  photo_not_found: { status: 404, ua: 'Такого зображення серед ваших немає', en: 'No such image among yours' },
  too_many_photos: {
    status: 422,
    ua: 'Своїх зображень товару може бути щонайбільше {allowed}',
    en: 'There are at most {allowed} images of one’s own for one product',
  },
});

/** What of the source may become another. */
export const SOURCE_FIELDS = [
  'name',
  'description',
  'recommended_price',
  'cost',
  'variant_added',
  'variant_gone',
  'photos',
] as const;
export const SourceField = z.enum(SOURCE_FIELDS);
export type SourceField = z.infer<typeof SourceField>;

/** One thing that is another than when he took it. */
export const SourceChange = z.object({
  field: SourceField,
  /** Of one modification; null: of the goods. */
  product_variant_id: Id.nullable(),
  /** Its name. */
  title: z.string(),
  /** Kopecks of prices, of photos how many there are. */
  before: z.union([z.string(), z.int()]).nullable(),
  now: z.union([z.string(), z.int()]).nullable(),
});
export type SourceChange = z.infer<typeof SourceChange>;

export const MyMargin = z.object({
  /** Kopecks; below zero where he sells under what he pays. */
  sum: SignedKopecks,
  /** Of his price, hundredths of a percent. */
  percent: z.int(),
});

const Tag = requiredText(40);

export const MyGoodsRow = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  product_id: Id,
  /** As he calls it: his own name, else the supplier's. */
  name: z.string(),
  thumbnail_url: z.string().nullable(),
  tags: z.array(z.string()),
  /** What changes at the source is taken by itself. */
  sync: z.boolean(),
  /** He is let in there, and it is for sale. */
  open: z.boolean(),
  /** What he pays now for one piece. */
  cost: CostRange.nullable(),
  /** What he asks. */
  price: CostRange.nullable(),
  /** Of the modification that leaves him least. */
  margin: MyMargin.nullable(),
  availability: Availability.nullable(),
  available: z.int().nullable(),
  /** So many things have changed at the source. */
  changes: z.int(),
  version: Version,
  created_at: Instant,
});
export type MyGoodsRow = z.infer<typeof MyGoodsRow>;

export const MyVariant = z.object({
  product_variant_id: Id,
  /** Of the modification, at the source. */
  title: z.string(),
  thumbnail_url: z.string().nullable(),
  /** His own; null: the supplier's. */
  sku: z.string().nullable(),
  price: Price.nullable(),
  /** What stands at the source now; null where it is gone, or he does not see it. */
  source: z.object({ sku: z.string(), recommended_price: Price.nullable(), cost: Price.nullable() }).nullable(),
  /** What he asks, and what is left of it. */
  selling_price: Price.nullable(),
  margin: MyMargin.nullable(),
  availability: Availability.nullable(),
  available: z.int().nullable(),
});
export type MyVariant = z.infer<typeof MyVariant>;

export const Photo = z.object({ id: Id, url: z.string(), thumbnail_url: z.string() });
export type Photo = z.infer<typeof Photo>;

export const MyGoods = MyGoodsRow.omit({ changes: true }).extend({
  /** His own; null: the supplier's. */
  own_name: z.string().nullable(),
  own_description: z.string().nullable(),
  description: z.string(),
  source: z.object({ name: z.string(), description: z.string() }).nullable(),
  /** His own; in feeds they come first. */
  photos: z.array(Photo),
  /** The supplier’s are shown behind his own. */
  source_photos: z.boolean(),
  /** The supplier’s, as he goes by them. */
  supplier_photos: z.array(Photo),
  variants: z.array(MyVariant),
  changes: z.array(SourceChange),
  taken_at: Instant,
});
export type MyGoods = z.infer<typeof MyGoods>;

/** How the dropshipper calls goods himself; null: as the supplier does. */
export const ownWords = { own_title: z.string().nullable(), own_sku: z.string().nullable() };

/** A modification that he may order. */
export const FoundGoods = z.object({
  project_id: Id,
  project_title: z.string(),
  product_id: Id,
  product_variant_id: Id,
  product_title: z.string(),
  modification_title: z.string(),
  sku: z.string(),
  ...ownWords,
  thumbnail_url: z.string().nullable(),
  availability: Availability,
  available: z.int().nullable(),
  /** What one piece costs him; null: no price yet. */
  price: Price.nullable(),
  /** All that names just this modification: both SKUs, the barcode, the code of its label. */
  codes: z.array(z.string()),
});
export type FoundGoods = z.infer<typeof FoundGoods>;

const PATH = 'dropshipping/my_goods';
const One = z.object({ id: z.uuid() });
const CHANGED = ['my_goods'] as const;
const Ids = z.array(z.uuid()).min(1).max(MAX_AT_ONCE);

export const listMyGoods = route({
  method: 'GET',
  path: PATH,
  summary: 'The dropshipper’s own goods of all his suppliers, with his prices and what is left of them',
  auth: 'dropshipping',
  shows: ['product', 'project'],
  query: listQuery(['-created_at', 'name'], {
    project_id: Id.optional(),
    tag: z.string().trim().max(40).optional(),
    /** Only what has run out. */
    out_of_stock: QueryFlag.optional(),
    /** Only what has changed at the source. */
    changed: QueryFlag.optional(),
    /** Only what leaves less than this, hundredths of a percent of his price. */
    margin_below: z.coerce.number().int().min(-100_000).max(10_000).optional(),
  }),
  returns: page(MyGoodsRow),
});

export const readMyGoods = route({
  method: 'GET',
  path: `${PATH}/:id`,
  summary: 'One of his goods: his words and prices beside the supplier’s, and what has changed there',
  auth: 'dropshipping',
  shows: ['product', 'project'],
  params: One,
  returns: MyGoods,
  errors: [myGoodsErrors.not_found],
});

export const addMyGoods = route({
  method: 'POST',
  path: PATH,
  summary: 'Choose goods of suppliers; those that are chosen already stay as they are',
  auth: 'dropshipping',
  changes: CHANGED,
  status: 200,
  body: z.object({
    items: z
      .array(z.object({ project_id: z.uuid(), product_id: z.uuid() }))
      .min(1)
      .max(MAX_AT_ONCE),
  }),
  /** How many are new, and the ids of all that were asked for. */
  returns: z.object({ added: z.int(), ids: z.array(Id) }),
  errors: [myGoodsErrors.unknown_goods, myGoodsErrors.full],
});

export const UpdateMyGoods = z.object({
  /** Null: the supplier's. */
  own_name: requiredText(200).nullable().optional(),
  own_description: text(10_000).nullable().optional(),
  tags: z.array(Tag).max(20).optional(),
  sync: z.boolean().optional(),
  /** Show the supplier’s photos behind one’s own. */
  source_photos: z.boolean().optional(),
  /** Of these alone something changes. */
  variants: z
    .array(
      z.object({
        product_variant_id: Id,
        sku: text(100).nullable().optional(),
        price: Price.nullable().optional(),
      }),
    )
    .max(500)
    .optional(),
});
export type UpdateMyGoods = z.infer<typeof UpdateMyGoods>;

export const updateMyGoods = route({
  method: 'PATCH',
  path: `${PATH}/:id`,
  summary: 'Say of it what is one’s own; null takes the supplier’s',
  auth: 'dropshipping',
  changes: CHANGED,
  answers: readMyGoods,
  params: One,
  body: UpdateMyGoods,
  returns: MyGoods,
  errors: [myGoodsErrors.not_found, myGoodsErrors.unknown_variant],
});

const PHOTOS = `${PATH}/:id/photos`;
const OnePhoto = z.object({ id: z.uuid(), photo_id: z.uuid() });

export const addMyPhoto = route({
  method: 'POST',
  path: PHOTOS,
  summary: 'Make an uploaded file a photo of one’s own, behind those that there are',
  auth: 'dropshipping',
  changes: CHANGED,
  answers: readMyGoods,
  params: One,
  status: 201,
  /** Uploaded to the project of the supplier. */
  body: z.object({ file_name: requiredText(300) }),
  returns: MyGoods,
  errors: [
    myGoodsErrors.not_found,
    myGoodsErrors.too_many_photos,
    fileErrors.not_found,
    fileErrors.not_an_image,
    fileErrors.too_large,
    planErrors.storage_limit,
  ],
});

export const moveMyPhoto = route({
  method: 'PATCH',
  path: `${PHOTOS}/:photo_id`,
  summary: 'Give a photo of one’s own another place; the first one is shown in lists',
  auth: 'dropshipping',
  changes: CHANGED,
  answers: readMyGoods,
  params: OnePhoto,
  body: z.object({ position: z.int().min(0).max(MAX_MY_PHOTOS) }),
  returns: MyGoods,
  errors: [myGoodsErrors.not_found, myGoodsErrors.photo_not_found],
});

export const removeMyPhoto = route({
  method: 'DELETE',
  path: `${PHOTOS}/:photo_id`,
  summary: 'Remove a photo of one’s own; its place in the storage is free again',
  auth: 'dropshipping',
  changes: CHANGED,
  params: OnePhoto,
  errors: [myGoodsErrors.not_found, myGoodsErrors.photo_not_found],
});

export const takeMyGoods = route({
  method: 'POST',
  path: `${PATH}/take`,
  summary: 'Take what has changed at the source: of these goods, all of it or these fields',
  auth: 'dropshipping',
  changes: CHANGED,
  status: 200,
  body: z.object({ ids: Ids, fields: z.array(SourceField).min(1).optional() }),
  /** Of how many something was taken. */
  returns: z.object({ taken: z.int() }),
  errors: [myGoodsErrors.not_found, myGoodsErrors.no_access],
});

export const priceMyGoods = route({
  method: 'POST',
  path: `${PATH}/prices`,
  summary: 'Give all modifications of these goods own prices by a markup on what he pays, or on what is recommended',
  auth: 'dropshipping',
  changes: CHANGED,
  status: 200,
  body: z.object({ ids: Ids, markup: Markup }),
  /** Modifications that have a price now, and those without one to begin with. */
  returns: z.object({ priced: z.int(), left_out: z.int() }),
  errors: [myGoodsErrors.not_found],
});

export const changeMyGoods = route({
  method: 'POST',
  path: `${PATH}/changes`,
  summary: 'Turn taking by itself on or off for these goods, add a tag to them or take one off',
  auth: 'dropshipping',
  changes: CHANGED,
  status: 200,
  body: z.object({ ids: Ids, sync: z.boolean().optional(), add_tag: Tag.optional(), remove_tag: Tag.optional() }),
  returns: z.object({ changed: z.int() }),
  errors: [myGoodsErrors.not_found],
});

export const removeMyGoods = route({
  method: 'POST',
  path: `${PATH}/remove`,
  summary: 'Sell these no longer: what was said of them is gone, orders stay',
  auth: 'dropshipping',
  changes: CHANGED,
  status: 200,
  body: z.object({ ids: Ids }),
  returns: z.object({ removed: z.int() }),
  errors: [myGoodsErrors.not_found],
});

export const myGoodsRoutes = {
  listMyGoods,
  readMyGoods,
  addMyGoods,
  updateMyGoods,
  addMyPhoto,
  moveMyPhoto,
  removeMyPhoto,
  takeMyGoods,
  priceMyGoods,
  changeMyGoods,
  removeMyGoods,
};
