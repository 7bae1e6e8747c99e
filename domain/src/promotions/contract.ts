import { z } from 'zod';
import { normaliseTags } from '../catalog/rules';
import { MAX_PRICE } from '../kit/bounds';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';

export const promotionErrors = errors('promotions', {
  not_found: { status: 404, ua: 'Акцію не знайдено', en: 'No such promotion' },
  code_taken: {
    status: 409,
    ua: 'Промокод «{promo_code}» уже використовує інша акція',
    en: 'The promo code {promo_code} belongs to another promotion',
  },
  used: {
    status: 409,
    ua: 'Акцію вже використали, тож видалити її не можна. Завершіть її, вказавши дату кінця',
    en: 'The promotion was used, so it cannot be deleted. Give it an end date instead',
  },
  not_active: {
    status: 409,
    ua: 'Завершити можна лише акцію, що діє',
    en: 'Only a promotion that is active can be ended',
  },
  unknown_products: {
    status: 422,
    ua: 'Такого товару у проєкті немає або його видалено',
    en: 'The project has no such product, or it was deleted',
  },
  unknown_counterparties: {
    status: 422,
    ua: 'Такого контрагента у проєкті немає або його видалено',
    en: 'The project has no such counterparty, or it was deleted',
  },
  already_used: {
    status: 422,
    ua: 'Цей одноразовий промокод уже використано',
    en: 'This one-time promo code was used already',
  },
});

export const DiscountType = z.enum(['percent', 'amount']);
export type DiscountType = z.infer<typeof DiscountType>;

/** Letters (also Ukrainian), digits, hyphen and underscore; compared without regard to case. */
export const PromoCode = z
  .string()
  .trim()
  .min(3)
  .max(40)
  .regex(/^[\p{L}\p{N}_-]+$/u, {
    error: fieldMessage('promotion.code_format', {
      ua: 'Промокод може містити лише літери, цифри, дефіс і підкреслення',
      en: 'a promo code may have letters, digits, hyphens and underscores only',
    }),
  });

/** How many may be chosen for one promotion; of more goods a tag speaks shorter. */
export const MAX_CHOSEN = 200;
const MAX_TAGS = 20;
const Chosen = z
  .array(Id)
  .max(MAX_CHOSEN)
  .transform((ids) => [...new Set(ids)]);

const fields = {
  title: requiredText(120),
  promo_code: PromoCode.nullable(),
  /** Once for each counterparty. */
  is_one_time_use_only: z.boolean(),
  /** Hundredths of a percent, or kopecks off each piece, by `discount_type`. */
  discount: z.int().min(1).max(MAX_PRICE),
  discount_type: DiscountType,
  /** Holds for every order by itself, without a code. */
  affects_all: z.boolean(),
  starts_at: Instant.nullable(),
  expires_at: Instant.nullable(),
  /** It takes off these products and those with one of these tags; none of either: off all goods. */
  product_ids: Chosen,
  tags: z.array(text(40)).max(MAX_TAGS).transform(normaliseTags),
  /** Only these counterparties order by it; none: all of them. */
  counterparty_ids: Chosen,
};

interface Whole {
  promo_code: string | null;
  is_one_time_use_only: boolean;
  discount: number;
  discount_type: DiscountType;
  affects_all: boolean;
  starts_at: string | null;
  expires_at: string | null;
}

const together = {
  overHundred: fieldMessage('promotion.over_hundred', {
    ua: 'Знижка не може перевищувати 100 %',
    en: 'a discount is at most 100 %',
  }),
  codeOrAll: fieldMessage('promotion.code_or_all', {
    ua: 'Вкажіть промокод або поширте акцію на всі замовлення',
    en: 'give a promo code, or let the promotion affect all orders',
  }),
  oneTimeNeedsCode: fieldMessage('promotion.one_time_needs_code', {
    ua: 'Одноразовою може бути лише акція за промокодом',
    en: 'only a promotion with a code can be for one-time use',
  }),
  endsBeforeStart: fieldMessage('promotion.ends_before_start', {
    ua: 'Кінець акції має бути пізніше за її початок',
    en: 'the promotion must end after it starts',
  }),
};

/** What the fields must be together. The server checks it again when a change has been laid over what is stored. */
export function promotionProblems(value: Whole): { path: keyof Whole; code: string }[] {
  const problems: { path: keyof Whole; code: string }[] = [];
  if (value.discount_type === 'percent' && value.discount > 10_000)
    problems.push({ path: 'discount', code: together.overHundred });
  if (!value.affects_all && value.promo_code === null) problems.push({ path: 'promo_code', code: together.codeOrAll });
  if (value.affects_all && value.is_one_time_use_only)
    problems.push({ path: 'is_one_time_use_only', code: together.oneTimeNeedsCode });
  if (
    value.starts_at !== null &&
    value.expires_at !== null &&
    Date.parse(value.expires_at) <= Date.parse(value.starts_at)
  )
    problems.push({ path: 'expires_at', code: together.endsBeforeStart });
  return problems;
}

export const CreatePromotionBody = z
  .object({
    ...fields,
    promo_code: fields.promo_code.default(null),
    is_one_time_use_only: fields.is_one_time_use_only.default(false),
    affects_all: fields.affects_all.default(false),
    starts_at: fields.starts_at.default(null),
    expires_at: fields.expires_at.default(null),
    product_ids: fields.product_ids.default([]),
    tags: fields.tags.default([]),
    counterparty_ids: fields.counterparty_ids.default([]),
  })
  .check((context) => {
    for (const { path, code } of promotionProblems(context.value))
      context.issues.push({ code: 'custom', path: [path], message: code, input: context.value[path] });
  });
export type CreatePromotionBody = z.infer<typeof CreatePromotionBody>;

export const UpdatePromotionBody = z.object(fields).partial();
export type UpdatePromotionBody = z.infer<typeof UpdatePromotionBody>;

export const Promotion = z.object({
  id: Id,
  title: z.string(),
  promo_code: z.string().nullable(),
  is_one_time_use_only: z.boolean(),
  discount: z.int(),
  discount_type: DiscountType,
  affects_all: z.boolean(),
  starts_at: Instant.nullable(),
  expires_at: Instant.nullable(),
  tags: z.array(z.string()),
  /** How many products are chosen, beside those that have a tag. */
  product_count: z.int(),
  /** How many counterparties are chosen, none when it is for all; a Client is not told. */
  counterparty_count: z.int().optional(),
  state: z.enum(['planned', 'active', 'expired']),
  /** How many counterparties have used a one-time code, counted up to 1,000; a Client is not told. */
  uses: z.int().optional(),
  version: Version,
  created_at: Instant,
});
export type Promotion = z.infer<typeof Promotion>;

const Named = z.object({ id: Id, name: z.string() });

/** With what is chosen, by name: to a Client only goods that he can see, and nothing of counterparties. */
export const PromotionDetails = Promotion.extend({
  products: z.array(Named),
  counterparties: z.array(Named).optional(),
});
export type PromotionDetails = z.infer<typeof PromotionDetails>;

export const listPromotions = route({
  method: 'GET',
  path: 'projects/:project_id/promotions',
  summary: 'Promotions of the project; a Client sees those that he can order by, now or later',
  auth: 'promotions.read',
  api: 'promotions.read',
  params: InProject,
  query: listQuery(['-created_at', 'title'], {
    state: z.enum(['planned', 'active', 'expired']).optional(),
    /** Those that take off this product. */
    product_id: Id.optional(),
  }),
  returns: page(Promotion),
});

export const readPromotion = route({
  method: 'GET',
  path: 'projects/:project_id/promotions/:id',
  summary: 'One promotion, with the goods and counterparties that are chosen',
  auth: 'promotions.read',
  api: 'promotions.read',
  params: OneInProject,
  returns: PromotionDetails,
  errors: [promotionErrors.not_found],
});

export const createPromotion = route({
  method: 'POST',
  path: 'projects/:project_id/promotions',
  summary: 'Create a promotion: by code, or for all orders',
  auth: 'promotions.edit',
  api: 'promotions.write',
  changes: ['promotion'],
  answers: readPromotion,
  params: InProject,
  status: 201,
  body: CreatePromotionBody,
  returns: PromotionDetails,
  errors: [promotionErrors.code_taken, promotionErrors.unknown_products, promotionErrors.unknown_counterparties],
});

export const updatePromotion = route({
  method: 'PATCH',
  path: 'projects/:project_id/promotions/:id',
  summary: 'Change a promotion; prices frozen on orders stay',
  auth: 'promotions.edit',
  api: 'promotions.write',
  changes: ['promotion'],
  answers: readPromotion,
  params: OneInProject,
  body: UpdatePromotionBody,
  returns: PromotionDetails,
  errors: [
    promotionErrors.not_found,
    promotionErrors.code_taken,
    promotionErrors.unknown_products,
    promotionErrors.unknown_counterparties,
  ],
});

export const endPromotion = route({
  method: 'POST',
  path: 'projects/:project_id/promotions/:id/end',
  summary: 'End a promotion now; prices frozen on orders stay',
  auth: 'promotions.edit',
  api: 'promotions.write',
  changes: ['promotion'],
  answers: readPromotion,
  params: OneInProject,
  returns: PromotionDetails,
  errors: [promotionErrors.not_found, promotionErrors.not_active],
});

/** What it brought: orders that were sent and not canceled, of them only the lines whose discount this promotion is. */
export const PromotionResults = z.object({
  orders_count: z.int(),
  /** Σ of the lines after the discount, as ordered; later returns are not taken off. */
  sum: z.int(),
  /** By how much the lines are cheaper than without it, kopecks. */
  discount_sum: z.int(),
});
export type PromotionResults = z.infer<typeof PromotionResults>;

export const readPromotionResults = route({
  method: 'GET',
  path: 'projects/:project_id/promotions/:id/results',
  summary: 'What a promotion brought: orders, their sum and the discount given',
  auth: 'promotions.results',
  shows: ['order'],
  params: OneInProject,
  returns: PromotionResults,
  errors: [promotionErrors.not_found],
});

export const PromotionOrder = z.object({
  id: Id,
  number: z.int(),
  counterparty_id: Id,
  counterparty_name: z.string(),
  created_at: Instant,
  sum: z.int(),
  discount_sum: z.int(),
});
export type PromotionOrder = z.infer<typeof PromotionOrder>;

export const listPromotionOrders = route({
  method: 'GET',
  path: 'projects/:project_id/promotions/:id/orders',
  summary: 'The orders that the results of a promotion are made of, the newest first',
  auth: 'promotions.results',
  shows: ['order'],
  params: OneInProject,
  query: listQuery(['-created_at'], {}),
  returns: page(PromotionOrder),
  errors: [promotionErrors.not_found],
});

export const deletePromotion = route({
  method: 'DELETE',
  path: 'projects/:project_id/promotions/:id',
  summary: 'Delete a promotion that nobody has used',
  auth: 'promotions.edit',
  api: 'promotions.write',
  changes: ['promotion'],
  params: OneInProject,
  errors: [promotionErrors.not_found, promotionErrors.used],
});

/** A promotion as the dropshipper sees it among those of his suppliers. */
export const SupplierPromotion = Promotion.omit({ uses: true, counterparty_count: true }).extend({
  project_id: Id,
  project_title: z.string(),
});
export type SupplierPromotion = z.infer<typeof SupplierPromotion>;

export const listMyPromotions = route({
  method: 'GET',
  path: 'dropshipping/promotions',
  summary: 'Promotions of all suppliers that the dropshipper can order by, now or later',
  auth: 'dropshipping',
  api: 'promotions.read',
  query: listQuery(['-created_at', 'title'], {
    state: z.enum(['planned', 'active']).optional(),
    project_id: Id.optional(),
  }),
  returns: page(SupplierPromotion),
});

export const promotionRoutes = {
  listPromotions,
  createPromotion,
  readPromotion,
  updatePromotion,
  endPromotion,
  readPromotionResults,
  listPromotionOrders,
  deletePromotion,
  listMyPromotions,
};
