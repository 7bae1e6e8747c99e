import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import { DomainError } from '@lanka/domain/kit/errors';
import { planErrors } from '@lanka/domain/kit/plans';
import { attachImage, loadProducts, type ProductState } from '../catalog';
import { prepareImage, type StoredImage } from '../files';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { fetchBytes, siteFor } from './client';
import { type ImportScope, settlePictures, waitingPictures } from './feeds.store';
import { keptError } from './read';
import type { importPictures } from './tables';

type Picture = typeof importPictures.$inferSelect;

/** So many at once; a site that fails so often in a row is not asked again in this run. */
const AT_ONCE = 4;
const TAKE = 40;
const PATIENCE = 5;

/** Fetches the photos of an import, after it: products are there at once, their photos come in. */
export const fetchPictures = {
  job: job<{ project_id: string; import_id: string }>('feeds.pictures', { expireInSeconds: 6 * 3600, concurrency: 1 }),

  async run(app: Services, project_id: string, import_id: string): Promise<void> {
    const failures = new Map<string, { count: number; error: DomainError }>();
    const within = <T>(work: Parameters<typeof app.db.transaction<T>>[1]) =>
      app.db.transaction({ projectIds: [project_id] }, work);
    for (;;) {
      const waiting = await within((tx) => waitingPictures(tx, project_id, import_id, TAKE));
      if (waiting.length === 0) return;
      const queue = [...waiting];
      const worker = async (): Promise<void> => {
        for (let next = queue.shift(); next; next = queue.shift()) await fetchOne(app, next, failures);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      app.live.publish(project_id, { kind: 'import', id: import_id });
    }
  },
};

/** What the picture shows, as far as the product still has it. */
function subjectIn({ variants, options }: ProductState, { product_variant_id, product_value_id }: Picture) {
  const values = options.flatMap((option) => option.values);
  return {
    product_variant_id: variants.some(({ id }) => id === product_variant_id) ? product_variant_id : null,
    product_value_id: values.some(({ id }) => id === product_value_id) ? product_value_id : null,
  };
}

async function fetchOne(
  app: Services,
  picture: Picture,
  failures: Map<string, { count: number; error: DomainError }>,
): Promise<void> {
  const { project_id, id, product_id, url } = picture;
  const within = <T>(work: Parameters<typeof app.db.transaction<T>>[1]) =>
    app.db.transaction({ projectIds: [project_id] }, work);
  const scope = { project: { id: project_id } } as ImportScope;
  const site = siteFor(
    app.outbound,
    'pictures',
    { address: url, config: app.config },
    {
      ...{
        max_bytes: MAX_IMAGE_BYTES,
        timeout_ms: 30_000,
        idle_ms: 10_000,
        accept: 'image/avif,image/webp,image/*;q=0.9',
      },
    },
  );
  const host = URL.canParse(url) ? new URL(url).host : '';
  let stored: StoredImage | undefined;
  try {
    const before = failures.get(host);
    if (before && before.count >= PATIENCE) throw before.error;
    const full = failures.get(planErrors.storage_limit.code);
    if (full) throw full.error;
    stored = await prepareImage(app, project_id, await fetchBytes(url, site));
    failures.delete(host);
    const { file_name, thumbnail } = stored;
    const made = stored;
    const unused = await within(async (tx) => {
      const product = (await loadProducts(tx, scope, [product_id], true)).get(product_id);
      const image = product
        ? await attachImage(app, tx, scope, { product_id, ...subjectIn(product, picture), source_url: url }, made)
        : null;
      await settlePictures(tx, project_id, [id], { status: 'done', error: null });
      return image?.file_name === file_name ? [] : [file_name, thumbnail];
    });
    for (const key of unused) await app.storage.remove(key);
    app.live.publish(project_id, { kind: 'product', id: product_id });
  } catch (error) {
    for (const key of stored ? [stored.file_name, stored.thumbnail] : []) await app.storage.remove(key);
    if (!(error instanceof DomainError)) throw error;
    // there is no room in the plan: the rest of the photos is not fetched in vain
    if (error.code === planErrors.storage_limit.code) failures.set(error.code, { count: 1, error });
    if (/^imports\.(host_unknown|unreachable|too_slow|address_forbidden)$/.test(error.code))
      failures.set(host, { count: (failures.get(host)?.count ?? 0) + 1, error });
    await within((tx) => settlePictures(tx, project_id, [id], { status: 'failed', error: keptError(error) }));
  }
}
