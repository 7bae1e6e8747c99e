import { z } from 'zod';
import { MAX_PRICE } from '../kit/bounds';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, Version } from '../kit/ids';
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
  state: z.enum(['planned', 'active', 'expired']),
  /** How many counterparties have used a one-time code, counted up to 1,000; a Client is not told. */
  uses: z.int().optional(),
  version: Version,
  created_at: Instant,
});
export type Promotion = z.infer<typeof Promotion>;

export const listPromotions = route({
  method: 'GET',
  path: 'projects/:project_id/promotions',
  summary: 'Promotions of the project; a Client sees those that he can order by, now or later',
  auth: 'promotions.read',
  params: InProject,
  query: listQuery(['-created_at', 'title'], { state: z.enum(['planned', 'active', 'expired']).optional() }),
  returns: page(Promotion),
});

export const readPromotion = route({
  method: 'GET',
  path: 'projects/:project_id/promotions/:id',
  summary: 'One promotion',
  auth: 'promotions.read',
  params: OneInProject,
  returns: Promotion,
  errors: [promotionErrors.not_found],
});

export const createPromotion = route({
  method: 'POST',
  path: 'projects/:project_id/promotions',
  summary: 'Create a promotion: by code, or for all orders',
  auth: 'promotions.edit',
  changes: ['promotion'],
  answers: readPromotion,
  params: InProject,
  status: 201,
  body: CreatePromotionBody,
  returns: Promotion,
  errors: [promotionErrors.code_taken],
});

export const updatePromotion = route({
  method: 'PATCH',
  path: 'projects/:project_id/promotions/:id',
  summary: 'Change a promotion; prices frozen on orders stay',
  auth: 'promotions.edit',
  changes: ['promotion'],
  answers: readPromotion,
  params: OneInProject,
  body: UpdatePromotionBody,
  returns: Promotion,
  errors: [promotionErrors.not_found, promotionErrors.code_taken],
});

export const deletePromotion = route({
  method: 'DELETE',
  path: 'projects/:project_id/promotions/:id',
  summary: 'Delete a promotion that nobody has used',
  auth: 'promotions.edit',
  changes: ['promotion'],
  params: OneInProject,
  errors: [promotionErrors.not_found, promotionErrors.used],
});

/** A promotion as the dropshipper sees it among those of his suppliers. */
export const SupplierPromotion = Promotion.omit({ uses: true }).extend({ project_id: Id, project_title: z.string() });
export type SupplierPromotion = z.infer<typeof SupplierPromotion>;

export const listMyPromotions = route({
  method: 'GET',
  path: 'dropshipping/promotions',
  summary: 'Promotions of all suppliers that the dropshipper can order by, now or later',
  auth: 'dropshipping',
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
  deletePromotion,
  listMyPromotions,
};
