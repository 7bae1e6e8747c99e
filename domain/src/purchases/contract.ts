import { z } from 'zod';
import { Availability } from '../kit/availability';
import { errors } from '../kit/errors';
import { Id, Instant, text, Version } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { Kopecks, SignedKopecks } from '../kit/money';
import { route } from '../kit/route';
import { FoundGoods, ownWords } from '../my_goods/contract';
import { CodFigures, RowCod } from '../orders/cod';
import { orderErrors } from '../orders/contract';
import { Customer, CustomerPrice, Delivery, OrderItem, OrderSource, OrderStatus, OrderTags } from '../orders/entities';
import { Count } from '../stock/count';
import { FieldsInput } from '../templates/fields';

/**
 * A dropshipper's basket over all his suppliers, and the purchases that it becomes: an order at each supplier. Both are
 * his alone; a supplier sees his own order and not what it belongs to.
 */
export const MAX_LINES = 200;
/** Of both comments that go to one supplier each: an order's takes 2,000. */
export const MAX_COMMENT = 990;
/** Their orders are made in one transaction. */
export const MAX_SUPPLIERS = 20;

export const purchaseErrors = errors('purchases', {
  not_found: { status: 404, ua: 'Закупівлю не знайдено', en: 'No such purchase' },
  line_not_found: { status: 404, ua: 'Цієї позиції вже немає в кошику', en: 'This line is no longer in the basket' },
  unknown_goods: {
    status: 422,
    ua: 'Цього товару немає серед товарів ваших постачальників',
    en: 'This is not among the goods of your suppliers',
  },
  too_many_lines: {
    status: 422,
    ua: 'У кошику може бути щонайбільше {limit} позицій',
    en: 'A basket has at most {limit} lines',
  },
  too_many_suppliers: {
    status: 422,
    ua: 'У кошику можуть бути товари щонайбільше {limit} постачальників',
    en: 'A basket has goods of at most {limit} suppliers',
  },
  count_too_large: {
    status: 422,
    ua: 'Однієї модифікації може бути щонайбільше {limit} штук',
    en: 'At most {limit} pieces of one modification',
  },
  empty: { status: 422, ua: 'Кошик порожній: додайте товари', en: 'The basket is empty: add goods' },
  refused: {
    status: 422,
    ua: 'Нічого не надіслано. {supplier}: {reason}',
    en: 'Nothing was sent. {supplier}: {reason}',
  },
  sum_changed: {
    status: 409,
    ua: 'Ціни змінилися, поки ви дивилися. Перевірте суми й надішліть ще раз',
    en: 'Prices have changed while you looked. Check the sums and send again',
  },
});

/** How the customer pays: to the carrier on delivery, of each parcel its part, or he has paid the seller already. */
export const Payment = z.enum(['cod', 'prepaid']);
export type Payment = z.infer<typeof Payment>;

/** What one supplier's order has of its own. */
export const SupplierChoice = z.object({
  promo_code: text(60).nullable().optional(),
  comment: text(MAX_COMMENT).optional(),
  /** Of that supplier's template of orders. */
  fields: FieldsInput,
  /** By the modification: of his template of order lines. */
  line_fields: z
    .record(z.uuid(), FieldsInput.unwrap())
    .refine((all) => Object.keys(all).length <= MAX_LINES)
    .optional(),
});
export type SupplierChoice = z.infer<typeof SupplierChoice>;

const Suppliers = z.record(z.uuid(), SupplierChoice).refine((all) => Object.keys(all).length <= MAX_SUPPLIERS);

/** To whom all of it goes. */
export const BasketDetails = z.object({
  customer: Customer,
  delivery: Delivery.omit({ ttn: true }),
  payment: Payment,
  /** For every supplier. */
  comment: text(MAX_COMMENT),
  source: OrderSource,
  tags: OrderTags,
  /** By the supplier's project. */
  suppliers: Suppliers,
});
export type BasketDetails = z.infer<typeof BasketDetails>;

export const EMPTY_DETAILS: BasketDetails = {
  customer: { name: '', phone: null, email: null },
  delivery: { operator: 'nova_poshta', recipient_name: '', recipient_phone: null, town: '', address: '' },
  payment: 'cod',
  comment: '',
  source: '',
  tags: [],
  suppliers: {},
};

/** Why something cannot be ordered as it stands. */
export const BasketProblem = z.object({
  /** `no_access`: he may order nothing there any more; else the code of the refusal that an order would meet. */
  code: z.string(),
  message: z.string(),
  /** Of the form; null: the line itself, or all of the supplier's. */
  path: z.string().nullable(),
});
export type BasketProblem = z.infer<typeof BasketProblem>;

export const BasketLine = OrderItem.pick({
  product_variant_id: true,
  product_title: true,
  modification_title: true,
  sku: true,
  unit: true,
  thumbnail_url: true,
  count: true,
  customer_price: true,
  available: true,
}).extend({
  ...ownWords,
  project_id: Id,
  /** Null where it is not for sale any more. */
  product_id: Id.nullable(),
  availability: Availability.nullable(),
  /** By the supplier's terms for him at this moment; null: it cannot be had. */
  price: OrderItem.pick({
    base_price: true,
    recommended_price: true,
    price_level: true,
    price_from: true,
    discount: true,
    discount_source: true,
    customer_discount: true,
    amount: true,
    recommended_amount: true,
    customer_amount: true,
  }).nullable(),
  problem: BasketProblem.nullable(),
});
export type BasketLine = z.infer<typeof BasketLine>;

const Sums = z.object({ sum: Kopecks, recommended_sum: Kopecks, customer_sum: Kopecks, earning: SignedKopecks });

export const BasketSupplier = Sums.extend({
  project_id: Id,
  title: z.string(),
  lines: z.array(BasketLine),
  /** Where the customer pays on delivery. */
  cod: CodFigures.nullable(),
  problems: z.array(BasketProblem),
});
export type BasketSupplier = z.infer<typeof BasketSupplier>;

export const Basket = Sums.extend({
  version: Version,
  details: BasketDetails,
  /** In the order in which their first goods were added. */
  suppliers: z.array(BasketSupplier),
  lines: z.int(),
  /** All cash on delivery; 0 where it is prepaid. */
  cod_sum: Kopecks,
  /** Nothing of it would be refused. */
  ready: z.boolean(),
});
export type Basket = z.infer<typeof Basket>;

const BASKET = 'dropshipping/basket';
/** Orders are made of it, and what it shows hangs on prices and stock. */
const CHANGED = ['basket'] as const;

export const readBasket = route({
  method: 'GET',
  path: BASKET,
  summary: 'The basket with prices, stock and what would be refused, as it is at this moment',
  auth: 'dropshipping',
  shows: ['product', 'my_goods', 'price_level', 'project'],
  returns: Basket,
});

export const BasketCount = z.object({ lines: z.int(), version: Version });

export const countBasket = route({
  method: 'GET',
  path: `${BASKET}/counts`,
  summary: 'How many lines the basket has',
  auth: 'dropshipping',
  returns: BasketCount,
});

export const findBasketGoods = route({
  method: 'GET',
  path: `${BASKET}/goods`,
  summary: 'Up to 30 modifications to choose from, found by one’s own names and SKUs and by those of the suppliers',
  auth: 'dropshipping',
  shows: ['product', 'my_goods', 'project'],
  query: z.object({ q: z.string().trim().max(120).default('') }),
  returns: z.object({ items: z.array(FoundGoods) }),
});

export const AddLines = z.object({
  items: z
    .array(
      z.object({
        project_id: z.uuid(),
        product_variant_id: z.uuid(),
        count: Count.default(1),
        customer_price: CustomerPrice.optional(),
      }),
    )
    .min(1)
    .max(MAX_LINES),
});
export type AddLines = z.infer<typeof AddLines>;

export const addBasketLines = route({
  method: 'POST',
  path: `${BASKET}/lines`,
  summary: 'Put goods into the basket; of what is there already the counts are added',
  auth: 'dropshipping',
  changes: CHANGED,
  body: AddLines,
  status: 200,
  returns: BasketCount,
  errors: [
    purchaseErrors.unknown_goods,
    purchaseErrors.too_many_lines,
    purchaseErrors.too_many_suppliers,
    purchaseErrors.count_too_large,
  ],
});

const OneLine = z.object({ project_id: z.uuid(), product_variant_id: z.uuid() });
const LINE = `${BASKET}/suppliers/:project_id/lines/:product_variant_id`;

export const updateBasketLine = route({
  method: 'PATCH',
  path: LINE,
  summary: 'Change how many pieces, or what the customer pays for one (null: as the supplier recommends)',
  auth: 'dropshipping',
  changes: CHANGED,
  answers: readBasket,
  params: OneLine,
  body: z.object({ count: Count.optional(), customer_price: CustomerPrice.optional() }),
  returns: Basket,
  errors: [purchaseErrors.line_not_found],
});

export const removeBasketLine = route({
  method: 'DELETE',
  path: LINE,
  summary: 'Take a line out of the basket',
  auth: 'dropshipping',
  changes: CHANGED,
  params: OneLine,
  errors: [purchaseErrors.line_not_found],
});

export const updateBasket = route({
  method: 'PATCH',
  path: BASKET,
  summary: 'Say for whom it is, where it goes and how it is paid',
  auth: 'dropshipping',
  changes: CHANGED,
  answers: readBasket,
  body: BasketDetails.partial(),
  returns: Basket,
});

export const clearBasket = route({
  method: 'DELETE',
  path: BASKET,
  summary: 'Take everything out of the basket',
  auth: 'dropshipping',
  changes: CHANGED,
});

/** An order of a purchase, as the list of purchases shows it. */
export const PurchaseOrder = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  number: z.int(),
  prefix: z.string(),
  status: OrderStatus,
  ttn: z.string().nullable(),
  sum: Kopecks,
  customer_sum: Kopecks,
  cod: RowCod.nullable(),
  parcels: z.int(),
  partly_sent: z.boolean(),
});
export type PurchaseOrder = z.infer<typeof PurchaseOrder>;

/** Sums are those of orders that are not canceled. */
const PurchaseSums = z.object({ sum: Kopecks, customer_sum: Kopecks, cod_sum: Kopecks });

export const PurchaseRow = PurchaseSums.extend({
  id: Id,
  /** Counted for each dropshipper by itself, from 1. */
  number: z.int(),
  customer_name: z.string(),
  customer_phone: z.string().nullable(),
  payment: Payment,
  orders: z.array(PurchaseOrder),
  created_at: Instant,
});
export type PurchaseRow = z.infer<typeof PurchaseRow>;

export const PurchaseParcel = z.object({ number: z.int(), ttn: z.string().nullable(), sent_at: Instant.nullable() });
export type PurchaseParcel = z.infer<typeof PurchaseParcel>;

export const Purchase = PurchaseRow.omit({ orders: true }).extend({
  /** What is left to the dropshipper: of what is paid on delivery after the carrier's fee. */
  earning: SignedKopecks,
  orders: z.array(
    PurchaseOrder.extend({
      items: z.array(
        OrderItem.pick({
          id: true,
          product_variant_id: true,
          product_title: true,
          modification_title: true,
          sku: true,
          unit: true,
          thumbnail_url: true,
          count: true,
          amount: true,
          customer_amount: true,
        }).extend(ownWords),
      ),
      cod_figures: CodFigures.nullable(),
      earning: SignedKopecks,
      shipments: z.array(PurchaseParcel),
      /** For the customer; null until it is made. */
      tracking_url: z.string().nullable(),
    }),
  ),
  delivery: z.object({
    operator: Delivery.shape.operator,
    recipient_name: z.string(),
    recipient_phone: z.string().nullable(),
    town: z.string(),
    address: z.string(),
  }),
});
export type Purchase = z.infer<typeof Purchase>;

const PURCHASES = 'dropshipping/purchases';
const One = z.object({ id: z.uuid() });

export const listPurchases = route({
  method: 'GET',
  path: PURCHASES,
  summary: 'The dropshipper’s purchases, each with its orders',
  auth: 'dropshipping',
  shows: ['order'],
  /** `q`: the number, a supplier’s name, or what its orders are found by: customer, phone, ТТН, SKU. */
  query: listQuery(['-created_at'], {}),
  returns: page(PurchaseRow),
});

export const readPurchase = route({
  method: 'GET',
  path: `${PURCHASES}/:id`,
  summary: 'A purchase with its orders, parcels and sums',
  auth: 'dropshipping',
  shows: ['order', 'my_goods'],
  params: One,
  returns: Purchase,
  errors: [purchaseErrors.not_found],
});

export const sendBasket = route({
  method: 'POST',
  path: PURCHASES,
  summary:
    'Send the basket: an order at each of its suppliers, all or none. The same version of the basket is sent once, however often it is asked',
  auth: 'dropshipping',
  changes: ['basket', 'purchase', 'order', 'product', 'product_variant', 'balance', 'account'],
  answers: readPurchase,
  body: z.object({
    /** The basket that was looked at. */
    version: Version,
    /** What it was to cost; another sum by now is refused. */
    sum: Kopecks.optional(),
  }),
  status: 201,
  returns: Purchase,
  errors: [
    purchaseErrors.empty,
    purchaseErrors.refused,
    purchaseErrors.sum_changed,
    purchaseErrors.too_many_suppliers,
    orderErrors.no_customer,
    orderErrors.no_recipient,
  ],
});

export const findPurchaseOfOrder = route({
  method: 'GET',
  path: `${PURCHASES}/of_order`,
  summary: 'The purchase that an order belongs to, if to one',
  auth: 'dropshipping',
  shows: ['order'],
  query: z.object({ order_id: z.uuid() }),
  returns: z.object({ purchase: PurchaseRow.nullable() }),
});

export const makePurchaseLinks = route({
  method: 'POST',
  path: `${PURCHASES}/:id/tracking_links`,
  summary: 'Make a page for the customer of each order, where there is none yet',
  auth: 'dropshipping',
  changes: ['purchase'],
  answers: readPurchase,
  params: One,
  status: 200,
  body: z.object({ show_sum: z.boolean().optional() }),
  returns: Purchase,
  errors: [purchaseErrors.not_found],
});

export const purchaseRoutes = {
  readBasket,
  countBasket,
  findBasketGoods,
  addBasketLines,
  updateBasketLine,
  removeBasketLine,
  updateBasket,
  clearBasket,
  listPurchases,
  readPurchase,
  sendBasket,
  findPurchaseOfOrder,
  makePurchaseLinks,
};
