import { z } from 'zod';
import { VariantRecord } from '../catalog/entities';
import { catalogErrors } from '../catalog/errors';
import { errors } from '../kit/errors';
import { Id, requiredText, Version } from '../kit/ids';
import { InProject, route } from '../kit/route';
import { Website } from '../kit/website';
import { OrderStatus } from '../orders/contract';
import { CODE_PLACE } from './rules';

export const markingErrors = errors('marking', {
  redirect_only_qr: {
    status: 422,
    ua: 'Адресу переходу може містити лише QR-код: оберіть QR-код або очистьте адресу',
    en: 'Only a QR code can carry a redirect address: choose the QR code or clear the address',
  },
  codes_taken: {
    status: 409,
    ua: 'Щойно хтось змінив штрихкоди. Спробуйте ще раз',
    en: 'Somebody has just changed barcodes. Try again',
  },
  ambiguous_code: {
    status: 422,
    ua: 'Код «{code}» мають кілька товарів: {names}. Знайдіть потрібний за назвою або відскануйте його етикетку',
    en: 'Several goods have the code {code}: {names}. Find the right one by its name, or scan its label',
  },
  page_not_found: { status: 404, ua: 'Такої етикетки немає', en: 'There is no such label' },
});

/** Specification §3, Marking settings. */
export const CodeType = z.enum(['qr', 'barcode']);
export type CodeType = z.infer<typeof CodeType>;

/** `{code}` may stand anywhere behind the host. */
const RedirectUrl = z
  .string()
  .trim()
  .max(300)
  .transform((address) => address.replaceAll(CODE_PLACE, '%7Bcode%7D'))
  .pipe(Website)
  .transform((address) => address.replaceAll(/%7Bcode%7D/gi, CODE_PLACE));

const Settings = z.object({
  code_type: CodeType,
  /** The supplier's own page that a QR leads to; null: a public page of ours. */
  redirect_url: RedirectUrl.nullable(),
  /** The public page tells the recommended price. */
  show_price: z.boolean(),
});

export const MarkingSettings = Settings.extend({
  redirect_url: z.string().nullable(),
  /** Modifications that no label can be made for yet: neither a barcode nor an internal code; counted up to 10,000. */
  without_code: z.int(),
  version: Version,
});
export type MarkingSettings = z.infer<typeof MarkingSettings>;

export const SaveMarkingBody = Settings.partial({ redirect_url: true, show_price: true });
export type SaveMarkingBody = z.infer<typeof SaveMarkingBody>;

export const readMarking = route({
  method: 'GET',
  path: 'projects/:project_id/marking',
  summary: 'Settings of marking',
  auth: 'marking.read',
  params: InProject,
  shows: ['product', 'product_variant'],
  returns: MarkingSettings,
});

export const saveMarking = route({
  method: 'PUT',
  path: 'projects/:project_id/marking',
  summary: 'Save the settings of marking: the type of code, where a QR leads, what the public page tells',
  auth: 'marking.edit',
  changes: ['marking'],
  answers: readMarking,
  params: InProject,
  body: SaveMarkingBody,
  returns: MarkingSettings,
  errors: [markingErrors.redirect_only_qr],
});

/** So many codes are handed out at once; for the rest there is a job. */
export const CODES_AT_ONCE = 500;

export const handOutCodes = route({
  method: 'POST',
  path: 'projects/:project_id/marking/codes',
  summary: `Give internal codes to modifications without a code: to those named, or to all, of which the first ${CODES_AT_ONCE} at once and the rest by a job`,
  auth: 'marking.codes',
  changes: ['marking', 'product', 'product_variant'],
  params: InProject,
  status: 200,
  body: z.object({ product_variant_ids: z.array(Id).max(CODES_AT_ONCE).optional() }),
  returns: z.object({
    items: z.array(z.object({ product_variant_id: Id, code: z.string() })),
    /** How many of all are still without a code, counted up to 10,000; a job is at them when all were asked for. */
    without_code: z.int(),
  }),
  errors: [catalogErrors.variant_not_found, markingErrors.codes_taken],
});

export const FoundOrder = z.object({
  id: Id,
  number: z.int(),
  status: OrderStatus,
  counterparty_name: z.string(),
  customer_name: z.string(),
});
export type FoundOrder = z.infer<typeof FoundOrder>;

export const LookupAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('product_variant'), product_variant: VariantRecord }),
  z.object({ kind: z.literal('order'), order: FoundOrder }),
]);
export type LookupAnswer = z.infer<typeof LookupAnswer>;

export const lookUp = route({
  method: 'GET',
  path: 'projects/:project_id/lookup',
  summary: 'What a code is: a modification by barcode, internal code, label or SKU, or an order by its number',
  auth: 'products.read',
  shows: ['product', 'product_variant', 'order'],
  params: InProject,
  query: z.object({ code: requiredText(600) }),
  returns: LookupAnswer,
  // specification §8: «no such product modification found for this supplier»
  errors: [catalogErrors.variant_not_found, markingErrors.ambiguous_code],
});

/** The public page behind a QR; the server answers it at `/q/…` too, which is what stands on labels. */
export const openLabel = route({
  method: 'GET',
  path: 'q/:project/:code/:key',
  summary: 'The public page behind the QR of a label: name and photo, never stock or base price',
  auth: 'public',
  params: z.object({
    project: z.string().min(1).max(120),
    code: z.string().min(1).max(200),
    key: z.string().min(1).max(40),
  }),
  status: 200,
  raw: 'text/html',
  limitPerMinute: 60,
  errors: [markingErrors.page_not_found],
});
