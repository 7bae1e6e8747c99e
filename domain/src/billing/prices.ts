import { z } from 'zod';
import { errors } from '../kit/errors';
import { CalendarDate, Id, Instant, requiredText, text } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks, Price, SignedKopecks } from '../kit/money';
import { PaidPlan } from '../kit/plan_prices';
import { Audience } from '../kit/plans';
import { route } from '../kit/route';
import { payerErrors } from './operator';

/** Prices of plans and discounts on them, as the operator sets them, and who left (decision 0148). */

export const priceErrors = errors('plan_prices', {
  month_begun: {
    status: 422,
    ua: 'Діяти може лише з 1-го числа наступного або пізнішого місяця: за поточний рахунки вже виставлено',
    en: 'It holds from the 1st of a coming month on: the current one is invoiced already',
  },
  told_too_late: {
    status: 422,
    ua: 'Про підвищення треба попередити щонайменше за {allowed} днів. Оберіть пізніший місяць',
    en: 'A higher price has to be told of {allowed} days before at the least. Choose a later month',
  },
  not_of_plan: { status: 422, ua: 'У цьому тарифі такого немає', en: 'This plan has no such thing' },
  not_found: { status: 404, ua: 'Такої майбутньої ціни немає', en: 'No such coming price' },
});
export const discountErrors = errors('plan_discounts', {
  not_found: { status: 404, ua: 'Знижку не знайдено', en: 'No such discount' },
  value: { status: 422, ua: 'Знижка у відсотках – від 0,01 до 100 %', en: 'A discount in percent is 0.01 to 100 %' },
  ends_before: { status: 422, ua: 'Останній місяць передує першому', en: 'The last month is before the first' },
  over: { status: 409, ua: 'Знижка вже не діє', en: 'The discount is over already' },
});

/** So many days before it holds whoever is on the plan knows of a higher price. */
export const RISE_NOTICE_DAYS = 14;

/** Any day of it says the month. */
const Month = CalendarDate.transform((day) => `${day.slice(0, 7)}-01`);
const ByAdmin = z.object({ id: Id, name: z.string() });

const price = {
  price: Price,
  old_price: Price.nullable(),
  extra_orders: Price.nullable(),
  extra_collaborator: Price.nullable(),
};

export const OperatorPrice = z.object({
  plan: PaidPlan,
  /** Null: since the product was built. */
  from: CalendarDate.nullable(),
  ...price,
  state: z.enum(['coming', 'active', 'over']),
  set_by: ByAdmin.nullable(),
  set_at: Instant.nullable(),
  note: z.string(),
});
export type OperatorPrice = z.infer<typeof OperatorPrice>;

export const listOperatorPrices = route({
  method: 'GET',
  path: 'operator/billing/prices',
  summary: 'What plans cost from when: plan by plan, the newest first',
  auth: 'staff',
  returns: page(OperatorPrice),
});

const changes = ['billing', 'operator', 'plan_price'];

export const setPlanPrice = route({
  method: 'POST',
  path: 'operator/billing/prices',
  summary:
    'Set what a plan costs from the 1st of a coming month on; what is left out stays as it is, and a price of the same month is replaced',
  auth: 'staff',
  changes,
  body: z.object({
    plan: PaidPlan,
    from: Month,
    price: Price.min(100),
    old_price: Price.min(100).nullable().optional(),
    extra_orders: Price.min(1).optional(),
    extra_collaborator: Price.min(1).optional(),
    note: text(300).optional(),
  }),
  returns: page(OperatorPrice),
  errors: [priceErrors.month_begun, priceErrors.not_of_plan, priceErrors.told_too_late],
});

export const takeBackPlanPrice = route({
  method: 'DELETE',
  path: 'operator/billing/prices/:plan/:from',
  summary: 'Take back a price that does not hold yet',
  auth: 'staff',
  changes,
  params: z.object({ plan: PaidPlan, from: CalendarDate }),
  status: 204,
  errors: [priceErrors.not_found],
});

export const PlanDiscount = z.object({
  id: Id,
  audience: Audience,
  payer_id: Id,
  payer: z.string(),
  kind: z.enum(['percent', 'sum']),
  /** Hundredths of a percent, or kopecks. */
  value: z.int(),
  /** Months by their first days, both inclusive; `until` null: until it is ended. */
  from: CalendarDate,
  until: CalendarDate.nullable(),
  state: z.enum(['coming', 'active', 'over', 'canceled']),
  reason: z.string(),
  given_by: ByAdmin,
  created_at: Instant,
});
export type PlanDiscount = z.infer<typeof PlanDiscount>;

export const listPlanDiscounts = route({
  method: 'GET',
  path: 'operator/billing/discounts',
  summary: 'Discounts on plans, of one payer or of all, the newest first',
  auth: 'staff',
  query: listQuery(['-created_at'], { payer_id: Id.optional() }),
  returns: page(PlanDiscount),
});

export const givePlanDiscount = route({
  method: 'POST',
  path: 'operator/billing/discounts',
  summary:
    'Give a payer a discount on the plan, percent or a sum a month, from a coming month on; the largest of several holds',
  auth: 'staff',
  changes,
  status: 201,
  body: z.object({
    audience: Audience,
    payer_id: Id,
    kind: z.enum(['percent', 'sum']),
    value: Price.min(1),
    from: Month,
    until: Month.nullable().default(null),
    reason: requiredText(300),
  }),
  returns: PlanDiscount,
  errors: [payerErrors.not_found, priceErrors.month_begun, discountErrors.value, discountErrors.ends_before],
});

export const endPlanDiscount = route({
  method: 'POST',
  path: 'operator/billing/discounts/:id/end',
  summary: 'End a discount with the current month; one that has not begun never does',
  auth: 'staff',
  changes,
  params: z.object({ id: Id }),
  returns: PlanDiscount,
  errors: [discountErrors.not_found, discountErrors.over],
});

/**
 * Who paid for the month before and does not pay for this one: `deleted` the project, `blocked` the user, `free` went down
 * to the free plan, `unpaid` has an invoice that is overdue or was canceled.
 */
export const LeftPayer = z.object({
  audience: Audience,
  payer_id: Id,
  payer: z.string(),
  /** What he paid for the last month. */
  paid: SignedKopecks,
  why: z.enum(['deleted', 'blocked', 'free', 'unpaid']),
});
export type LeftPayer = z.infer<typeof LeftPayer>;

export const listLeftPayers = route({
  method: 'GET',
  path: 'operator/billing/months/:month/left',
  summary: 'Who paid for the month before and left with this one',
  auth: 'staff',
  params: z.object({ month: CalendarDate }),
  query: listQuery(['-paid'], {}),
  /** `lost`: what all of them paid. */
  returns: page(LeftPayer).extend({ month: CalendarDate, lost: Kopecks }),
});

export const planPriceRoutes = {
  listOperatorPrices,
  setPlanPrice,
  takeBackPlanPrice,
  listPlanDiscounts,
  givePlanDiscount,
  endPlanDiscount,
  listLeftPayers,
};
