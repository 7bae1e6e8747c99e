import { z } from 'zod';
import { CalendarDate, Id, Instant, requiredText, Version } from '../kit/ids';
import { listQuery, page, QueryFlag } from '../kit/lists';
import { Kopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { CATEGORIES } from '../projects/contract';
import { catalogueErrors } from './errors';
import { NEEDED, VERIFICATIONS } from './rules';

export * from './errors';

const Verification = z.enum(VERIFICATIONS);
export const Needed = z.enum(NEEDED);

/** Of the last 90 days, from 20 orders on. */
const Facts = z.object({
  orders: z.int(),
  hours_to_send: z.int().nullable(),
  /** Hundredths of a percent. */
  canceled_share: z.int(),
  waited_share: z.int(),
  /** Orders that the supplier canceled and that were sent; lines, and those of them that waited for stock. */
  counts: z.object({ canceled: z.int(), sent: z.int(), lines: z.int(), waited: z.int() }).nullable(),
});

// ---- the supplier's own

/** How the project stands in the catalogue, for its owner. */
export const Listing = z.object({
  verification: Verification,
  /** Why it was refused; empty otherwise. */
  refusal: z.string(),
  requested_at: Instant.nullable(),
  decided_at: Instant.nullable(),
  /** The operator took it out, and why. */
  hidden: z.boolean(),
  hidden_reason: z.string(),
  /** The owner shows it: the setting of the project. */
  visible: z.boolean(),
  /** Others see it now. */
  listed: z.boolean(),
  missing: z.array(Needed),
  /** Base prices are told to everybody who sees the catalogue; otherwise to partners alone. */
  base_prices: z.boolean(),
  /** A page without sign-in, for search engines. */
  public_page: z.boolean(),
  /** The address of that page. */
  public_url: z.string(),
  /** Kopecks, for the filter of the catalogue; null: not said. */
  minimum_order_sum: z.int().nullable(),
  /** As others see them; null while there are fewer than 20 orders. */
  facts: Facts.nullable(),
  version: Version,
});
export type Listing = z.infer<typeof Listing>;

export const readListing = route({
  method: 'GET',
  path: 'projects/:project_id/catalogue_listing',
  summary: 'How the project stands in the catalogue, and what a request for verification still needs',
  auth: 'catalogue.manage',
  params: InProject,
  shows: ['project', 'product', 'payment_detail', 'address'],
  returns: Listing,
});

export const UpdateListingBody = z
  .object({
    base_prices: z.boolean(),
    public_page: z.boolean(),
    minimum_order_sum: Kopecks.min(0).nullable(),
  })
  .partial();

export const updateListing = route({
  method: 'PATCH',
  path: 'projects/:project_id/catalogue_listing',
  summary: 'Whom base prices are shown to, whether there is a public page, the least sum of an order',
  auth: 'catalogue.manage',
  changes: ['catalogue_listing', 'catalogue'],
  answers: readListing,
  params: InProject,
  body: UpdateListingBody,
  returns: Listing,
});

export const requestVerification = route({
  method: 'POST',
  path: 'projects/:project_id/catalogue_listing/request',
  summary: 'Ask the operator to verify the project; refused while something of the checklist is missing',
  auth: 'catalogue.manage',
  changes: ['catalogue_listing'],
  answers: readListing,
  params: InProject,
  returns: Listing,
  errors: [catalogueErrors.incomplete, catalogueErrors.not_now],
});

export const withdrawVerification = route({
  method: 'DELETE',
  path: 'projects/:project_id/catalogue_listing/request',
  summary: 'Take the request for verification back',
  auth: 'catalogue.manage',
  changes: ['catalogue_listing'],
  params: InProject,
  status: 200,
  answers: readListing,
  returns: Listing,
  errors: [catalogueErrors.not_now],
});

/** An order that the facts are made of: made in the last 90 days, and sent to the supplier. */
export const FactOrder = z.object({
  order_id: Id,
  number: z.int(),
  prefix: z.string(),
  created_at: Instant,
  pending_at: Instant,
  sent_at: Instant.nullable(),
  hours: z.int().nullable(),
  canceled_by_supplier: z.boolean(),
  lines: z.int(),
  waited: z.int(),
});
export type FactOrder = z.infer<typeof FactOrder>;

export const listFactOrders = route({
  method: 'GET',
  path: 'projects/:project_id/catalogue_listing/orders',
  summary: 'The orders of the last 90 days that the facts in the catalogue are made of',
  auth: 'catalogue.manage',
  params: InProject,
  query: listQuery(['-created_at'], {}),
  shows: ['order'],
  returns: page(FactOrder),
});

// ---- who looks for a supplier

const Card = z.object({
  id: Id,
  friendly_id: z.string(),
  title: z.string(),
  logo_url: z.string().nullable(),
  category: z.string(),
  city: z.string(),
  region: z.string(),
  region_restriction: z.string(),
  minimum_order: z.string(),
  minimum_order_sum: z.int().nullable(),
  delivery: z.string(),
  delivery_time: z.string(),
  returns: z.string(),
  goods: z.int(),
  /** Null where the supplier does not tell his stock. */
  in_stock: z.int().nullable(),
  /** When the newest of its goods came. */
  newest_at: Instant.nullable(),
  verified_at: Instant,
  /** The last day of a pause, while it lasts: no new orders are taken. */
  paused_until: CalendarDate.nullable(),
  facts: Facts.nullable(),
  favourite: z.boolean(),
  /** The asker works with it as a dropshipper. */
  mine: z.boolean(),
  /** The asker’s application where it stands in the way of another one. */
  application: z.enum(['pending', 'rejected']).nullable(),
});
export type Card = z.infer<typeof Card>;

const SupplierFilters = {
  /** What he deals in. */
  category: z.enum(CATEGORIES).optional(),
  city: z.string().trim().max(100).optional(),
  region: z.string().trim().max(100).optional(),
  /** Kopecks: suppliers that take an order of so much. */
  minimum_order_to: z.coerce.number().int().min(0).max(1e12).optional(),
};

/** The path of a category of goods, of its first or second level: «Одяг», «Одяг > Сукні». */
const GoodsCategory = z.string().trim().min(1).max(500);

export const listSuppliers = route({
  method: 'GET',
  path: 'catalogue/projects',
  summary: 'The catalogue of suppliers: those that are shown and verified',
  auth: 'user',
  query: listQuery(['-verified_at', 'title', '-goods'], {
    ...SupplierFilters,
    /** Those that have goods in it. */
    goods_category: GoodsCategory.optional(),
    /** Without those of suppliers who do not tell it. */
    in_stock: QueryFlag.optional(),
    tab: z.enum(['all', 'mine', 'favourites']).optional(),
  }),
  returns: page(Card),
  errors: [catalogueErrors.plan_needed],
});

export const listPlaces = route({
  method: 'GET',
  path: 'catalogue/places',
  summary: 'Cities and regions of the suppliers in the catalogue and categories of their goods, for its filters',
  auth: 'user',
  returns: z.object({
    cities: z.array(z.string()),
    regions: z.array(z.string()),
    /** Paths of one or two levels, in their order: each below the one that it belongs to. */
    goods_categories: z.array(z.string()),
  }),
  errors: [catalogueErrors.plan_needed],
});

/** The id or the friendly id. */
const OneSupplier = z.object({ id: z.string().min(1).max(120) });

export const SupplierDetails = Card.extend({
  /** Markdown. */
  description: z.string(),
  base_prices: z.boolean(),
});
export type SupplierDetails = z.infer<typeof SupplierDetails>;

export const readSupplier = route({
  method: 'GET',
  path: 'catalogue/projects/:id',
  summary: 'One supplier of the catalogue',
  auth: 'user',
  params: OneSupplier,
  returns: SupplierDetails,
  errors: [catalogueErrors.plan_needed, catalogueErrors.not_found],
});

export const addFavourite = route({
  method: 'PUT',
  path: 'catalogue/projects/:id/favourite',
  summary: 'Keep a supplier among the favourites',
  auth: 'user',
  changes: ['catalogue'],
  params: OneSupplier,
  errors: [catalogueErrors.plan_needed, catalogueErrors.not_found],
});

export const removeFavourite = route({
  method: 'DELETE',
  path: 'catalogue/projects/:id/favourite',
  summary: 'Take a supplier out of the favourites',
  auth: 'user',
  changes: ['catalogue'],
  params: OneSupplier,
  errors: [catalogueErrors.plan_needed, catalogueErrors.not_found],
});

export const ComplaintBody = z.object({ text: requiredText(2000) });

export const complain = route({
  method: 'POST',
  path: 'catalogue/projects/:id/complaints',
  summary: 'Tell the operator what is wrong with a supplier',
  auth: 'user',
  changes: ['catalogue_complaint'],
  params: OneSupplier,
  body: ComplaintBody,
  errors: [catalogueErrors.plan_needed, catalogueErrors.not_found],
});

export const Goods = z.object({
  id: Id,
  supplier: z.object({ id: Id, friendly_id: z.string(), title: z.string(), city: z.string() }),
  title: z.string(),
  picture_url: z.string().nullable(),
  category_path: z.string(),
  /** Kopecks; null where the supplier gave none. */
  recommended_from: z.int().nullable(),
  recommended_to: z.int().nullable(),
  /** Null where the supplier does not tell his stock. */
  in_stock: z.boolean().nullable(),
  /** Kopecks; null unless the supplier tells them to everybody. */
  base_from: z.int().nullable(),
  base_to: z.int().nullable(),
  created_at: Instant,
});
export type Goods = z.infer<typeof Goods>;

export const listGoods = route({
  method: 'GET',
  path: 'catalogue/products',
  summary: 'Goods of all suppliers in the catalogue',
  auth: 'user',
  query: listQuery(['-created_at', 'price'], {
    ...SupplierFilters,
    supplier_id: Id.optional(),
    goods_category: GoodsCategory.optional(),
    /** Kopecks, by recommended price. */
    price_from: z.coerce.number().int().min(0).max(1e12).optional(),
    price_to: z.coerce.number().int().min(0).max(1e12).optional(),
    /** Without those of suppliers who do not tell it. */
    in_stock: QueryFlag.optional(),
  }),
  returns: page(Goods),
  errors: [catalogueErrors.plan_needed],
});

/** Goods with all that whoever has not applied yet is shown of them. */
export const GoodsDetails = Goods.extend({
  supplier: Card,
  /** Plain text. */
  description: z.string(),
  vendor: z.string(),
  unit: z.string(),
  images: z.array(z.object({ id: Id, url: z.string(), thumbnail_url: z.string() })),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(
    z.object({
      id: Id,
      name: z.string(),
      values: z.array(z.object({ option: z.string(), value: z.string() })),
      picture_url: z.string().nullable(),
      /** Kopecks. */
      recommended_price: z.int().nullable(),
      /** Kopecks; null unless the supplier tells it to everybody. */
      base_price: z.int().nullable(),
      /** Null where the supplier does not tell his stock. */
      in_stock: z.boolean().nullable(),
    }),
  ),
});
export type GoodsDetails = z.infer<typeof GoodsDetails>;

export const readGoods = route({
  method: 'GET',
  path: 'catalogue/products/:id',
  summary: 'One product of the catalogue, to be looked through before one applies to its supplier',
  auth: 'user',
  params: z.object({ id: Id }),
  returns: GoodsDetails,
  errors: [catalogueErrors.plan_needed, catalogueErrors.product_not_found],
});

export const openPublicPage = route({
  method: 'GET',
  path: 's/:supplier',
  summary: 'The public page of a supplier who opened one; the server answers it at `/s/…` too',
  auth: 'public',
  params: z.object({ supplier: z.string().min(1).max(120) }),
  status: 200,
  raw: 'text/html',
  limitPerMinute: 120,
});

export const listPublicPages = route({
  method: 'GET',
  path: 's/sitemap.xml',
  summary: 'The addresses of all public pages, for search engines; the server answers it at `/s/…` too',
  auth: 'public',
  status: 200,
  raw: 'application/xml',
  limitPerMinute: 30,
});

// ---- the operator

const OperatorListing = z.object({
  id: Id,
  friendly_id: z.string(),
  title: z.string(),
  category: z.string(),
  verification: Verification,
  visible: z.boolean(),
  hidden: z.boolean(),
  listed: z.boolean(),
  requested_at: Instant.nullable(),
  decided_at: Instant.nullable(),
  open_complaints: z.int(),
});
export type OperatorListing = z.infer<typeof OperatorListing>;

export const listListings = route({
  method: 'GET',
  path: 'operator/catalogue',
  summary: 'Projects that asked for verification, and what became of it',
  auth: 'staff',
  query: listQuery(['-requested_at'], {
    verification: Verification.optional(),
    hidden: QueryFlag.optional(),
    /** Others see it now. */
    listed: QueryFlag.optional(),
  }),
  returns: page(OperatorListing),
});

const OperatorListingDetails = OperatorListing.extend({
  refusal: z.string(),
  hidden_reason: z.string(),
  missing: z.array(Needed),
  logo_url: z.string().nullable(),
  description: z.string(),
  delivery: z.string(),
  delivery_time: z.string(),
  returns: z.string(),
  minimum_order: z.string(),
  region_restriction: z.string(),
  city: z.string(),
  region: z.string(),
  /** Published goods with a picture and a recommended price. */
  goods: z.int(),
});
export type OperatorListingDetails = z.infer<typeof OperatorListingDetails>;

const OneListing = z.object({ id: Id });
const Reasoned = z.object({ reason: requiredText(1000) });

export const readOperatorListing = route({
  method: 'GET',
  path: 'operator/catalogue/:id',
  summary: 'What a project shows in the catalogue, with the checklist',
  auth: 'staff',
  params: OneListing,
  returns: OperatorListingDetails,
  errors: [catalogueErrors.not_found],
});

const decision = <const D extends string>(deed: D, summary: string) =>
  ({
    method: 'POST',
    path: `operator/catalogue/:id/${deed}`,
    summary,
    auth: 'staff',
    changes: ['catalogue', 'catalogue_listing', 'operator'],
    answers: readOperatorListing,
    params: OneListing,
    status: 200,
    returns: OperatorListingDetails,
    errors: [catalogueErrors.not_found, catalogueErrors.not_now],
  }) as const;

export const verifySupplier = route({
  ...decision(
    'verify',
    'Verify a supplier; refused while something of the checklist is missing. Its owner gets a letter',
  ),
  errors: [catalogueErrors.not_found, catalogueErrors.not_now, catalogueErrors.incomplete],
});
export const refuseSupplier = route({
  ...decision('refuse', 'Refuse a verification with the reason; it may be asked for again'),
  body: Reasoned,
});
export const hideSupplier = route({
  ...decision('hide', 'Take a supplier out of the catalogue, with the reason'),
  body: Reasoned,
});
export const showSupplier = route(decision('show', 'Take a supplier into the catalogue again'));

export const Complaint = z.object({
  id: Id,
  supplier: z.object({ id: Id, title: z.string() }),
  by: z.object({ id: Id, name: z.string() }),
  text: z.string(),
  status: z.enum(['new', 'done']),
  created_at: Instant,
});
export type Complaint = z.infer<typeof Complaint>;

export const listComplaints = route({
  method: 'GET',
  path: 'operator/catalogue_complaints',
  summary: 'Complaints about suppliers',
  auth: 'staff',
  query: listQuery(['-created_at'], { status: z.enum(['new', 'done']).optional(), supplier_id: Id.optional() }),
  returns: page(Complaint),
});

export const decideComplaint = route({
  method: 'PATCH',
  path: 'operator/catalogue_complaints/:id',
  summary: 'A complaint is dealt with, or open again',
  auth: 'staff',
  changes: ['catalogue_complaint', 'catalogue', 'operator'],
  params: OneListing,
  body: z.object({ status: z.enum(['new', 'done']) }),
  errors: [catalogueErrors.complaint_not_found],
});

export const catalogueRoutes = {
  readListing,
  updateListing,
  requestVerification,
  withdrawVerification,
  listFactOrders,
  listSuppliers,
  listPlaces,
  readSupplier,
  addFavourite,
  removeFavourite,
  complain,
  listGoods,
  readGoods,
  openPublicPage,
  listPublicPages,
  listListings,
  readOperatorListing,
  verifySupplier,
  refuseSupplier,
  hideSupplier,
  showSupplier,
  listComplaints,
  decideComplaint,
};
