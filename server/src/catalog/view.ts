import type { Product, ProductImage, VariantRecord } from '@lanka/domain/catalog/entities';
import type { Page } from '@lanka/domain/kit/lists';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { together } from '../kit/db/together';
import type { Services } from '../kit/services';
import { type ImageRow, readImages } from './images/images.store';
import type { Stored } from './lists/base.store';
import { readHead } from './lists/lists.store';
import { readOptions } from './lists/options.store';
import { listAllVariants, readVariants } from './lists/variants.store';

type Links = Pick<Services, 'storage'>;
interface Figures {
  readonly actual: number | null;
  readonly booked: number | null;
  /** Of variants alone. */
  readonly place?: string;
}

/** A Client is told what he can order, not what others have booked, nor where it stands and how much there should be. */
const figuresFor = (row: Figures, isClient: boolean): Partial<Figures> =>
  isClient ? { actual: null, booked: null, ...(row.place === undefined ? {} : { place: '', minimum: null }) } : {};

type Shown<T> = Omit<T, 'thumbnail'> & { thumbnail_url: string | null };

const linkOf = ({ storage }: Links, thumbnail: string | null): Promise<string> | null =>
  thumbnail === null ? null : storage.presignGet(thumbnail);

/** One copy of the row: to spread it out again and again took a tenth of the time that a page of fifty takes. */
function shown<T extends Figures & { readonly thumbnail: string | null }>(
  isClient: boolean,
  row: T,
  thumbnail_url: string | null,
): Shown<T> {
  const { thumbnail: _, ...rest } = row;
  return Object.assign(rest, figuresFor(row, isClient), { thumbnail_url });
}

/** A stored row as the asker may see it: links in place of storage keys, stock by his role. */
export async function show<T extends Figures & { readonly thumbnail: string | null }>(
  app: Links,
  isClient: boolean,
  row: T,
): Promise<Shown<T>> {
  return shown(isClient, row, await linkOf(app, row.thumbnail));
}

export async function showPage<T extends Figures & { readonly thumbnail: string | null }>(
  app: Links,
  isClient: boolean,
  page: Page<T>,
) {
  const links = await Promise.all(page.items.map(({ thumbnail }) => linkOf(app, thumbnail)));
  return { ...page, items: page.items.map((row, place) => shown(isClient, row, links[place] ?? null)) };
}

export async function showImage({ storage }: Links, image: ImageRow): Promise<ProductImage> {
  const url = await storage.presignGet(image.file_name);
  return {
    id: image.id,
    product_id: image.product_id,
    product_variant_id: image.product_variant_id,
    product_value_id: image.product_value_id,
    url,
    thumbnail_url: image.thumbnail ? await storage.presignGet(image.thumbnail) : url,
    is_thumbnail: image.is_thumbnail,
    position: image.position,
    created_at: image.created_at,
  };
}

/** These modifications, as the asker may see them; a Client those of published products. */
export async function readVariantRecords(
  app: Links,
  tx: Tx,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<VariantRecord[]> {
  if (ids.length === 0) return [];
  const found = await listAllVariants(tx, scope, { id: [...ids], sort: 'name', limit: ids.length });
  return (await showPage(app, scope.role === 'Client', found)).items;
}

/** The whole product for its page. Throws `catalog.not_found`, for a Client also when it is hidden or deleted. */
export async function readProduct(app: Links, tx: Tx, scope: ProjectScope, id: string): Promise<Product> {
  const isClient = scope.role === 'Client';
  // issued together; when the head is refused, the rest is shown to nobody
  const [{ only_variant_id: _, sku: __, ...head }, options, variants, images] = await together([
    readHead(tx, scope, id),
    readOptions(tx, scope, id),
    readVariants(tx, scope, id),
    readImages(tx, scope, id),
  ]);
  return {
    ...(await show(app, isClient, head)),
    project_id: scope.project.id,
    options,
    variants: await Promise.all(variants.map((variant) => show(app, isClient, variant))),
    images: await Promise.all(images.map((image) => showImage(app, image))),
  };
}

export type { Stored };
