import type { CreateProductBody, UpdateProductBody, VariantInput } from '@lanka/domain/catalog/entities';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readTemplates, type Templates, takeFiles } from '../templates';

type Given = Readonly<Record<string, unknown>> | undefined;
type Body = CreateProductBody | UpdateProductBody;

/** Files of fields are taken over, and templates read, before a product is locked; nothing is asked when nothing is given. */
export async function readProductFields<B extends Body>(
  app: Services,
  tx: Tx,
  scope: ProjectScope,
  body: B,
  isNew: boolean,
): Promise<{ templates: Templates; body: B }> {
  const variants = (body.variants ?? []) as (VariantInput & { id?: string })[];
  const isAsked = isNew || body.fields || variants.some(({ id, fields }) => id === undefined || fields);
  if (!isAsked) return { templates: {}, body };
  const templates = await readTemplates(tx, scope, ['product', 'product_modification']);
  const take = (fields: Given, path: string) =>
    takeFiles(app, tx, scope, templates[path === 'fields' ? 'product' : 'product_modification'], fields, path);
  const taken: typeof variants = [];
  for (const [i, variant] of variants.entries()) {
    const fields = await take(variant.fields, `variants.${i}.fields`);
    taken.push(fields ? { ...variant, fields } : variant);
  }
  const fields = await take(body.fields, 'fields');
  return { templates, body: { ...body, ...(fields ? { fields } : {}), ...(body.variants ? { variants: taken } : {}) } };
}

/** The same for one variant. */
export async function readVariantFields<B extends { readonly fields?: Given }>(
  app: Services,
  tx: Tx,
  scope: ProjectScope,
  body: B,
  isNew: boolean,
): Promise<{ templates: Templates; body: B }> {
  if (!isNew && !body.fields) return { templates: {}, body };
  const templates = await readTemplates(tx, scope, ['product_modification']);
  const fields = await takeFiles(app, tx, scope, templates.product_modification, body.fields);
  return { templates, body: fields ? { ...body, fields } : body };
}
