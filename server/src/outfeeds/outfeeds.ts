import { randomBytes } from 'node:crypto';
import {
  type CreateFeedBody,
  type Feed,
  type FeedDetails,
  type FeedSettings,
  MAX_FEEDS,
  outfeedErrors,
  PREVIEWED_PRODUCTS,
  type Preview,
  SHOWN_OFFERS,
  type UpdateFeedBody,
} from '@lanka/domain/outfeeds/contract';
import { type FeedFormat, fileOf } from '@lanka/domain/outfeeds/formats';
import { standingOf } from '@lanka/domain/outfeeds/rules';
import { readTree } from '../categories';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { buildFeed, dropLater } from './build';
import { Making, readChosenFields } from './offers';
import * as store from './outfeeds.store';
import { ownOf } from './own-goods';

/** Whose feeds a call is about: a project's own, or those of a dropshipper. */
export const ownerOf = (scope: ProjectScope | DropshippingScope): store.Owner =>
  'project' in scope
    ? { projects: [scope.project.id], user_id: null }
    : {
        projects: [...scope.suppliers, ...scope.past_suppliers].map(({ project_id }) => project_id),
        user_id: scope.user.id,
      };

/** Those who let him in now. */
export const supplierIds = ({ suppliers }: DropshippingScope): string[] =>
  suppliers.map(({ project_id }) => project_id);

/** The staff of a project sees those of its dropshippers too. */
export const seenBy = (scope: ProjectScope): store.Owner => ({ ...ownerOf(scope), any: true });

const newToken = (): string => randomBytes(24).toString('base64url');

/** The address is its owner's: with it anybody gets the goods with his prices. */
export function showFeed(app: Services, { token, ...feed }: store.StoredFeed, owner: store.Owner): Feed {
  const isOwn = (feed.owner?.id ?? null) === owner.user_id;
  return { ...feed, address: isOwn ? `${app.config.publicUrl}/feeds/${token}.${fileOf(feed.format)}` : null };
}

export async function readDetails(tx: Tx, app: Services, owner: store.Owner, id: string): Promise<FeedDetails> {
  const found = await store.findFeed(tx, owner, id);
  if (!found) throw outfeedErrors.not_found();
  return {
    ...showFeed(app, found, owner),
    problems: await store.readProblems(tx, found.project_id, id),
    fetches: await store.readFetches(tx, found.project_id, id),
  };
}

async function refuseUnknown(
  tx: Tx,
  of: { readonly project_id: string; readonly user_id: string | null },
  { choice, fields = [] }: Pick<FeedSettings, 'choice' | 'fields'>,
): Promise<void> {
  const { project_id } = of;
  if ((await readChosenFields(tx, of, fields)).length < new Set(fields).size)
    throw outfeedErrors.field_not_found({ path: 'fields' });
  if (choice.category_ids.length === 0) return;
  const known = new Set((await readTree(tx, { project: { id: project_id } })).map(({ id }) => id));
  if (choice.category_ids.some((id) => !known.has(id)))
    throw outfeedErrors.category_not_found({ path: 'choice.category_ids' });
}

/** In a partner feed prices are told as they are: no markup of another format goes on to hold there. */
const AS_THEY_ARE = { basis: 'recommended', percent: 0, fixed: 0, round_to: 1 } as const;
const written = ({ name, format, ...settings }: CreateFeedBody): store.Written => ({
  ...{ name, format },
  settings: format === 'partner' ? { ...settings, markup: AS_THEY_ARE } : settings,
});

/** Only a dropshipper has a feed with what he pays, and only where the supplier allows it. */
async function refusePartner(tx: Tx, project_id: string, { user_id }: store.Owner, format: FeedFormat): Promise<void> {
  if (format !== 'partner') return;
  if (user_id === null) throw outfeedErrors.partner_of_dropshippers({ path: 'format' });
  const seller = await store.readSeller(tx, project_id, user_id, format);
  if (seller?.lost !== null) throw outfeedErrors.partner_not_allowed({ path: 'format' });
}

export async function createFeed(
  tx: Tx,
  app: Services,
  owner: store.Owner,
  project_id: string,
  body: CreateFeedBody,
): Promise<FeedDetails> {
  await refuseUnknown(tx, { project_id, user_id: owner.user_id }, body);
  await refusePartner(tx, project_id, owner, body.format);
  await store.lockFeeds(tx, project_id, owner.user_id);
  if ((await store.countFeeds(tx, { ...owner, projects: [project_id] })) >= MAX_FEEDS)
    throw outfeedErrors.full({ limit: MAX_FEEDS });
  const id = await store.insertFeed(tx, { project_id, user_id: owner.user_id }, written(body), newToken());
  await app.jobs.send(tx, buildFeed, { project_id, feed_id: id });
  return readDetails(tx, app, owner, id);
}

/** What may be changed is one's own, and from who still lets him in. */
async function lockOpen(tx: Tx, owner: store.Owner, id: string): Promise<store.StoredFeed> {
  const locked = await store.lockFeed(tx, owner, id);
  const feed = locked && (await store.findFeed(tx, owner, id));
  if (!feed || feed.state === 'closing' || feed.state === 'gone') throw outfeedErrors.not_found();
  return feed;
}

export async function updateFeed(
  tx: Tx,
  app: Services,
  owner: store.Owner,
  id: string,
  body: UpdateFeedBody,
  if_match: number | undefined,
): Promise<FeedDetails> {
  const known = await lockOpen(tx, owner, id);
  await refuseStale(if_match, known.version, () => readDetails(tx, app, owner, id));
  const { format, markup, buffer, choice, language, shop, link, name, fields = [] } = known;
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as UpdateFeedBody;
  const after = { format, markup, buffer, choice, language, shop, link, name, fields, ...given };
  await refusePartner(tx, known.project_id, owner, after.format);
  // a field that was taken back since is left out of the file, and hinders no other change
  const asked = { ...after, fields: body.fields ?? [] };
  await refuseUnknown(tx, { project_id: known.project_id, user_id: owner.user_id }, asked);
  await store.saveFeed(tx, known.project_id, id, written(after));
  await app.jobs.send(tx, buildFeed, { project_id: known.project_id, feed_id: id });
  return readDetails(tx, app, owner, id);
}

export async function renewFeed(tx: Tx, app: Services, owner: store.Owner, id: string): Promise<FeedDetails> {
  const { project_id } = await lockOpen(tx, owner, id);
  await store.saveToken(tx, project_id, id, newToken());
  return readDetails(tx, app, owner, id);
}

/** Answers of which project it was. */
export async function deleteFeed(tx: Tx, app: Services, owner: store.Owner, id: string): Promise<string> {
  const locked = await store.lockFeed(tx, owner, id);
  if (!locked) throw outfeedErrors.not_found();
  const file = await store.removeFeed(tx, locked.project_id, id);
  if (file) await dropLater(tx, app, file);
  return locked.project_id;
}

/** What a feed of these settings would begin with, and what is wrong with its first goods. */
export async function previewFeed(
  tx: Tx,
  app: Services,
  owner: store.Owner,
  project_id: string,
  settings: FeedSettings,
): Promise<Preview> {
  await refuseUnknown(tx, { project_id, user_id: owner.user_id }, { ...settings, fields: [] });
  await refusePartner(tx, project_id, owner, settings.format);
  const now = new Date();
  const seller = await store.readSeller(tx, project_id, owner.user_id, settings.format);
  if (!seller || standingOf(seller.lost, now) !== 'open') throw outfeedErrors.supplier_not_found();
  const { publicUrl } = app.config;
  const own = ownOf(app, seller, settings);
  const making = await Making.begin(tx, seller, settings, { publicUrl, sold_out: false, now, own });
  const { products, last } = await making.page(tx, null);
  const offers = products.flatMap((product) => product.offers.map((offer) => ({ product, offer })));
  return {
    offers: offers.slice(0, SHOWN_OFFERS).map(({ product, offer }) => ({
      ...{ product_id: product.id, name: product.name, sku: offer.sku, image: offer.images[0] ?? null },
      ...{ price: offer.price, base: offer.partner?.base ?? null, stock: offer.stock, available: offer.available },
      category: product.category?.path.join(' > ') ?? '',
    })),
    looked_at: last ? Math.min(PREVIEWED_PRODUCTS, products.length) : 0,
    counted: making.offers,
    left_out: making.left_out,
    problems: making.report.problems,
  };
}
