import type { VariantRecord } from '@lanka/domain/catalog/entities';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { NAME_SEPARATOR } from '@lanka/domain/catalog/rules';
import { formatAmount } from '@lanka/domain/kit/money';
import { DEFAULT_UNIT } from '@lanka/domain/kit/units';
import {
  LABEL_SETS,
  type LabelDesign,
  labelErrors,
  MAX_LABELS,
  type PrintLabelsBody,
  USUAL_PARTS,
} from '@lanka/domain/marking/labels';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { printedValue } from '@lanka/domain/templates/rules';
import sharp from 'sharp';
import { readVariantRecords } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { threadWork } from '../kit/platform/threads';
import type { Services } from '../kit/services';
import { readTemplates as readFieldTemplates } from '../templates';
import { qrText } from './address';
import type { Label, LabelsToDraw } from './layout/draw';
import { findLogo, readFieldValues, readSettings, type StoredSettings, sampleVariant } from './marking.store';
import { readTemplate } from './templates.store';

/** The build puts the file beside the bundle. */
const drawing = threadWork<typeof import('./layout/worker').work>(
  new URL(import.meta.url.endsWith('.ts') ? './layout/worker.ts' : './draw-labels.js', import.meta.url),
);

type Design = Pick<LabelDesign, 'format' | 'parts' | 'own_text' | 'fields'>;

/** What stands on a label of additional fields, by modification. */
type FieldWords = ReadonlyMap<string, string>;

/** `Тканина: льон · Обхват: 92`: of those that the design names, in its order, what has a value. */
async function fieldWords(
  tx: Tx,
  scope: ProjectScope,
  { fields }: Design,
  ids: readonly string[],
): Promise<FieldWords> {
  if (fields.length === 0) return new Map();
  const templates = await readFieldTemplates(tx, scope, LABEL_SETS);
  const chosen = fields.flatMap((ref) =>
    LABEL_SETS.flatMap(
      (set) => templates[set]?.find(({ key, archived }) => !archived && `${set}.${key}` === ref) ?? [],
    ),
  );
  const stored = await readFieldValues(tx, scope, ids);
  return new Map(
    stored.map(({ id, product, product_modification }) => {
      const values = { product, product_modification, order: {}, order_item: {} };
      const words = chosen.flatMap(({ set, key, name, type }) => {
        const value = (values[set] as StoredValues)[key];
        return value === undefined || type === 'file' ? [] : [`${name}: ${printedValue(type, value, 'ua')}`];
      });
      // the font has no sign of the hryvnia
      return [id, words.join(' · ').replaceAll('₴', 'грн')];
    }),
  );
}

function labelOf(
  app: Services,
  scope: ProjectScope,
  marking: StoredSettings,
  variant: VariantRecord,
  fields: FieldWords,
  count: number,
): Label {
  const { id, code, product_name, values, name, sku, unit, recommended_price } = variant;
  const attributes = values.map(({ option, value }) => `${option}: ${value}`).join(', ');
  const ownName = name.replaceAll(NAME_SEPARATOR, ' ');
  return {
    name: product_name,
    attributes: attributes || (ownName === product_name ? '' : ownName),
    fields: fields.get(id) ?? '',
    sku,
    // the font has no sign of the hryvnia
    price:
      recommended_price === null
        ? ''
        : `${formatAmount(recommended_price)}\u00a0грн${unit === DEFAULT_UNIT ? '' : `/${unit}`}`,
    code: code ?? '',
    address: code === null ? '' : qrText(app.config, scope.project.friendly_id, marking.redirect_url, { id, code }),
    code_type: marking.code_type,
    count,
  };
}

/** Pictures of labels are small: 300 dots are 25 mm at 300 dpi. */
const LOGO_DOTS = 300;

/** The logo of the project as a PNG, where the label shows one and the project has one that can be read. */
async function logoFor(tx: Tx, app: Services, scope: ProjectScope, { parts }: Design): Promise<LabelsToDraw['logo']> {
  if (!parts.includes('logo')) return null;
  const key = await findLogo(tx, scope);
  if (key === null) return null;
  const bytes = await app.storage.readAll(key, 5_000_000).catch(() => null);
  if (!bytes) return null;
  const { data, info } = await sharp(bytes)
    .resize(LOGO_DOTS, LOGO_DOTS, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** What to print by: the template, and what is told beside it instead. @throws labels.format_required, labels.not_found */
async function designOf(tx: Tx, scope: ProjectScope, body: PrintLabelsBody): Promise<Design> {
  const template = body.template_id === undefined ? undefined : await readTemplate(tx, scope, body.template_id);
  if (body.template_id !== undefined && !template) throw labelErrors.not_found();
  const format = body.format ?? template?.format;
  if (!format) throw labelErrors.format_required({ path: 'format' });
  return {
    format,
    parts: body.parts ?? template?.parts ?? [...USUAL_PARTS],
    own_text: body.own_text ?? template?.own_text ?? '',
    fields: body.fields ?? template?.fields ?? [],
  };
}

/** What is read of the labels asked for; the answer draws them, after the connection has been given back. */
export async function printLabels(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: PrintLabelsBody,
): Promise<() => Promise<Buffer>> {
  const wanted = body.items.reduce((sum, { count }) => sum + count, 0);
  if (wanted > MAX_LABELS) throw labelErrors.too_many({ path: 'items', wanted, allowed: MAX_LABELS });
  const design = await designOf(tx, scope, body);
  const ids = [...new Set(body.items.map(({ product_variant_id }) => product_variant_id))];
  const known = new Map((await readVariantRecords(app, tx, scope, ids)).map((one) => [one.id, one]));
  const pick = (is: (variant: VariantRecord | undefined) => boolean) =>
    body.items.flatMap(({ product_variant_id }, i) =>
      is(known.get(product_variant_id)) ? [{ path: `items.${i}.product_variant_id`, product_variant_id }] : [],
    );
  const unknown = pick((variant) => !variant);
  if (unknown.length > 0) throw catalogErrors.variant_not_found(...unknown);
  const bare = design.parts.includes('code') ? pick((variant) => variant?.code === null) : [];
  if (bare.length > 0) throw labelErrors.no_code(...bare);
  const marking = await readSettings(tx, scope);
  const fields = await fieldWords(tx, scope, design, ids);
  const labels = body.items.map(({ product_variant_id, count }) =>
    labelOf(app, scope, marking, known.get(product_variant_id) as VariantRecord, fields, count),
  );
  const logo = await logoFor(tx, app, scope, design);
  const asked = { as: 'pdf', design, labels, logo, title: scope.project.title, skip: body.skip } as const;
  return async () => Buffer.from(await app.threads.run(drawing, asked));
}

/** One label as SVG: of this modification, or of the newest there is. */
export async function previewLabel(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { product_variant_id, ...design }: Design & { readonly product_variant_id?: string | undefined },
): Promise<() => Promise<Buffer>> {
  const id = product_variant_id ?? (await sampleVariant(tx, scope));
  if (id === null) throw labelErrors.nothing_to_show();
  const [variant] = await readVariantRecords(app, tx, scope, [id]);
  if (!variant) throw catalogErrors.variant_not_found({ product_variant_id: id });
  const marking = await readSettings(tx, scope);
  // what has no code yet is shown as if it had its first one
  const shown = { ...variant, code: variant.code ?? '2000000000015' };
  const labels = [labelOf(app, scope, marking, shown, await fieldWords(tx, scope, design, [id]), 1)];
  const logo = await logoFor(tx, app, scope, design);
  const asked = { as: 'svg', design, labels, logo, title: '', skip: 0 } as const;
  return async () => Buffer.from(await app.threads.run(drawing, asked));
}
