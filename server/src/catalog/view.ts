import type { Product, ProductImage, VariantRecord } from '@lanka/domain/catalog/entities';
import { mayAskStock, type Telling, type Told, tellStock } from '@lanka/domain/kit/availability';
import type { Page } from '@lanka/domain/kit/lists';
import type { FieldValues, StoredValues } from '@lanka/domain/templates/fields';
import { type ProjectScope, tellingFor } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { together } from '../kit/db/together';
import type { Services } from '../kit/services';
import { showFields } from '../templates';
import { type ImageRow, readImages } from './images/images.store';
import type { Stored } from './lists/base.store';
import { readHead } from './lists/lists.store';
import { readOptions } from './lists/options.store';
import { listAllVariants, readVariants } from './lists/variants.store';

type Links = Pick<Services, 'storage'>;
interface Figures {
  readonly thumbnail: string | null;
  readonly actual: number | null;
  readonly booked: number | null;
  readonly available: number;
  readonly tracked: boolean;
  /** Of variants alone. */
  readonly place?: string;
  /** Of products alone. */
  readonly out_of_stock_count?: number | null;
  readonly fields?: StoredValues;
}

/** To whom: null shows everything, to the project's own people; a Client's supplier says how his stock is told. */
type Asker = Telling | null;

/** What a Client is not told: what others have booked, where it stands, how much there should be. */
function hiddenFrom(asker: Asker, row: Figures): object {
  if (asker === null) return {};
  return {
    ...{ actual: null, booked: null },
    ...(row.place === undefined ? {} : { place: '', minimum: null }),
    ...(row.out_of_stock_count === undefined || mayAskStock(asker, 'any') ? {} : { out_of_stock_count: null }),
  };
}

type Shown<T> = Omit<T, 'thumbnail' | 'available' | 'fields'> &
  Told & { thumbnail_url: string | null; fields: FieldValues };

const linkOf = ({ storage }: Links, thumbnail: string | null): Promise<string> | null =>
  thumbnail === null ? null : storage.presignGet(thumbnail);

/** One copy of the row: to spread it out again and again took a tenth of the time that a page of fifty takes. */
function shown<T extends Figures>(asker: Asker, row: T, thumbnail_url: string | null, fields?: FieldValues): Shown<T> {
  const { thumbnail: _, ...rest } = row;
  const own = rest as unknown as Omit<T, 'thumbnail' | 'available' | 'fields'> & { fields: FieldValues };
  return Object.assign(
    own,
    hiddenFrom(asker, row),
    tellStock(asker, row),
    fields ? { thumbnail_url, fields } : { thumbnail_url },
  );
}

/** A stored row as the asker may see it: links in place of storage keys, stock by his role. */
export async function show<T extends Figures>(app: Links, asker: Asker, row: T): Promise<Shown<T>> {
  const fields = row.fields && (await showFields(app, row.fields));
  return shown(asker, row, await linkOf(app, row.thumbnail), fields);
}

export async function showPage<T extends Figures>(app: Links, askerOf: (row: T) => Asker, page: Page<T>) {
  const links = await Promise.all(page.items.map(({ thumbnail }) => linkOf(app, thumbnail)));
  const values = await Promise.all(page.items.map(({ fields }) => fields && showFields(app, fields)));
  return {
    ...page,
    items: page.items.map((row, place) => shown(askerOf(row), row, links[place] ?? null, values[place])),
  };
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
  const asker = tellingFor(scope);
  return (await showPage(app, () => asker, found)).items;
}

/** The whole product for its page. Throws `catalog.not_found`, for a Client also when it is hidden or deleted. */
export async function readProduct(app: Links, tx: Tx, scope: ProjectScope, id: string): Promise<Product> {
  const asker = tellingFor(scope);
  // issued together; when the head is refused, the rest is shown to nobody
  const [{ only_variant_id: _, sku: __, ...head }, options, variants, images] = await together([
    readHead(tx, scope, id),
    readOptions(tx, scope, id),
    readVariants(tx, scope, id),
    readImages(tx, scope, id),
  ]);
  return {
    ...(await show(app, asker, head)),
    project_id: scope.project.id,
    options,
    variants: await Promise.all(variants.map((variant) => show(app, asker, variant))),
    images: await Promise.all(images.map((image) => showImage(app, image))),
  };
}

export type { Stored };
