import { z } from 'zod';
import { catalogErrors } from '../catalog/errors';
import { errors } from '../kit/errors';
import { Id, requiredText, text, Version } from '../kit/ids';
import { page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { orderErrors } from '../orders/contract';

/** Millimetres. A sheet has cells side by side, the first of them so far from its left and upper edge. */
export interface LabelSize {
  readonly width: number;
  readonly height: number;
  readonly sheet?: {
    readonly columns: number;
    readonly rows: number;
    readonly left: number;
    readonly top: number;
    readonly gap: number;
  };
}

/** Rolls of label printers, and self-adhesive sheets of A4 as shops sell them. */
export const LABEL_SIZES = {
  '58x40': { width: 58, height: 40 },
  '40x25': { width: 40, height: 25 },
  '100x100': { width: 100, height: 100 },
  '100x150': { width: 100, height: 150 },
  a4: { width: 70, height: 37, sheet: { columns: 3, rows: 8, left: 0, top: 0.5, gap: 0 } },
  a4_65: { width: 38.1, height: 21.2, sheet: { columns: 5, rows: 13, left: 4.75, top: 10.7, gap: 2.5 } },
} as const satisfies Record<string, LabelSize>;
export const LabelFormat = z.enum(Object.keys(LABEL_SIZES) as [keyof typeof LABEL_SIZES]);
export type LabelFormat = keyof typeof LABEL_SIZES;
export const sizeOf = (format: LabelFormat): LabelSize => LABEL_SIZES[format];
export const cellsOf = (format: LabelFormat): number => {
  const { sheet } = sizeOf(format);
  return sheet ? sheet.columns * sheet.rows : 1;
};

/** In the order in which they stand on the label. */
export const LABEL_PARTS = [
  'logo',
  'name',
  'attributes',
  'sku',
  'order_number',
  'own_text',
  'price',
  'code',
  'digits',
] as const;
export const LabelPart = z.enum(LABEL_PARTS);
export type LabelPart = z.infer<typeof LabelPart>;

export const MAX_LABEL_FIELDS = 10;
const FieldRef = z.string().regex(/^(product|product_modification|order|order_item)\.[a-z][a-z0-9_]{0,39}$/);

const Design = z.object({
  format: LabelFormat,
  /**
   * What stands on it: the price is the recommended one, `digits` are those of the code, `order_number` is left out
   * where the label is not made from an order.
   */
  parts: z.array(LabelPart).min(1).max(LABEL_PARTS.length),
  own_text: text(200),
  /**
   * Additional fields, behind the attributes in this order: `product.fabric`. Those of `order` and `order_item` have
   * values where the label is made from an order.
   */
  fields: z.array(FieldRef).max(MAX_LABEL_FIELDS).default([]),
});
export type LabelDesign = z.infer<typeof Design>;

/** What is printed where nobody says what. */
export const USUAL_PARTS: readonly LabelPart[] = ['name', 'attributes', 'sku', 'price', 'code', 'digits'];

export const MAX_LABELS = 1000;
export const MAX_LABEL_LINES = 500;
export const MAX_TEMPLATES = 50;

export const labelErrors = errors('labels', {
  not_found: { status: 404, ua: 'Шаблон етикетки не знайдено', en: 'No such label template' },
  full: {
    status: 409,
    ua: 'Уже є {limit} шаблонів, більше додати не можна. Видаліть зайві',
    en: 'There are {limit} templates already, which is as many as there may be. Delete those that are not needed',
  },
  name_taken: {
    status: 409,
    ua: 'Шаблон із назвою «{name}» уже є',
    en: 'There is a template called “{name}” already',
  },
  format_required: {
    status: 422,
    ua: 'Оберіть розмір етикетки або шаблон',
    en: 'Choose the size of the label, or a template',
  },
  no_code: {
    status: 422,
    ua: 'Деякі модифікації не мають коду. Спершу видайте їм внутрішні коди',
    en: 'Some modifications have no code. Hand out internal codes to them first',
  },
  too_many: {
    status: 422,
    ua: 'Забагато етикеток: {wanted}. За один раз можна надрукувати до {allowed}',
    en: 'Too many labels: {wanted}. Up to {allowed} can be printed at once',
  },
  not_in_order: {
    status: 422,
    ua: 'У цьому замовленні такої модифікації немає',
    en: 'The order has no such modification',
  },
  nothing_to_show: {
    status: 409,
    ua: 'Ще немає жодного товару, який можна було б показати на етикетці',
    en: 'There is no product yet that a label could show',
  },
});

export const LabelTemplate = Design.extend({ id: Id, name: z.string(), version: Version });
export type LabelTemplate = z.infer<typeof LabelTemplate>;

const TemplateBody = Design.extend({ name: requiredText(80) });
export const CreateTemplateBody = TemplateBody.partial({ own_text: true, fields: true });
export type CreateTemplateBody = z.infer<typeof CreateTemplateBody>;
export const UpdateTemplateBody = TemplateBody.extend({ fields: z.array(FieldRef).max(MAX_LABEL_FIELDS) }).partial();
export type UpdateTemplateBody = z.infer<typeof UpdateTemplateBody>;

const TEMPLATES = 'projects/:project_id/label_templates';

export const listLabelTemplates = route({
  method: 'GET',
  path: TEMPLATES,
  summary: 'Templates of labels, all of them, by name',
  auth: 'marking.read',
  params: InProject,
  returns: page(LabelTemplate),
});

export const createLabelTemplate = route({
  method: 'POST',
  path: TEMPLATES,
  summary: 'Add a template of labels',
  auth: 'marking.edit',
  changes: ['label_template'],
  params: InProject,
  status: 201,
  body: CreateTemplateBody,
  returns: LabelTemplate,
  errors: [labelErrors.full, labelErrors.name_taken],
});

export const updateLabelTemplate = route({
  method: 'PATCH',
  path: `${TEMPLATES}/:id`,
  summary: 'Change a template of labels',
  auth: 'marking.edit',
  changes: ['label_template'],
  params: OneInProject,
  body: UpdateTemplateBody,
  returns: LabelTemplate,
  errors: [labelErrors.not_found, labelErrors.name_taken],
});

export const deleteLabelTemplate = route({
  method: 'DELETE',
  path: `${TEMPLATES}/:id`,
  summary: 'Delete a template of labels',
  auth: 'marking.edit',
  changes: ['label_template'],
  params: OneInProject,
  errors: [labelErrors.not_found],
});

/** A picture of one label as it would be printed. */
export const previewLabel = route({
  method: 'POST',
  path: 'projects/:project_id/labels/preview',
  summary:
    'What a label would look like, as SVG: of this modification, from this order; or of one of those there are, with a sample of what comes from orders',
  auth: 'marking.print',
  params: InProject,
  status: 200,
  writesNothing: true,
  raw: 'image/svg+xml',
  body: Design.extend({
    product_variant_id: Id.optional(),
    /** With `product_variant_id`: the label is made from its line in this order. */
    order_id: Id.optional(),
  }).refine(({ product_variant_id, order_id }) => order_id === undefined || product_variant_id !== undefined, {
    error: 'required',
    path: ['product_variant_id'],
  }),
  errors: [
    catalogErrors.variant_not_found,
    labelErrors.nothing_to_show,
    orderErrors.not_found,
    labelErrors.not_in_order,
  ],
});

export const PrintLabelsBody = z.object({
  items: z
    .array(
      z.object({
        product_variant_id: Id,
        count: z.int().min(1).max(MAX_LABELS),
        /** Made from its line in this order: the label has the number and the fields of both. */
        order_id: Id.optional(),
      }),
    )
    .min(1)
    .max(MAX_LABEL_LINES),
  format: LabelFormat.optional(),
  template_id: Id.optional(),
  /** Instead of those of the template. */
  parts: Design.shape.parts.optional(),
  own_text: Design.shape.own_text.optional(),
  fields: z.array(FieldRef).max(MAX_LABEL_FIELDS).optional(),
  /** Cells of the first sheet that have been used already. */
  skip: z.int().min(0).max(64).default(0),
});
export type PrintLabelsBody = z.infer<typeof PrintLabelsBody>;

export const printLabels = route({
  method: 'POST',
  path: 'projects/:project_id/labels',
  summary:
    'Labels as PDF, by a format or a template: so many of each modification, in this sequence, each with what stands in the order that it is made from',
  auth: 'marking.print',
  params: InProject,
  status: 200,
  writesNothing: true,
  raw: 'application/pdf',
  body: PrintLabelsBody,
  errors: [
    labelErrors.format_required,
    labelErrors.not_found,
    labelErrors.no_code,
    labelErrors.too_many,
    catalogErrors.variant_not_found,
    orderErrors.not_found,
    labelErrors.not_in_order,
  ],
});
