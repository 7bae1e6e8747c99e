import type { StoredValue, StoredValues } from '../templates/fields';
import type { Door } from './entities';

/** A draft as far as joining several into one looks at it. */
export interface JoinedDraft {
  readonly counterparty_id: string;
  readonly customer: Readonly<Record<'name' | 'email' | 'phone', string | null>>;
  readonly delivery: Readonly<
    Record<
      'operator' | 'recipient_name' | 'recipient_phone' | 'town' | 'address' | 'city_ref' | 'branch_ref' | 'ttn',
      string | null
    >
  > & { readonly door: Door | null };
  readonly promo_code: string | null;
  readonly customer_discount: number;
  /** The carrier collects the money. */
  readonly cod: boolean;
  readonly tags: readonly string[];
  readonly source: string;
  readonly external_number: string | null;
  /** In kopecks. */
  readonly prepaid: number;
  readonly prepaid_on: string | null;
  readonly fields: StoredValues;
  readonly items: readonly JoinedLine[];
}

export interface JoinedLine {
  readonly id: string;
  readonly product_variant_id: string;
  readonly count: number;
  readonly customer_price: number | null;
  readonly fields: StoredValues;
}

/** What drafts may differ in so that they cannot become one, in the words of people. */
export const JOIN_FIELDS = {
  counterparty: { ua: 'контрагент', en: 'counterparty' },
  customer: { ua: 'покупець', en: 'customer' },
  delivery: { ua: 'доставка', en: 'delivery' },
  promo_code: { ua: 'промокод', en: 'promo code' },
  customer_discount: { ua: 'знижка покупцю', en: 'discount for the customer' },
  cod: { ua: 'післяплата', en: 'cash on delivery' },
  customer_price: { ua: 'ціна того самого товару для покупця', en: 'price of the same goods for the customer' },
  line_fields: { ua: 'додаткові поля того самого товару', en: 'additional fields of the same goods' },
  fields: { ua: 'додаткові поля', en: 'additional fields' },
  tags: { ua: 'теги: разом їх забагато', en: 'tags: together there are too many' },
  count: { ua: 'кількість того самого товару: разом забагато', en: 'count of the same goods: together too many' },
  lines: { ua: 'позиції: разом їх забагато', en: 'items: together there are too many' },
} as const;
export type JoinField = keyof typeof JOIN_FIELDS;

export interface Joined {
  /** Of the first. */
  readonly draft: JoinedDraft;
  /** Which line of the first the lines of this draft have gone to, by their ids. */
  readonly into: ReadonlyMap<string, string>;
  /** In what it differs from those before; nothing of it counts then. */
  readonly differs: readonly JoinField[];
}

export interface JoinLimits {
  readonly tags: number;
  readonly lines: number;
  readonly count: number;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Key by key: what one says and the other does not is taken over. Null: they contradict each other. */
function agree<T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>): Record<string, T> | null {
  const both: Record<string, T> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    if (isEmpty(value) || same(both[key], value)) continue;
    if (!isEmpty(both[key])) return null;
    both[key] = value;
  }
  return both;
}

/** The operator of a delivery that says nothing else is only what a new draft begins with. */
const isNowhere = ({ operator: _operator, ...rest }: JoinedDraft['delivery']): boolean =>
  Object.values(rest).every(isEmpty);

function agreeOnDelivery(a: JoinedDraft['delivery'], b: JoinedDraft['delivery']): JoinedDraft['delivery'] | null {
  if (isNowhere(a)) return b;
  return isNowhere(b) ? a : (agree<unknown>(a, b) as JoinedDraft['delivery'] | null);
}

/**
 * The second draft in the first: lines of the same goods are summed, what one of them does not say the other does. They
 * stay apart where they contradict each other; every such field is told.
 */
export function join(first: JoinedDraft, second: JoinedDraft, limits: JoinLimits): Joined {
  const differs: JoinField[] = [];
  const or = <T>(field: JoinField, agreed: T | null, otherwise: T): T => {
    if (agreed === null) differs.push(field);
    return agreed ?? otherwise;
  };
  const unless = (field: JoinField, isWrong: boolean): void => {
    if (isWrong) differs.push(field);
  };
  unless('counterparty', first.counterparty_id !== second.counterparty_id);
  const customer = agree<string | null>(first.customer, second.customer) as JoinedDraft['customer'] | null;
  const tags = [...new Set([...first.tags, ...second.tags])];
  const into = new Map<string, string>();
  const items = [...first.items];
  for (const line of second.items) {
    const at = items.findIndex((one) => one.product_variant_id === line.product_variant_id);
    const known = items[at];
    into.set(line.id, known?.id ?? line.id);
    if (!known) {
      items.push(line);
      continue;
    }
    unless('customer_price', known.customer_price !== line.customer_price);
    unless('count', known.count + line.count > limits.count);
    const fields = or('line_fields', agree<StoredValue>(known.fields, line.fields), known.fields);
    items[at] = { ...known, count: known.count + line.count, fields };
  }
  unless('lines', items.length > limits.lines);
  unless('promo_code', first.promo_code !== second.promo_code);
  unless('customer_discount', first.customer_discount !== second.customer_discount);
  unless('cod', first.cod !== second.cod);
  unless('tags', tags.length > limits.tags);
  const draft: JoinedDraft = {
    counterparty_id: first.counterparty_id,
    customer: or('customer', customer, first.customer),
    delivery: or('delivery', agreeOnDelivery(first.delivery, second.delivery), first.delivery),
    promo_code: first.promo_code,
    customer_discount: first.customer_discount,
    cod: first.cod,
    tags,
    source: first.source || second.source,
    // one of them names the order; the other stays with the draft that is canceled
    external_number: first.external_number ?? second.external_number,
    prepaid: first.prepaid + second.prepaid,
    prepaid_on:
      [first.prepaid_on, second.prepaid_on]
        .filter((day) => day !== null)
        .sort()
        .at(-1) ?? null,
    fields: or('fields', agree<StoredValue>(first.fields, second.fields), first.fields),
    items,
  };
  return { draft, into, differs: [...new Set(differs)] };
}
