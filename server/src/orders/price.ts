import { orderErrors } from '@lanka/domain/orders/contract';
import { type Discounts, firstDuplicate, priceLine } from '@lanka/domain/orders/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { activeForAll, promotionForCode } from '../promotions';
import { type NewItem, readVariants } from './orders.store';

export interface WantedItem {
  /** The line's id when it is there already. */
  readonly id?: string;
  readonly product_variant_id: string;
  readonly count: number;
}

export interface DiscountInput {
  readonly counterparty: { readonly id: string; readonly discount: number };
  readonly promo_code: string | null;
  readonly customer_discount: number;
  /** The order for which a one-time code may have been spent already. */
  readonly order_id: string;
}

export type AppliedDiscounts = Discounts & {
  /** The promotion of the code, whether or not it won on a line. */
  readonly code_promotion_id: string | null;
};

/** The discounts that hold at this moment. @throws orders.promo_code_unknown, orders.promo_code_used */
export async function readDiscounts(tx: Tx, scope: ProjectScope, input: DiscountInput): Promise<AppliedDiscounts> {
  const now = new Date();
  const promotions = await activeForAll(tx, scope, now);
  let byCode = null;
  if (input.promo_code) {
    byCode = await promotionForCode(tx, scope, input.promo_code, input.counterparty.id, now);
    if (!byCode) throw orderErrors.promo_code_unknown({ path: 'promo_code' });
    if (byCode.used_by && byCode.used_by !== input.order_id) throw orderErrors.promo_code_used({ path: 'promo_code' });
    promotions.push(byCode);
  }
  return {
    counterparty_discount: input.counterparty.discount,
    promotions,
    customer_discount: input.customer_discount,
    code_promotion_id: byCode?.id ?? null,
  };
}

/** Prices lines from the catalogue as it is now. @throws orders.duplicate_variant, orders.not_for_sale */
export async function priceItems(
  tx: Tx,
  scope: ProjectScope,
  wanted: readonly WantedItem[],
  discounts: Discounts,
): Promise<NewItem[]> {
  refuseDuplicates(wanted);
  const ids = wanted.map(({ product_variant_id }) => product_variant_id);
  const variants = await readVariants(tx, scope, ids);
  const missing = wanted.flatMap(({ product_variant_id }, index) =>
    variants.has(product_variant_id) ? [] : [{ path: `items.${index}.product_variant_id`, product_variant_id }],
  );
  if (missing.length > 0) throw orderErrors.not_for_sale(...missing);
  return wanted.map(({ id, product_variant_id, count }, position) => {
    const variant = variants.get(product_variant_id);
    if (!variant) throw new Error('missing variants were refused');
    const { promotion_id: _, ...priced } = priceLine({ ...variant, count }, discounts);
    const { product_title, modification_title, sku } = variant;
    return {
      id: id ?? newId(),
      position,
      product_variant_id,
      product_title,
      modification_title,
      sku,
      count,
      ...priced,
    };
  });
}

export function refuseDuplicates(items: readonly WantedItem[]): void {
  const duplicate = firstDuplicate(items);
  if (duplicate === null) return;
  const index = items.findLastIndex(({ product_variant_id }) => product_variant_id === duplicate);
  throw orderErrors.duplicate_variant({ path: `items.${index}.product_variant_id`, product_variant_id: duplicate });
}

interface Searched {
  readonly customer_name: string;
  readonly customer_email?: string | null | undefined;
  readonly customer_phone?: string | null | undefined;
  readonly recipient_name: string;
  readonly recipient_phone?: string | null | undefined;
  readonly ttn?: string | null | undefined;
}

/** What search looks in. Spaces inside a ТТН are typed for the eye only. */
export function searchText(order: Searched, items: readonly Pick<NewItem, 'sku' | 'product_title'>[]): string {
  const parts = [
    order.customer_name,
    order.customer_email,
    order.customer_phone,
    order.recipient_name,
    order.recipient_phone,
    order.ttn?.replace(/\s/g, ''),
    ...items.flatMap(({ sku, product_title }) => [sku, product_title]),
  ];
  return [...new Set(parts.filter(Boolean))].join(' ').toLowerCase().slice(0, 8_000);
}
