import { CalendarDate, Id } from '@lanka/domain/kit/ids';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/promotions/contract';
import { dayBegins, dayEnds, lastDayOf } from '@lanka/domain/promotions/rules';
import { z } from 'zod';

const { title, promo_code, is_one_time_use_only, discount, discount_type, affects_all, tags } =
  contract.UpdatePromotionBody.required().shape;

const Chosen = z.array(z.object({ id: Id, name: z.string() })).max(contract.MAX_CHOSEN);

/** What people fill in: days of Kyiv, both inclusive, where the contract has instants. */
export const PromotionForm = z
  .object({
    title,
    affects_all,
    promo_code: promo_code.optional(),
    is_one_time_use_only,
    discount_type,
    discount,
    first_day: CalendarDate.nullable(),
    last_day: CalendarDate.nullable(),
    products: Chosen,
    tags,
    counterparties: Chosen,
  })
  .check((context) => {
    const names: Readonly<Record<string, string>> = { starts_at: 'first_day', expires_at: 'last_day' };
    for (const { path, code } of contract.promotionProblems(toBody(context.value))) {
      const field = names[path] ?? path;
      context.issues.push({ code: 'custom', path: [field], message: code, input: context.value });
    }
  });
export type PromotionForm = z.infer<typeof PromotionForm>;

/** A promotion for all orders has no code and no once. */
export function toBody({
  first_day,
  last_day,
  promo_code: code,
  products,
  counterparties,
  ...rest
}: PromotionForm): contract.CreatePromotionBody {
  return {
    ...rest,
    promo_code: rest.affects_all ? null : (code ?? null),
    is_one_time_use_only: !rest.affects_all && rest.is_one_time_use_only,
    starts_at: first_day === null ? null : dayBegins(first_day),
    expires_at: last_day === null ? null : dayEnds(last_day),
    product_ids: products.map(({ id }) => id),
    counterparty_ids: counterparties.map(({ id }) => id),
  };
}

export function toForm(promotion: contract.PromotionDetails): PromotionForm {
  const { starts_at, expires_at, counterparties = [], ...rest } = promotion;
  return {
    ...rest,
    counterparties,
    first_day: starts_at === null ? null : kyivDate(new Date(starts_at)),
    last_day: expires_at === null ? null : lastDayOf(expires_at),
  };
}

/** Only what differs from the promotion, so that an hour set through the API is not rounded to a day by a new title. */
export function changesOf(
  promotion: contract.PromotionDetails,
  values: PromotionForm,
  touched: Partial<PromotionForm>,
): contract.UpdatePromotionBody {
  const { product_ids, tags, counterparty_ids, ...body } = toBody(values);
  const changes: contract.UpdatePromotionBody = {
    ...('products' in touched ? { product_ids } : {}),
    ...('tags' in touched ? { tags } : {}),
    ...('counterparties' in touched ? { counterparty_ids } : {}),
  };
  for (const name of Object.keys(body) as (keyof typeof body)[]) {
    if (name === 'starts_at' && !('first_day' in touched)) continue;
    if (name === 'expires_at' && !('last_day' in touched)) continue;
    if (body[name] !== promotion[name]) Object.assign(changes, { [name]: body[name] });
  }
  return changes;
}
