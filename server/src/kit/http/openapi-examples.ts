import type { ErrorFactory } from '@lanka/domain/kit/errors';

export type JsonSchema = { readonly [key: string]: unknown };

const ID = '0197c9a2-6f3e-7c41-9d58-3b0a4e1f2c77';
const VARIANT = '0197c9a2-71b0-7f0e-8a44-5c2d9be0f316';
const COUNTERPARTY = '0197c9a2-7402-7d19-b1e3-90fa6c5d2e81';

/** What fields of that name hold in examples; whatever does not fit the schema is left out. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  product_variant_id: [VARIANT],
  product_variant_ids: [[VARIANT]],
  counterparty_id: [COUNTERPARTY],
  project_id: ['0197c9a2-5d11-7a5b-8c30-1f7be2d4a960'],
  sku: ['HD-BLK-M'],
  barcode: ['4820123456784'],
  product_title: ['Худі оверсайз'],
  first_product_title: ['Худі оверсайз'],
  modification_title: ['Чорний, M'],
  title: ['Худі оверсайз'],
  category_path: ['Одяг / Худі'],
  customer_name: ['Ірина Мельник'],
  recipient_name: ['Ірина Мельник'],
  recipient_phone: ['+380671234567'],
  phone: ['+380671234567'],
  email: ['iryna@example.com'],
  legal_name: ['ФОП Коваленко Олена Петрівна'],
  counterparty_name: ['Крамниця «Затишок»'],
  project_title: ['Фабрика «Льон»'],
  town: ['Київ'],
  place: ['Відділення №12'],
  address: ['Київ, Нова пошта, відділення 12'],
  ttn: ['20451234567890'],
  promo_code: ['OSIN10'],
  comment: ['Подзвонити перед відправленням'],
  reason: ['Клієнт передумав'],
  count: [2],
  actual: [40],
  booked: [3],
  available: [37],
  price: [64_000],
  base_price: [64_000],
  recommended_price: [89_000],
  customer_price: [89_000],
  amount: [128_000],
  sum: [128_000],
  recommended_sum: [178_000],
  customer_sum: [178_000],
  balance: [-124_000],
  discount: [500],
  weight: [620],
  number: [417],
  total: [1],
  version: [3],
  next_cursor: [null],
  total_is_estimate: [false],
  delta: [-3],
  counted: [37],
  name: ['Чорний, M'],
  unit: ['шт'],
  tag: ['осінь'],
  q: ['худі'],
  cursor: ['eyJrIjpbIjIwMjYtMTEtMjYiXX0'],
  limit: [50],
  file_name: ['hoodie.jpg'],
  content_type: ['image/jpeg'],
  url: ['https://lanka.example/files/hoodie.jpg'],
  thumbnail_url: ['https://lanka.example/files/hoodie-small.jpg'],
  logo_url: ['https://lanka.example/files/logo.png'],
  code: ['4820123456784'],
  key: ['delivery_terms'],
  deleted: [false],
  prefix: ['TP'],
  first_thumbnail_url: ['https://lanka.example/files/hoodie-small.jpg'],
  manager_name: ['Андрій Бондар'],
  source: ['сайт'],
  vendor: ['Льон'],
  status: ['Pending', 'pending'],
  overdue: [false],
  partly_sent: [false],
  is_exchange: [false],
  returned: [0],
  last_status: ['Pending'],
};

const CLIENT = { name: 'Ірина Мельник', phone: '+380671234567' };

/** Bodies of the calls that are made most, told whole. */
export const REQUESTS: Readonly<Record<string, unknown>> = {
  create_order: {
    counterparty_id: COUNTERPARTY,
    items: [{ product_variant_id: VARIANT, count: 2 }],
    customer: { name: 'Ірина Мельник', phone: '+380671234567' },
    delivery: {
      operator: 'nova_poshta',
      recipient_name: 'Ірина Мельник',
      recipient_phone: '+380671234567',
      address: 'Київ, відділення 12',
    },
    comment: 'Замовлення 417 із сайту',
    send: true,
  },
  // a name and a way to answer
  create_request_form: {
    name: 'Ірина Мельник',
    phone: '+380671234567',
    comment: 'Чи шиєте штори за розміром?',
    page_url: 'https://shop.example.com/contacts',
  },
  create_product: {
    name: 'Худі оверсайз',
    variants: [
      {
        sku: 'HD-BLK-M',
        price: 64_000,
        recommended_price: 89_000,
        values: [{ option: 'Розмір', value: 'M' }],
        actual: 40,
      },
    ],
  },
  update_by_sku: {
    items: [
      { sku: 'HD-BLK-M', price: 64_000, recommended_price: 89_000, counted: 37 },
      { sku: 'HD-BLK-L', counted: 12, product_name: 'Худі оверсайз, L' },
    ],
    comment: 'Обмін зі складом',
  },
  create_client: CLIENT,
  create_my_client: CLIENT,
  update_client: { name: CLIENT.name },
  update_my_client: { name: CLIENT.name },
  create_counterparty: { name: 'Крамниця «Затишок»' },
  update_counterparty: { name: 'Крамниця «Затишок»' },
  create_category: { name: 'Худі' },
  update_category: { name: 'Худі' },
  create_option: { name: 'Розмір' },
  update_option: { name: 'Розмір' },
  create_value: { value: 'M' },
  update_value: { value: 'M' },
  create_static_data: {
    key: 'delivery_terms',
    name: 'Умови доставки',
    content: { type: 'text', value: 'Відправляємо щодня до 16:00' },
  },
  update_product: { name: 'Худі оверсайз' },
  create_variant: { sku: 'HD-BLK-M', price: 64_000, values: [{ option: 'Розмір', value: 'M' }] },
  update_variant: { price: 64_000, recommended_price: 89_000 },
  update_order: { customer: CLIENT },
  price_order: { counterparty_id: COUNTERPARTY, items: [{ product_variant_id: VARIANT, count: 2 }] },
  move_order: { to: 'Pending' },
  create_promotion: { title: 'Осіння знижка', promo_code: 'OSIN10', discount: 1_000, discount_type: 'percent' },
  change_stock: { counted: 37, comment: 'Перелік на складі' },
};

/** A value that the schema takes. Of what is sent, only what has to be sent; of what is answered, all. */
export function exampleOf(schema: JsonSchema, name: string, io: 'input' | 'output'): unknown {
  for (const value of VALUES[name] ?? []) if (fits(schema, value)) return value;
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as readonly JsonSchema[] | undefined;
  if (options) return exampleOf(options[0] ?? {}, name, io);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (firstType(schema)) {
    case 'object':
      return objectOf(schema, io);
    case 'array':
      return listOf(schema, name, io);
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1));
    case 'boolean':
      return true;
    default:
      return null;
  }
}

const firstType = ({ type }: JsonSchema): unknown =>
  Array.isArray(type) ? (type.find((one) => one !== 'null') ?? 'null') : type;

function objectOf(schema: JsonSchema, io: 'input' | 'output'): object {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  const all = Object.keys(properties);
  const names = io === 'output' ? all : all.filter((name) => required.includes(name));
  // a change sends one field at least
  const chosen = names.length === 0 && io === 'input' ? all.slice(0, 1) : names;
  return Object.fromEntries(chosen.map((name) => [name, exampleOf(properties[name] ?? {}, name, io)]));
}

function listOf(schema: JsonSchema, name: string, io: 'input' | 'output'): unknown[] {
  const items = schema.items as JsonSchema | undefined;
  return items ? [exampleOf(items, name.replace(/s$/, ''), io)] : [];
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: ID,
  date: '2026-11-26',
  'date-time': '2026-11-26T09:30:00.000Z',
  email: 'iryna@example.com',
  uri: 'https://lanka.example/',
};

function textOf({ format, pattern, maxLength }: JsonSchema): string {
  if (typeof format === 'string' && BY_FORMAT[format]) return BY_FORMAT[format];
  if (typeof pattern === 'string')
    return ['size', '10', '+380671234567', 'a', 'A1'].find((one) => new RegExp(pattern, 'u').test(one)) ?? '';
  return 'Текст'.slice(0, Number(maxLength ?? 5));
}

/** Shallow: the values above are texts, numbers and lists of ids. */
function fits(schema: JsonSchema, value: unknown): boolean {
  const options = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (options) return options.some((one) => fits(one, value));
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
  const types = [schema.type].flat();
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value === 'boolean') return types.includes('boolean');
  if (typeof value === 'string') {
    if (!types.includes('string') || value.length > Number(schema.maxLength ?? value.length)) return false;
    if (typeof schema.format === 'string') return schema.format === 'uuid' && value.length === ID.length;
    return typeof schema.pattern !== 'string' || new RegExp(schema.pattern, 'u').test(value);
  }
  const number = Number(value);
  return (
    (types.includes('integer') || types.includes('number')) &&
    number >= Number(schema.minimum ?? number) &&
    number <= Number(schema.maximum ?? number)
  );
}

/** Values that stand in texts of errors. */
const IN_TEXTS: Readonly<Record<string, unknown>> = {
  seconds: 12,
  allowed: 10,
  used: 10,
  available: 1,
  wanted: 2,
  scope: 'orders.write',
  address: '203.0.113.7',
  path: 'count',
  until: '2026-12-01',
  earliest: '2026-11-27',
  resets_on: '2026-12-01',
  used_mb: 2048,
  allowed_mb: 2048,
  adding_mb: 12,
  key: 'delivery_terms',
  name: 'Худі оверсайз',
  value: 'A1',
  sku: 'HD-BLK-M',
  day: '2026-11-26',
  from: 'Pending',
  to: 'Sent',
  closed_until: '2026-10-31',
  latest: '2026-12-31',
  date: '2026-11-26',
  phone: '+380671234567',
  option: 'Розмір',
  combination: 'Чорний, M',
  plan: 'Premium',
  host: 'example.com',
  allowed_money: '10 000,00 ₴',
  promo_code: 'OSIN10',
  price_shown: '640,00 ₴',
  allowed_shown: '640,00 ₴',
};

/** What the call answers then, in English; the same in Ukrainian beside it. */
export function exampleError(error: ErrorFactory): object {
  const names = [...error.text.en.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const values = Object.fromEntries(names.map((name) => [name, IN_TEXTS[name] ?? 3]));
  const known = DETAILS[error.code];
  const failure = known ? error(...known) : names.length > 0 ? error(values) : error();
  return {
    summary: failure.message_in('en'),
    value: { code: error.code, message: failure.message_in('en'), details: failure.details_in('en') },
    'x-message-ua': failure.message_in('ua'),
  };
}

/** Where the details say more than the text. */
const DETAILS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  'common.invalid': [{ path: 'items.0.count', code: 'too_small', message: 'At least 1' }],
  'stock.short': [{ product_variant_id: VARIANT, wanted: 2, available: 1 }],
};
