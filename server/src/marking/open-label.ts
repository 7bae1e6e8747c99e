import type { Locale } from '@lanka/domain/kit/errors';
import { redirectTo } from '@lanka/domain/marking/rules';
import type { Tx } from '../kit/db/db';
import type { FileAnswer } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { enterProjects, logoUrl } from '../projects';
import { isKeyOf } from './address';
import { labelPage, noLabelPage } from './label-page';
import { findLabelled, findSupplier, readSettings } from './marking.store';

interface Label {
  readonly project: string;
  readonly code: string;
  readonly key: string;
}

/** The page of a label that anybody may scan. Whoever has no right key learns nothing, not even that the code is known. */
export async function openLabel(tx: Tx, app: Services, asked: Label, locale: Locale): Promise<FileAnswer> {
  const page = { content_type: 'text/html; charset=utf-8', file_name: 'label.html', inline: true } as const;
  const none: FileAnswer = { ...page, stream: noLabelPage(locale), status: 404 };
  const supplier = await findSupplier(tx, asked.project);
  if (!supplier) return none;
  await enterProjects(tx, [supplier.id]);
  const scope = { project: { id: supplier.id } };
  const found = await findLabelled(tx, scope, asked.code);
  if (!found || !isKeyOf(found.id, asked.key)) return none;
  const { redirect_url, show_price } = await readSettings(tx, scope);
  const stream = labelPage(locale, {
    supplier: supplier.title,
    logo_url: await logoUrl(app, supplier.logo),
    product: found.product_name,
    modification: found.name,
    sku: found.sku,
    code: asked.code,
    recommended_price: show_price ? found.recommended_price : null,
    picture_url: found.picture === null ? null : await app.storage.presignGet(found.picture),
    redirect: redirect_url === null ? null : redirectTo(redirect_url, asked.code),
  });
  return { ...page, stream };
}
