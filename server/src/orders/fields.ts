import type { DomainError, Locale } from '@lanka/domain/kit/errors';
import { type CreateOrderBody, orderErrors } from '@lanka/domain/orders/contract';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { missingFields } from '@lanka/domain/templates/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type Templates, takeFiles, withFields } from '../templates';
import type { WantedItem } from './price';

interface Known {
  readonly fields: StoredValues;
  readonly items: readonly { readonly product_variant_id: string; readonly fields: StoredValues }[];
}

interface CheckedBody {
  readonly fields: StoredValues;
  /** Undefined when the lines are not spoken of. */
  readonly items: readonly WantedItem[] | undefined;
}

/**
 * The fields of an order and of its items as they will be. What is sent has all that are required; a draft may lack
 * some, and is asked for them when it goes to the manager. `known` is null for a new order.
 */
export async function checkOrderFields(
  app: Services,
  tx: Tx,
  scope: ProjectScope,
  templates: Templates,
  { fields, items }: Pick<CreateOrderBody, 'fields' | 'items'>,
  { known, complete }: { readonly known: Known | null; readonly complete: boolean },
): Promise<CheckedBody> {
  const { locale } = scope;
  const given = await takeFiles(app, tx, scope, templates.order, fields);
  const check = { known: known?.fields ?? {}, isNew: known === null, complete, locale };
  const own = known && !given ? known.fields : withFields(templates.order, given, check);
  if (!items) return { fields: own, items };
  const before = new Map(known?.items.map((item) => [item.product_variant_id, item.fields]));
  const checked: WantedItem[] = [];
  for (const [i, { product_variant_id, count, customer_price, fields: sent }] of items.entries()) {
    const path = `items.${i}.fields`;
    const stored = before.get(product_variant_id);
    const taken = await takeFiles(app, tx, scope, templates.order_item, sent, path);
    const ofLine = { known: stored ?? {}, isNew: stored === undefined, complete, path, locale };
    const values = stored && !taken ? stored : withFields(templates.order_item, taken, ofLine);
    checked.push({ product_variant_id, count, customer_price, fields: values });
  }
  return { fields: own, items: checked };
}

/** Why an order cannot be sent for what its fields lack; null when it can. */
export function lackingFields(templates: Templates, { fields, items }: Known, locale: Locale): DomainError | null {
  const missing = [
    ...missingFields(templates.order ?? [], fields, 'fields', locale),
    ...items.flatMap((item, i) => missingFields(templates.order_item ?? [], item.fields, `items.${i}.fields`, locale)),
  ];
  if (missing.length === 0) return null;
  const all = [...(templates.order ?? []), ...(templates.order_item ?? [])];
  const keys = new Set(missing.map(({ path }) => String(path).split('.').at(-1)));
  const names = [...new Set(all.filter(({ key }) => keys.has(key)).map(({ name }) => name))].join(', ');
  return orderErrors.fields_required(...missing.map((detail) => ({ ...detail, names })));
}
