/** What an edit of an order changes, in words: before it is saved, and in the history. */

import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import { changesOf, type OrderChange, type OrderFace } from '@lanka/domain/orders/changes';
import type { Order } from '@lanka/domain/orders/contract';
import type { TemplateField } from '@lanka/domain/templates/fields';
import type { ChangesText } from './changes-text';
import type { OrderValues } from './form';
import { countOf, type Infos, type Line, type Preview, titleOf } from './lines';
import { operatorNames } from './operators';

const MONEY: ReadonlySet<string> = new Set(['prepaid', 'sum', 'customer_sum', 'customer_price', 'cod_sum', 'cod_fee']);

/** What is computed where nobody has set it. */
const BY_RULE: ReadonlySet<string> = new Set(['cod_sum', 'cod_fee']);

/** One change as a line: `Покупець: Ірина → Олег`. */
export function changeInWords(
  { field, of, before, after }: OrderChange,
  t: ChangesText,
  locale: 'ua' | 'en',
  fields: readonly Pick<TemplateField, 'key' | 'name'>[] = [],
): string {
  const show = (value: OrderChange['before']): string => {
    if (field === 'cod_to') return value === null ? t.supplier : t.dropshipper;
    if (value === null) return field === 'customer_price' ? t.recommended : BY_RULE.has(field) ? t.byRule : t.nothing;
    if (field === 'cod') return t.yes;
    if (MONEY.has(field)) return formatMoney(Number(value));
    if (field === 'customer_discount') return formatPercent(Number(value));
    if (field === 'delivery_operator')
      return operatorNames[locale][value as Order['delivery']['operator']] ?? `${value}`;
    if (field === 'prepaid_on' || field === 'reserved_until') return dotted(String(value));
    return String(value);
  };
  if (field === 'counterparty') return t.counterpartyChanged;
  if (field === 'count' && after === null) return t.gone(of);
  if (field === 'count' && before === null) return t.added(of, show(after));
  return `${nameOf({ field, of }, t, fields)}: ${show(before)} → ${show(after)}`;
}

/** Cash on delivery as a form holds it; what nobody has set is computed. */
export function codInWords({ on, sum, fee }: { on?: unknown; sum?: unknown; fee?: unknown }, t: ChangesText): string {
  if (on !== true) return t.nothing;
  const show = (typed: unknown) => (typeof typed === 'number' ? formatMoney(typed) : t.byRule);
  return `${t.names.cod_sum}: ${show(sum)}; ${t.names.cod_fee}: ${show(fee)}`;
}

/** A field of the template by its name of today; one that is gone by its key. */
function nameOf(
  { field, of }: Pick<OrderChange, 'field' | 'of'>,
  t: ChangesText,
  fields: readonly Pick<TemplateField, 'key' | 'name'>[],
): string {
  if (field === 'fields') return fields.find(({ key }) => key === of)?.name ?? of;
  if (field === 'customer_price') return t.price(of);
  // of a parcel that is not the first
  if (field === 'ttn' && of) return t.ttnOf(of);
  return field === 'count' ? of : t.names[field];
}

type Typed = OrderValues & {
  tags?: string[];
  source?: string;
  external_number?: string | null;
  prepayment?: { amount?: unknown; date?: string } | null;
};

const setByHand = (typed: unknown): number | null => (typeof typed === 'number' ? typed : null);

/** The form as it is compared: what it began with, and what stands in it now. */
function faceOf(values: Typed, sums: Pick<Preview, 'sum' | 'customer_sum'>, infos: Infos): OrderFace {
  const {
    customer,
    delivery,
    prepayment,
    cod,
    tags = [],
    source,
    external_number,
    customer_discount,
    counterparty_id,
  } = values;
  const ttn = (delivery as { ttn?: string } | undefined)?.ttn;
  return {
    fields: {
      counterparty: counterparty_id ?? null,
      customer_name: customer?.name ?? null,
      customer_phone: customer?.phone ?? null,
      customer_email: customer?.email ?? null,
      delivery_operator: delivery?.operator ?? null,
      recipient_name: delivery?.recipient_name ?? null,
      recipient_phone: delivery?.recipient_phone ?? null,
      delivery_town: delivery?.town ?? null,
      delivery_address: delivery?.address ?? null,
      ttn: ttn ?? null,
      tags: tags.join(', '),
      source: source ?? null,
      external_number: external_number ?? null,
      prepaid: Number(prepayment?.amount) || null,
      prepaid_on: prepayment?.date ?? null,
      cod: cod?.on ? 'yes' : null,
      cod_sum: cod?.on ? setByHand(cod.sum) : null,
      cod_fee: cod?.on ? setByHand(cod.fee) : null,
      promo_code: values.promo_code ?? null,
      customer_discount: Number(customer_discount) || 0,
      sum: sums.sum,
      customer_sum: sums.customer_sum,
    },
    lines: ((values.items ?? []) as Line[]).map((line) => {
      const info = infos[line.product_variant_id];
      return {
        product_variant_id: line.product_variant_id,
        name: info ? titleOf(info) : '…',
        count: countOf(line) ?? 0,
        customer_price: line.customer_price ?? null,
      };
    }),
    custom: {},
  };
}

/** What saving the form would change of the order; its own fields the form compares by itself. */
export const changesOfForm = (start: Typed, now: Typed, order: Order, sums: Preview, infos: Infos): OrderChange[] =>
  changesOf(
    faceOf(start, order, infos),
    faceOf(now, { sum: sums.sum ?? order.sum, customer_sum: sums.customer_sum ?? order.customer_sum }, infos),
  );
