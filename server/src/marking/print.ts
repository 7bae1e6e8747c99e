import type { VariantRecord } from '@lanka/domain/catalog/entities';
import { catalogErrors } from '@lanka/domain/catalog/errors';
import { NAME_SEPARATOR } from '@lanka/domain/catalog/rules';
import { formatAmount } from '@lanka/domain/kit/money';
import { DEFAULT_UNIT } from '@lanka/domain/kit/units';
import {
  chosenFields,
  fieldWords,
  type LabelField,
  type LabelOrder,
  orderWords,
  sampleOrder,
} from '@lanka/domain/marking/label-fields';
import {
  type LabelDesign,
  labelErrors,
  MAX_LABELS,
  type PrintLabelsBody,
  USUAL_PARTS,
} from '@lanka/domain/marking/labels';
import { orderErrors } from '@lanka/domain/orders/contract';
import { TEMPLATE_SETS } from '@lanka/domain/templates/fields';
import sharp from 'sharp';
import { readVariantRecords } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { threadWork } from '../kit/platform/threads';
import type { Services } from '../kit/services';
import { readTemplates as readFieldTemplates, readMainInfo } from '../templates';
import { qrText } from './address';
import type { Label, LabelsToDraw } from './layout/draw';
import {
  findLogo,
  readFieldValues,
  readOrdered,
  readSettings,
  type StoredSettings,
  sampleVariant,
} from './marking.store';
import { readTemplate } from './templates.store';

/** The build puts the file beside the bundle. */
const drawing = threadWork<typeof import('./layout/worker').work>(
  new URL(import.meta.url.endsWith('.ts') ? './layout/worker.ts' : './draw-labels.js', import.meta.url),
);

type Design = Pick<LabelDesign, 'format' | 'parts' | 'own_text' | 'fields'>;

/** The fields that the design names, as they are now. */
async function readChosen(tx: Tx, scope: ProjectScope, { fields }: Design): Promise<LabelField[]> {
  if (fields.length === 0) return [];
  const templates = await readFieldTemplates(tx, scope, TEMPLATE_SETS);
  return chosenFields(
    fields,
    TEMPLATE_SETS.flatMap((set) => templates[set] ?? []),
  );
}

interface AskedLabel {
  readonly product_variant_id: string;
  readonly order_id?: string | undefined;
}

/**
 * The orders that labels are made from.
 * @throws orders.not_found, labels.not_in_order; `pathOf` says where the label was asked for
 */
async function readOrders(
  tx: Tx,
  scope: ProjectScope,
  asked: readonly AskedLabel[],
  pathOf: (index: number) => string,
): Promise<(label: AskedLabel) => LabelOrder | undefined> {
  const order_ids = [...new Set(asked.flatMap(({ order_id }) => order_id ?? []))];
  if (order_ids.length === 0) return () => undefined;
  const { orders, goods } = await readOrdered(tx, scope, order_ids, [
    ...new Set(asked.map(({ product_variant_id }) => product_variant_id)),
  ]);
  const keyOf = ({ product_variant_id, order_id }: AskedLabel) => `${order_id} ${product_variant_id}`;
  const known = new Map(goods.map((one) => [keyOf(one), one]));
  const pick = (isWrong: (one: AskedLabel) => boolean, name: 'order_id' | 'product_variant_id') =>
    asked.flatMap((one, index) =>
      one.order_id !== undefined && isWrong(one) ? [{ path: `${pathOf(index)}${name}`, [name]: one[name] }] : [],
    );
  const unknown = pick(({ order_id = '' }) => !orders.has(order_id), 'order_id');
  if (unknown.length > 0) throw orderErrors.not_found(...unknown);
  const without = pick((one) => !known.has(keyOf(one)), 'product_variant_id');
  if (without.length > 0) throw labelErrors.not_in_order(...without);
  return (label) => known.get(keyOf(label));
}

/** What stands on a label of additional fields, of these modifications. */
async function wordsOf(
  tx: Tx,
  scope: ProjectScope,
  chosen: readonly LabelField[],
  ids: readonly string[],
): Promise<(variant_id: string, order: LabelOrder | undefined) => string> {
  if (chosen.length === 0) return () => '';
  const stored = new Map((await readFieldValues(tx, scope, ids)).map((one) => [one.id, one]));
  // the font has no sign of the hryvnia
  return (id, order) => fieldWords(chosen, { ...stored.get(id), ...order }).replaceAll('₴', 'грн');
}

interface Shown {
  readonly variant: VariantRecord;
  readonly order: LabelOrder | undefined;
  readonly fields: string;
  readonly count: number;
}

function labelOf(
  app: Services,
  scope: ProjectScope,
  marking: StoredSettings,
  { variant, order, fields, count }: Shown,
): Label {
  const { id, code, product_name, values, name, sku, unit, recommended_price } = variant;
  const attributes = values.map(({ option, value }) => `${option}: ${value}`).join(', ');
  const ownName = name.replaceAll(NAME_SEPARATOR, ' ');
  return {
    name: product_name,
    attributes: attributes || (ownName === product_name ? '' : ownName),
    fields,
    sku,
    order_number: order ? orderWords(order) : '',
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
  const orderOf = await readOrders(tx, scope, body.items, (index) => `items.${index}.`);
  const marking = await readSettings(tx, scope);
  const words = await wordsOf(tx, scope, await readChosen(tx, scope, design), ids);
  const labels = body.items.map((item) => {
    const variant = known.get(item.product_variant_id) as VariantRecord;
    const order = orderOf(item);
    return labelOf(app, scope, marking, { variant, order, fields: words(variant.id, order), count: item.count });
  });
  const logo = await logoFor(tx, app, scope, design);
  const asked = { as: 'pdf', design, labels, logo, title: scope.project.title, skip: body.skip } as const;
  return async () => Buffer.from(await app.threads.run(drawing, asked));
}

type PreviewBody = Design & {
  readonly product_variant_id?: string | undefined;
  readonly order_id?: string | undefined;
};

/**
 * One label as SVG: of this modification, as it would be printed from this order or from none; or of the newest there
 * is, with a sample of what orders say.
 */
export async function previewLabel(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { product_variant_id, order_id, ...design }: PreviewBody,
): Promise<() => Promise<Buffer>> {
  const id = product_variant_id ?? (await sampleVariant(tx, scope));
  if (id === null) throw labelErrors.nothing_to_show();
  const [variant] = await readVariantRecords(app, tx, scope, [id]);
  if (!variant) throw catalogErrors.variant_not_found({ product_variant_id: id });
  const marking = await readSettings(tx, scope);
  const chosen = await readChosen(tx, scope, design);
  const asked = { product_variant_id: id, order_id };
  const order =
    product_variant_id === undefined
      ? sampleOrder(chosen, (await readMainInfo(tx, scope)).prefixes.order)
      : (await readOrders(tx, scope, [asked], () => ''))(asked);
  const words = await wordsOf(tx, scope, chosen, [id]);
  // what has no code yet is shown as if it had its first one
  const shown = { ...variant, code: variant.code ?? '2000000000015' };
  const label = labelOf(app, scope, marking, { variant: shown, order, fields: words(id, order), count: 1 });
  const logo = await logoFor(tx, app, scope, design);
  const drawn = { as: 'svg', design, labels: [label], logo, title: '', skip: 0 } as const;
  return async () => Buffer.from(await app.threads.run(drawing, drawn));
}
