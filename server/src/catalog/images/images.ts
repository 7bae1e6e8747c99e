import { catalogErrors } from '@lanka/domain/catalog/errors';
import { MAX_IMAGES } from '@lanka/domain/catalog/rules';
import { giveRoom, type StoredImage, takeRoom } from '../../files';
import type { ProjectScope } from '../../kit/auth/scope';
import { markChanged } from '../../kit/changes/record';
import type { Tx } from '../../kit/db/db';
import { newId } from '../../kit/db/ids';
import type { Services } from '../../kit/services';
import { moveTo, type ProductState, variantOf } from '../model';
import { arrangeImages, type ImageRow, insertImage, readImages, refreshThumbnails, removeImage } from './images.store';

type Scope = Pick<ProjectScope, 'project'>;

/** Pictures of goods are the project's, whoever adds them. */
const ownerOf = ({ project }: Scope) => ({ project_id: project.id, user_id: null });

async function picturesChanged(tx: Tx, scope: Scope, product_id: string): Promise<void> {
  markChanged(tx, scope, 'product', [product_id]);
  await refreshThumbnails(tx, scope, [product_id]);
}

/** What an image shows; null in both: the whole product. */
export interface ImageSubject {
  readonly product_variant_id?: string | null | undefined;
  readonly product_value_id?: string | null | undefined;
}

export interface NewImage extends ImageSubject {
  readonly product_id: string;
  /** Where an import took it from; an image with the same address is not added twice. */
  readonly source_url?: string | null;
}

/**
 * Adds a prepared picture at the end; the first of a product becomes its thumbnail. The caller holds the lock of the
 * product. Throws `catalog.too_many_images`, `plans.storage_limit`.
 */
export async function attachImage(
  app: Pick<Services, 'hooks'>,
  tx: Tx,
  scope: Scope,
  image: NewImage,
  stored: StoredImage,
): Promise<ImageRow> {
  const images = await readImages(tx, scope, image.product_id);
  const source_url = image.source_url ?? null;
  const known = source_url === null ? undefined : images.find((one) => one.source_url === source_url);
  if (known) return known;
  if (images.length >= MAX_IMAGES) throw catalogErrors.too_many_images({ allowed: MAX_IMAGES });
  await takeRoom(app, tx, ownerOf(scope), stored.bytes);
  const inserted = await insertImage(tx, {
    project_id: scope.project.id,
    id: newId(),
    product_id: image.product_id,
    product_variant_id: image.product_variant_id ?? null,
    product_value_id: image.product_value_id ?? null,
    file_name: stored.file_name,
    thumbnail: stored.thumbnail,
    source_url,
    bytes: stored.bytes,
    is_thumbnail: !images.some(({ is_thumbnail }) => is_thumbnail),
    position: images.length,
  });
  await picturesChanged(tx, scope, image.product_id);
  return inserted;
}

async function imageOf(tx: Tx, scope: Scope, product_id: string, id: string): Promise<[ImageRow, ImageRow[]]> {
  const images = await readImages(tx, scope, product_id);
  const image = images.find((one) => one.id === id);
  if (!image) throw catalogErrors.image_not_found();
  return [image, images];
}

export async function markThumbnail(tx: Tx, scope: Scope, product_id: string, id: string): Promise<ImageRow> {
  const [image, images] = await imageOf(tx, scope, product_id, id);
  const marked = images.map((one) => ({ ...one, is_thumbnail: one.id === id }));
  await arrangeImages(tx, scope, marked);
  await picturesChanged(tx, scope, product_id);
  return { ...image, is_thumbnail: true };
}

export async function moveImage(
  tx: Tx,
  scope: Scope,
  product_id: string,
  id: string,
  change: ImageSubject & { readonly position?: number | undefined },
): Promise<ImageRow> {
  const [image, images] = await imageOf(tx, scope, product_id, id);
  const { product_variant_id, product_value_id } = change;
  if (product_variant_id !== undefined) image.product_variant_id = product_variant_id;
  if (product_value_id !== undefined) image.product_value_id = product_value_id;
  // the one that is given takes the place of the other
  if (product_variant_id) image.product_value_id = null;
  if (product_value_id) image.product_variant_id = null;
  const arranged = change.position === undefined ? images : moveTo(images, image, change.position);
  await arrangeImages(tx, scope, arranged);
  await picturesChanged(tx, scope, product_id);
  return { ...image, position: arranged.indexOf(image) };
}

/**
 * Refuses what an image of this product cannot show. Throws `catalog.variant_not_found`, `catalog.value_not_found`, and
 * `catalog.image_subject` for both together.
 */
export function checkSubject(product: ProductState, { product_variant_id, product_value_id }: ImageSubject): void {
  if (product_variant_id && product_value_id) throw catalogErrors.image_subject({ path: 'product_value_id' });
  if (product_variant_id) variantOf(product, product_variant_id);
  if (product_value_id && !product.options.some(({ values }) => values.some(({ id }) => id === product_value_id)))
    throw catalogErrors.value_not_found({ id: product_value_id });
}

/** Answers the storage keys that nothing needs any more, to be removed after the commit. */
export async function dropImage(tx: Tx, scope: Scope, product_id: string, id: string): Promise<string[]> {
  const [image, images] = await imageOf(tx, scope, product_id, id);
  await removeImage(tx, scope, id);
  await giveRoom(tx, ownerOf(scope), image.bytes ?? 0);
  const rest = images.filter((one) => one !== image);
  const [first] = rest;
  if (image.is_thumbnail && first) first.is_thumbnail = true;
  await arrangeImages(tx, scope, rest);
  await picturesChanged(tx, scope, product_id);
  return [image.file_name, ...(image.thumbnail ? [image.thumbnail] : [])];
}
