/** What a new order starts from: nothing, a variant of the address, or a copy of another order. */
import { listAllVariants } from '@lanka/domain/catalog/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import * as contract from '@lanka/domain/orders/contract';
import { missingToSend, type OrderFacts } from '@lanka/domain/orders/rules';
import { listTemplates, type TemplateField } from '@lanka/domain/templates/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../kit/http/call';
import { type FormValues, fieldProblems, ofSet, startValues } from '../templates';
import { customerOf, deliveryOf } from './fields';
import { type Infos, infoOfVariant, type Line } from './lines';

export interface Start {
  counterparty_id: string;
  items: Line[];
  customer: { name: string; phone: string; email: string };
  delivery: {
    operator: contract.Order['delivery']['operator'];
    recipient_name: string;
    recipient_phone: string;
    town: string;
    address: string;
    city_ref: string;
    branch_ref: string;
    door: contract.Order['delivery']['door'];
    ttn: string;
  };
  tags: string[];
  source: string;
  external_number: string;
  reserved_until: string;
  prepayment: { amount: number | ''; date: string };
  cod: { on: boolean; sum: number | ''; fee: number | '' };
  promo_code: string;
  customer_discount: number;
  fields: FormValues;
  comment: string;
}

export interface Draft {
  start: Start;
  infos: Infos;
  /** The number of the order that was copied. */
  copied: number | null;
  /** Lines of the copied order that are no longer for sale. */
  skipped: number;
  /** The code of the copied order when it does not hold any more, and why. */
  dropped: { promo_code: string; why: string } | null;
}

const NOWHERE = { city_ref: '', branch_ref: '', door: null, ttn: '' };
const EMPTY: Start = {
  counterparty_id: '',
  items: [],
  customer: { name: '', phone: '', email: '' },
  delivery: { operator: 'nova_poshta', recipient_name: '', recipient_phone: '', town: '', address: '', ...NOWHERE },
  tags: [],
  source: '',
  external_number: '',
  reserved_until: '',
  prepayment: { amount: '', date: '' },
  cod: { on: false, sum: '', fee: '' },
  promo_code: '',
  customer_discount: 0,
  fields: {},
  comment: '',
};

export interface Asked {
  project_id: string | null;
  /** Lines to begin with. */
  variant: string | null;
  /** The order to repeat. */
  copy: string | null;
  counterparty_id: string | null;
}

/** Read once: what happens elsewhere must not change a form that is being filled in. */
export function useDraft(asked: Asked) {
  return useQuery({
    queryKey: ['order-draft', asked],
    queryFn: ({ signal }) => readDraft(asked, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

async function readDraft({ project_id, variant, copy, counterparty_id }: Asked, signal: AbortSignal): Promise<Draft> {
  const start = { ...EMPTY, counterparty_id: counterparty_id ?? '' };
  if (!project_id) return { start, infos: {}, copied: null, skipped: 0, dropped: null };
  const { items: templates } = await call(listTemplates, { params: { project_id }, signal });
  const fields = startValues(ofSet(templates, 'order'), null);
  const order = copy ? await call(contract.readOrder, { params: { project_id, id: copy }, signal }) : null;
  const wanted: Line[] = order
    ? order.items.map(({ product_variant_id, count, customer_price }) => ({
        product_variant_id,
        count,
        customer_price,
      }))
    : variant
      ? [{ product_variant_id: variant, count: 1 }]
      : [];
  const infos = await readInfos(project_id, wanted, signal);
  const items = wanted.filter((line) => infos[line.product_variant_id]);
  const copied = order ? { counterparty_id: order.counterparty_id, ...ofCopy(order) } : {};
  const code = order?.promo_code ? await checkCode(project_id, order, order.promo_code, signal) : NO_CODE;
  return {
    start: { ...start, fields, ...copied, ...code.start, items },
    dropped: code.dropped,
    infos,
    copied: order?.number ?? null,
    skipped: wanted.length - items.length,
  };
}

/** Everything but what belongs to the one parcel and the one purchase. */
const ofCopy = (order: contract.Order) => ({
  customer: customerOf(order),
  delivery: { ...deliveryOf(order), ttn: '' },
  tags: order.tags,
  source: order.source,
  cod: { on: order.cod !== null, sum: '' as const, fee: '' as const },
  customer_discount: order.customer_discount,
});

const NO_CODE: { start: Partial<Start>; dropped: Draft['dropped'] } = { start: {}, dropped: null };

/** The code of the order that is repeated, when it may be used again; else why not. */
async function checkCode(
  project_id: string,
  { counterparty_id }: contract.Order,
  promo_code: string,
  signal: AbortSignal,
): Promise<typeof NO_CODE> {
  const body = { counterparty_id, promo_code, items: [] };
  const { refusals } = await call(contract.priceOrder, { params: { project_id }, body, signal });
  const refused = refusals.find(({ path }) => path === 'promo_code');
  if (refused) return { start: {}, dropped: { promo_code, why: refused.message } };
  return { start: { promo_code }, dropped: null };
}

/** The variants of these lines that are for sale now. An order has at most 500 lines, a list of ids 50. */
async function readInfos(project_id: string, wanted: readonly Line[], signal: AbortSignal): Promise<Infos> {
  const ids = wanted.map(({ product_variant_id }) => product_variant_id);
  const parts = Array.from({ length: Math.ceil(ids.length / 50) }, (_, i) => ids.slice(i * 50, i * 50 + 50));
  const answers = await Promise.all(
    parts.map((id) => call(listAllVariants, { params: { project_id }, query: { id, limit: MAX_LIMIT }, signal })),
  );
  const variants = answers.flatMap(({ items }) => items).filter((one) => !one.deleted && one.price !== null);
  return Object.fromEntries(variants.map((one) => [one.id, infoOfVariant(one)]));
}

/**
 * The body of a new order. A draft may lack anything; what is sent needs what the machine asks for, so the form asks
 * for it on its fields (`isDraft` is read at the moment of the check).
 */
export const newOrderSchema = (isDraft: () => boolean, fields: () => readonly TemplateField[], locale: Locale) =>
  contract.CreateOrderBody.omit({ send: true }).check((context) => {
    const given = context.value.fields ?? {};
    for (const { key, message } of fieldProblems(fields(), given, !isDraft(), locale))
      context.issues.push({ code: 'custom', path: ['fields', key], message, input: given[key] });
    if (isDraft()) return;
    const { customer, delivery, items } = context.value;
    const facts: OrderFacts = {
      status: 'Draft',
      item_count: items?.length ?? 0,
      shipped: false,
      charged: false,
      customer_name: customer?.name ?? '',
      delivery: {
        operator: delivery?.operator ?? 'other',
        recipient_name: delivery?.recipient_name ?? '',
        recipient_phone: delivery?.recipient_phone ?? null,
        address: delivery?.address ?? '',
      },
    };
    // The rule names what is missing one thing after another; a form shows all of it at once.
    const supposed = [facts, { ...facts, item_count: 1 }, { ...facts, item_count: 1, customer_name: '?' }];
    const paths = supposed.flatMap((one) => missingToSend(one)?.details ?? []).map(({ path }) => String(path));
    for (const path of new Set(paths))
      context.issues.push({ code: 'custom', path: path.split('.'), message: 'required', input: undefined });
  });
