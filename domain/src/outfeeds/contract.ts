import { z } from 'zod';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Price } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { FeedProblem } from './checks';
import { FeedFieldRef, MAX_FEED_FIELDS } from './fields';
import { FeedFormat } from './formats';
import { Mapping, MappingBody, Market, OfMarket } from './markets';
import { Markup } from './pricing';

/** Feeds of one dropshipper from one supplier, and of a project for itself. */
export const MAX_FEEDS = 30;
/** Fetches are kept for so many days. */
export const FETCH_DAYS = 30;
/** When access is lost, everything in a feed reads as sold out for so many days; then it is gone. */
export const CLOSING_DAYS = 7;
/** Offers that a preview shows, and products that it looks at for its report. */
export const SHOWN_OFFERS = 5;
export const PREVIEWED_PRODUCTS = 200;

export const outfeedErrors = errors('outfeeds', {
  not_found: { status: 404, ua: 'Такого фіда немає', en: 'No such feed' },
  supplier_not_found: { status: 404, ua: 'Постачальника не знайдено серед ваших', en: 'Not one of your suppliers' },
  full: {
    status: 409,
    ua: 'Уже є {limit} фідів, більше створити не можна. Видаліть зайві',
    en: 'There are {limit} feeds already, which is as many as there may be. Delete those that are not needed',
  },
  category_not_found: {
    status: 422,
    ua: 'Однієї з вибраних категорій уже немає: виберіть категорії ще раз',
    en: 'One of the chosen categories is not there any more: choose them again',
  },
  field_not_found: {
    status: 422,
    ua: 'Одного з вибраних полів немає, воно в архіві або постачальник не пускає його у фіди: виберіть поля ще раз',
    en: 'One of the chosen fields is not there, archived, or not let out into feeds by the supplier: choose them again',
  },
  being_built: {
    status: 503,
    ua: 'Фід саме готується. Спробуйте за хвилину',
    en: 'The feed is being built. Try again in a minute',
  },
  gone: {
    status: 410,
    ua: 'Доступ до товарів постачальника закрито, фід більше не діє',
    en: 'The access to these goods has ended, the feed is gone',
  },
  partner_not_allowed: {
    status: 403,
    ua: 'Постачальник не дозволив вам фід із вашими цінами закупівлі',
    en: 'The supplier does not allow you a feed with what you pay',
  },
  partner_of_dropshippers: {
    status: 422,
    ua: 'Фід із цінами закупівлі має лише дропшипер: його ціни – це його умови',
    en: 'Only a dropshipper has a feed with what he pays: the prices are his terms',
  },
  dropshipper_not_found: { status: 404, ua: 'Такого дропшипера немає', en: 'No such dropshipper' },
  photo_not_found: { status: 404, ua: 'Такої світлини немає', en: 'No such photo' },
});

/** A page of the seller's own shop. */
const Link = z
  .string()
  .trim()
  .max(500)
  .regex(/^https?:\/\/[^\s"'<>]+$/, {
    error: fieldMessage('outfeeds.link', {
      ua: 'Адреса починається з https:// і може містити {sku} або {id}: https://mysite.ua/p/{sku}',
      en: 'an address begins with https:// and may have {sku} or {id} in it: https://mysite.com/p/{sku}',
    }),
  });

export const Choice = z.object({
  /** Only what can be had now; else what ran out goes in as unavailable. */
  in_stock: z.boolean(),
  /** Goods with one of these tags; empty: all. */
  tags: z.array(requiredText(40)).max(20),
  /** Goods of these categories and of all below them; empty: all. */
  category_ids: z.array(Id).max(50),
  /** Modifications that have all of these values. */
  attributes: z.array(z.object({ name: requiredText(60), value: requiredText(120) })).max(10),
  /** Of a dropshipper: only goods that he sells as his own, with his names, descriptions, SKUs and prices. */
  my_goods: z.boolean().optional(),
});
export type Choice = z.infer<typeof Choice>;

const Settings = z.object({
  format: FeedFormat,
  markup: Markup,
  /** So many pieces of each modification are held back. */
  buffer: z.int().min(0).max(10_000),
  choice: Choice,
  language: z.enum(['ua', 'ru', 'en']),
  /** What the feed calls the shop. */
  shop: text(120),
  link: Link.nullable(),
  /** Additional fields that go in as parameters: `product.fabric`. A dropshipper chooses of those that the supplier lets out. */
  fields: z.array(FeedFieldRef).max(MAX_FEED_FIELDS).optional(),
});
export type FeedSettings = z.infer<typeof Settings>;

const Named = Settings.extend({ name: requiredText(80) });

export const CreateFeedBody = Named;
export type CreateFeedBody = z.infer<typeof CreateFeedBody>;
export const UpdateFeedBody = Named.partial();
export type UpdateFeedBody = z.infer<typeof UpdateFeedBody>;

/** Who came for a feed. */
export const Fetch = z.object({
  id: Id,
  at: Instant,
  agent: z.string(),
  address: z.string(),
  /** 200 with the feed; 304: nothing had changed; 410 and 503: it got none. */
  status: z.int(),
  bytes: z.int(),
});
export type Fetch = z.infer<typeof Fetch>;

/** `closing`: access has ended, all reads as sold out; `gone`: it answers no more. */
export const FeedState = z.enum(['building', 'ready', 'closing', 'gone']);
export type FeedState = z.infer<typeof FeedState>;

export const Feed = Named.extend({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  /** The dropshipper; null: the project's own. */
  owner: z.object({ id: Id, name: z.string() }).nullable(),
  /** Where it is fetched. Told to its owner alone. */
  address: z.string().nullable(),
  state: FeedState,
  built_at: Instant.nullable(),
  /** Of the file: offers, those that can be had, and those left out for want of a price. */
  offers: z.int(),
  available: z.int(),
  left_out: z.int(),
  bytes: z.int(),
  last_fetch: Fetch.nullable(),
  version: Version,
  created_at: Instant,
});
export type Feed = z.infer<typeof Feed>;

export const FeedDetails = Feed.extend({
  problems: z.array(FeedProblem),
  /** The last of them, of 30 days. */
  fetches: z.array(Fetch),
});
export type FeedDetails = z.infer<typeof FeedDetails>;

export const PreviewedOffer = z.object({
  product_id: Id,
  name: z.string(),
  sku: z.string(),
  image: z.string().nullable(),
  price: Price,
  /** Of a feed with what its dropshipper pays: this, by his level and less his discount. */
  base: Price.nullable(),
  stock: z.int().nullable(),
  available: z.boolean(),
  category: z.string(),
});
export type PreviewedOffer = z.infer<typeof PreviewedOffer>;

export const Preview = z.object({
  offers: z.array(PreviewedOffer),
  /** Of the products that were looked at, the first 200: what would go in, what not, and what is wrong. */
  looked_at: z.int(),
  counted: z.int(),
  left_out: z.int(),
  problems: z.array(FeedProblem),
});
export type Preview = z.infer<typeof Preview>;

/** Whether a dropshipper may have a feed with what he pays: as all of them, or as was chosen for him. */
export const PartnerChoice = z.enum(['as_all', 'allowed', 'refused']);
export type PartnerChoice = z.infer<typeof PartnerChoice>;

export const PartnerAccess = z.object({
  /** The dropshipper's counterparty. */
  id: Id,
  name: z.string(),
  choice: PartnerChoice,
  /** What holds. */
  allowed: z.boolean(),
  /** Partner feeds that he has, and when one was fetched last. */
  feeds: z.int(),
  last_fetch_at: Instant.nullable(),
});
export type PartnerAccess = z.infer<typeof PartnerAccess>;

export const PartnerSettings = z.object({
  /** For all dropshippers for whom nothing else was chosen. */
  for_all: z.boolean(),
});
export type PartnerSettings = z.infer<typeof PartnerSettings>;

const InMarket = InProject.extend({ market: Market });
const sorts = ['-created_at', 'name'] as const;
const MINE = 'dropshipping/feeds';
const OneOfMine = z.object({ id: z.uuid() });
const OfSupplier = z.object({ project_id: Id });

// The supplier's side

export const listFeeds = route({
  method: 'GET',
  path: 'projects/:project_id/feeds',
  summary: 'Feeds of a project: its own, and those of its dropshippers, without their addresses',
  auth: 'outfeeds.read',
  params: InProject,
  query: listQuery(sorts, { owner: z.enum(['own', 'dropshippers']).optional(), format: FeedFormat.optional() }),
  returns: page(Feed),
});

export const readFeed = route({
  method: 'GET',
  path: 'projects/:project_id/feeds/:id',
  summary: 'One feed, with what is wrong in it and who fetched it in 30 days',
  auth: 'outfeeds.read',
  params: OneInProject,
  returns: FeedDetails,
  errors: [outfeedErrors.not_found],
});

export const previewFeed = route({
  method: 'POST',
  path: 'projects/:project_id/feeds/preview',
  summary: 'The first offers of a feed with these settings, and what a marketplace would refuse; changes nothing',
  auth: 'outfeeds.edit',
  writesNothing: true,
  params: InProject,
  body: Settings,
  returns: Preview,
  errors: [outfeedErrors.category_not_found, outfeedErrors.field_not_found, outfeedErrors.partner_of_dropshippers],
});

export const createFeed = route({
  method: 'POST',
  path: 'projects/:project_id/feeds',
  summary: 'Make a feed of the project’s own goods, for its own shop or a marketplace',
  auth: 'outfeeds.edit',
  changes: ['feed'],
  params: InProject,
  status: 201,
  body: CreateFeedBody,
  returns: FeedDetails,
  errors: [
    outfeedErrors.full,
    outfeedErrors.category_not_found,
    outfeedErrors.field_not_found,
    outfeedErrors.partner_of_dropshippers,
  ],
});

const changeErrors = [
  outfeedErrors.not_found,
  outfeedErrors.category_not_found,
  outfeedErrors.field_not_found,
  outfeedErrors.partner_not_allowed,
  outfeedErrors.partner_of_dropshippers,
];

export const updateFeed = route({
  method: 'PATCH',
  path: 'projects/:project_id/feeds/:id',
  summary: 'Change an own feed; it is built anew',
  auth: 'outfeeds.edit',
  changes: ['feed'],
  params: OneInProject,
  body: UpdateFeedBody,
  returns: FeedDetails,
  errors: changeErrors,
});

export const renewFeed = route({
  method: 'POST',
  path: 'projects/:project_id/feeds/:id/renew',
  summary: 'Give an own feed a new address; the old one is dead at once',
  auth: 'outfeeds.edit',
  changes: ['feed'],
  whileRestricted: true,
  params: OneInProject,
  returns: FeedDetails,
  errors: [outfeedErrors.not_found],
});

export const deleteFeed = route({
  method: 'DELETE',
  path: 'projects/:project_id/feeds/:id',
  summary: 'Delete an own feed; its address is dead at once',
  auth: 'outfeeds.edit',
  changes: ['feed'],
  params: OneInProject,
  errors: [outfeedErrors.not_found],
});

// What the marketplace calls our categories and attributes

export const readMapping = route({
  method: 'GET',
  path: 'projects/:project_id/feed_mappings/:market',
  summary: 'Categories and attributes of the goods, and what a marketplace calls them in the project’s own feeds',
  auth: 'outfeeds.read',
  shows: ['feed'],
  params: InMarket,
  returns: Mapping,
});

export const saveMapping = route({
  method: 'PUT',
  path: 'projects/:project_id/feed_mappings/:market',
  summary: 'Keep what the marketplace calls them; feeds for it are built anew',
  auth: 'outfeeds.edit',
  changes: ['feed'],
  params: InMarket,
  body: MappingBody,
  returns: Mapping,
});

export const suggestMyTags = route({
  method: 'GET',
  path: 'dropshipping/feed_tags/:project_id',
  summary:
    'Tags that the dropshipper has given his own goods of a supplier, for the choice of a feed; the frequent ones first',
  auth: 'dropshipping',
  shows: ['my_goods'],
  params: OfSupplier,
  returns: z.array(z.string()),
  errors: [outfeedErrors.supplier_not_found],
});

export const readMyMapping = route({
  method: 'GET',
  path: 'dropshipping/feed_mappings/:project_id/:market',
  summary:
    'Categories and attributes of a supplier’s goods, and what a marketplace calls them in the dropshipper’s feeds',
  auth: 'dropshipping',
  shows: ['feed'],
  params: OfMarket,
  returns: Mapping,
  errors: [outfeedErrors.supplier_not_found],
});

export const saveMyMapping = route({
  method: 'PUT',
  path: 'dropshipping/feed_mappings/:project_id/:market',
  summary: 'Keep what the marketplace calls them; the dropshipper’s feeds for it are built anew',
  auth: 'dropshipping',
  changes: ['feed'],
  params: OfMarket,
  body: MappingBody,
  returns: Mapping,
  errors: [outfeedErrors.supplier_not_found],
});

// Who may have a feed with what he pays

export const listPartners = route({
  method: 'GET',
  path: 'projects/:project_id/partner_feeds',
  summary: 'Dropshippers, newest first: who may have a feed with his own purchase prices',
  auth: 'outfeeds.read',
  shows: ['feed', 'counterparty'],
  params: InProject,
  query: listQuery(['-created_at'], {}),
  returns: page(PartnerAccess),
});

export const readPartnerSettings = route({
  method: 'GET',
  path: 'projects/:project_id/partner_feeds/settings',
  summary: 'Whether all dropshippers may have a feed with their own purchase prices',
  auth: 'outfeeds.read',
  shows: ['feed'],
  params: InProject,
  returns: PartnerSettings,
});

export const savePartnerSettings = route({
  method: 'PUT',
  path: 'projects/:project_id/partner_feeds/settings',
  summary: 'Allow or refuse it to all for whom nothing else was chosen; feeds that lose it read as sold out, then end',
  auth: 'outfeeds.partners',
  changes: ['feed'],
  params: InProject,
  body: PartnerSettings,
  returns: PartnerSettings,
});

export const choosePartner = route({
  method: 'PUT',
  path: 'projects/:project_id/partner_feeds/:id',
  summary: 'Allow or refuse it to one dropshipper, by his counterparty, or let him be as all',
  auth: 'outfeeds.partners',
  changes: ['feed'],
  params: OneInProject,
  body: z.object({ choice: PartnerChoice }),
  returns: PartnerAccess,
  errors: [outfeedErrors.dropshipper_not_found],
});

export const listPartnerSuppliers = route({
  method: 'GET',
  path: 'dropshipping/partner_feeds',
  summary: 'Suppliers who allow the dropshipper a feed with what he pays',
  auth: 'dropshipping',
  shows: ['feed'],
  returns: z.object({ project_ids: z.array(Id) }),
});

// The dropshipper's side

export const listMyFeeds = route({
  method: 'GET',
  path: MINE,
  summary: 'The dropshipper’s feeds of all his suppliers',
  auth: 'dropshipping',
  query: listQuery(sorts, { project_id: Id.optional(), format: FeedFormat.optional() }),
  returns: page(Feed),
});

export const readMyFeed = route({
  method: 'GET',
  path: `${MINE}/:id`,
  summary: 'One of the dropshipper’s feeds, with what is wrong in it and who fetched it in 30 days',
  auth: 'dropshipping',
  params: OneOfMine,
  returns: FeedDetails,
  errors: [outfeedErrors.not_found],
});

export const previewMyFeed = route({
  method: 'POST',
  path: `${MINE}/preview`,
  summary: 'The first offers of a feed with these settings from this supplier, and what a marketplace would refuse',
  auth: 'dropshipping',
  writesNothing: true,
  body: Settings.extend(OfSupplier.shape),
  returns: Preview,
  errors: [
    outfeedErrors.supplier_not_found,
    outfeedErrors.category_not_found,
    outfeedErrors.field_not_found,
    outfeedErrors.partner_not_allowed,
  ],
});

export const createMyFeed = route({
  method: 'POST',
  path: MINE,
  summary: 'Make a feed of a supplier’s goods with one’s own prices',
  auth: 'dropshipping',
  changes: ['feed'],
  status: 201,
  body: CreateFeedBody.extend(OfSupplier.shape),
  returns: FeedDetails,
  errors: [
    outfeedErrors.supplier_not_found,
    outfeedErrors.full,
    outfeedErrors.category_not_found,
    outfeedErrors.field_not_found,
    outfeedErrors.partner_not_allowed,
  ],
});

export const updateMyFeed = route({
  method: 'PATCH',
  path: `${MINE}/:id`,
  summary: 'Change a feed; it is built anew',
  auth: 'dropshipping',
  changes: ['feed'],
  params: OneOfMine,
  body: UpdateFeedBody,
  returns: FeedDetails,
  errors: changeErrors,
});

export const renewMyFeed = route({
  method: 'POST',
  path: `${MINE}/:id/renew`,
  summary: 'Give a feed a new address; the old one is dead at once',
  auth: 'dropshipping',
  changes: ['feed'],
  whileRestricted: true,
  params: OneOfMine,
  returns: FeedDetails,
  errors: [outfeedErrors.not_found],
});

export const deleteMyFeed = route({
  method: 'DELETE',
  path: `${MINE}/:id`,
  summary: 'Delete a feed; its address is dead at once',
  auth: 'dropshipping',
  changes: ['feed'],
  params: OneOfMine,
  errors: [outfeedErrors.not_found],
});

// What marketplaces fetch

export const fetchFeed = route({
  method: 'GET',
  path: 'feeds/:token',
  summary: 'The file of a feed, by its secret address: with an ETag, packed for whoever takes gzip',
  auth: 'public',
  params: z.object({ token: z.string().min(1).max(80) }),
  raw: 'application/xml',
  limitPerMinute: 60,
  errors: [outfeedErrors.not_found, outfeedErrors.being_built, outfeedErrors.gone],
});

export const fetchPhoto = route({
  method: 'GET',
  path: 'photos/:project/:photo',
  summary:
    'A photo of goods, or its small picture, or the logo of a supplier of the catalogue, at an address that stays the same',
  auth: 'public',
  params: z.object({ project: z.uuid(), photo: z.string().min(1).max(60) }),
  raw: 'image/jpeg',
  limitPerMinute: 1_200,
  errors: [outfeedErrors.photo_not_found],
});

export const outfeedRoutes = {
  readMapping,
  saveMapping,
  readMyMapping,
  saveMyMapping,
  listPartners,
  readPartnerSettings,
  savePartnerSettings,
  choosePartner,
  listPartnerSuppliers,
  listFeeds,
  readFeed,
  previewFeed,
  createFeed,
  updateFeed,
  renewFeed,
  deleteFeed,
  listMyFeeds,
  readMyFeed,
  previewMyFeed,
  createMyFeed,
  updateMyFeed,
  renewMyFeed,
  deleteMyFeed,
  fetchFeed,
  fetchPhoto,
};
