/**
 * The plans and their limits (specification §9): the one source for the price list, the plan step, the refusals of
 * the server and the documentation. Prices are kopecks a month.
 */
import { z } from 'zod';
import { DomainError, type ErrorDetail, type ErrorFactory, errors, type Locale } from './errors';

export const ManufacturerPlan = z.enum([
  'manufacturer-basic-monthly',
  'manufacturer-standard-monthly',
  'manufacturer-premium-monthly',
]);
export type ManufacturerPlan = z.infer<typeof ManufacturerPlan>;

export const DropshipperPlan = z.enum([
  'dropshipper-free',
  'dropshipper-standard-monthly',
  'dropshipper-business-monthly',
]);
export type DropshipperPlan = z.infer<typeof DropshipperPlan>;

export const Plan = z.enum([...ManufacturerPlan.options, ...DropshipperPlan.options]);
export type Plan = z.infer<typeof Plan>;

/** Their names for people, by the word of the identifier that says the size. */
const TITLES: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  basic: { ua: 'Базовий', en: 'Basic' },
  standard: { ua: 'Стандарт', en: 'Standard' },
  premium: { ua: 'Преміум', en: 'Premium' },
  free: { ua: 'Безкоштовний', en: 'Free' },
  business: { ua: 'Бізнес', en: 'Business' },
};

export const planTitle = (plan: Plan, locale: Locale): string => TITLES[plan.split('-')[1] ?? '']?.[locale] ?? plan;

/** Who a plan is for; the identifiers begin with these words (specification §3, Subscription plans). */
export const Audience = z.enum(['manufacturer', 'dropshipper']);
export type Audience = z.infer<typeof Audience>;

export const isFor = (plan: string | null | undefined, audience: Audience): boolean =>
  plan?.startsWith(`${audience}-`) ?? false;

export interface PlanTerms {
  readonly price: number;
  /** The price before the discount, struck through beside it. */
  readonly old_price: number | null;
}

export interface ManufacturerTerms extends PlanTerms {
  /** Orders a month. */
  readonly orders: number;
  /** A pack of further orders: how many, for how much. */
  readonly extra_orders: { readonly count: number; readonly price: number };
  /** Collaborators beside the owner that the price includes. */
  readonly collaborators: number;
  /** The price of each further collaborator a month; null where there can be none. */
  readonly extra_collaborator: number | null;
  /** Null: as many as wanted. */
  readonly products: number | null;
  readonly product_variants: number | null;
  /** Bytes of files. */
  readonly storage: number;
  readonly receipts: boolean;
  /** Calls and bytes a month; null without the public API. */
  readonly api: { readonly requests: number; readonly bytes: number } | null;
}

export interface DropshipperTerms extends PlanTerms {
  /** Sees the catalogue of manufacturers and may apply; without it, only those who invited him. */
  readonly catalogue: boolean;
  /** Bytes of the files that he himself sends, with all his suppliers together. */
  readonly storage: number;
  readonly api: { readonly requests: number; readonly bytes: number } | null;
}

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const API = { requests: 2_000_000, bytes: 2 * GB } as const;

export const MANUFACTURER_PLANS: Readonly<Record<ManufacturerPlan, ManufacturerTerms>> = {
  'manufacturer-basic-monthly': {
    price: 89_00,
    old_price: null,
    orders: 50,
    extra_orders: { count: 50, price: 89_00 },
    collaborators: 3,
    extra_collaborator: null,
    products: 100,
    product_variants: 1000,
    storage: GB,
    receipts: false,
    api: null,
  },
  'manufacturer-standard-monthly': {
    price: 379_00,
    old_price: 800_00,
    orders: 200,
    extra_orders: { count: 50, price: 59_00 },
    collaborators: 7,
    extra_collaborator: null,
    products: 1000,
    product_variants: 10_000,
    storage: 3 * GB,
    receipts: true,
    api: null,
  },
  'manufacturer-premium-monthly': {
    price: 1299_00,
    old_price: 2600_00,
    orders: 1000,
    extra_orders: { count: 50, price: 39_00 },
    collaborators: 10,
    extra_collaborator: 49_00,
    products: null,
    product_variants: null,
    storage: 10 * GB,
    receipts: true,
    api: API,
  },
};

export const DROPSHIPPER_PLANS: Readonly<Record<DropshipperPlan, DropshipperTerms>> = {
  'dropshipper-free': { price: 0, old_price: null, catalogue: false, storage: 100 * MB, api: null },
  'dropshipper-standard-monthly': { price: 43_00, old_price: 89_00, catalogue: true, storage: GB, api: null },
  'dropshipper-business-monthly': { price: 378_00, old_price: 800_00, catalogue: true, storage: 3 * GB, api: API },
};

/** A sandbox has this in place of a plan: nobody chooses it and nobody pays for it. */
export const SANDBOX_PLAN = 'sandbox';

/** Small, so that a program meets its limits while it is being written, and as large as its data need. */
const SANDBOX_TERMS: ManufacturerTerms = {
  price: 0,
  old_price: null,
  orders: 200,
  extra_orders: { count: 50, price: 0 },
  collaborators: 0,
  extra_collaborator: null,
  products: 100,
  product_variants: 1000,
  storage: 50 * MB,
  receipts: false,
  api: { requests: 5_000, bytes: 50 * MB },
};

/** Calls of one key within a minute: of a sandbox fewer, so that 429 can be met. */
export const callsPerMinute = (plan: string | null | undefined, configured: number): number =>
  plan === SANDBOX_PLAN ? Math.min(60, configured) : configured;

/**
 * What a project may hold. Until a plan is chosen it works on trial, with the terms of the largest
 * (docs/decisions: plans and the trial).
 */
export function termsOf(plan: string | null | undefined): ManufacturerTerms {
  if (plan === SANDBOX_PLAN) return SANDBOX_TERMS;
  const parsed = ManufacturerPlan.safeParse(plan);
  return MANUFACTURER_PLANS[parsed.success ? parsed.data : 'manufacturer-premium-monthly'];
}

/** A dropshipper's terms; without a plan those of the free one. */
export function dropshipperTermsOf(plan: string | null | undefined): DropshipperTerms {
  const parsed = DropshipperPlan.safeParse(plan);
  return DROPSHIPPER_PLANS[parsed.success ? parsed.data : 'dropshipper-free'];
}

/** What a manufacturer's plan counts; storage in bytes. */
export const LIMITED = ['collaborators', 'products', 'product_variants', 'storage'] as const;
export type Limited = (typeof LIMITED)[number];

/** How many of these the plan allows; null: as many as wanted. */
export function allowed(plan: string | null | undefined, what: Limited): number | null {
  const terms = termsOf(plan);
  if (what === 'collaborators') return terms.extra_collaborator === null ? terms.collaborators : null;
  return terms[what];
}

/** The plans that allow so many, cheapest first: what lifts a limit that was reached. */
export function plansThatLift(what: Limited, wanted: number): ManufacturerPlan[] {
  return ManufacturerPlan.options.filter((plan) => (allowed(plan, what) ?? Number.POSITIVE_INFINITY) >= wanted);
}

/**
 * A limit that is reached: `details` say which one (`limit`), how much is used, how much is allowed and which plans
 * lift it (domain.md, Plans; the words: specification §8, Plan limits).
 */
export const planErrors = errors('plans', {
  collaborators_limit: {
    status: 402,
    ua: 'Досягнуто ліміту співробітників: {used} з {allowed}',
    en: 'The limit of collaborators is reached: {used} of {allowed}',
  },
  products_limit: {
    status: 402,
    ua: 'Досягнуто ліміту товарів: {used} з {allowed}',
    en: 'The limit of products is reached: {used} of {allowed}',
  },
  product_variants_limit: {
    status: 402,
    ua: 'Досягнуто ліміту модифікацій: {used} з {allowed}',
    en: 'The limit of modifications is reached: {used} of {allowed}',
  },
  /** `used`, `adding` and `allowed` are bytes; the text tells them in megabytes. */
  storage_limit: {
    status: 402,
    ua: 'Не вистачає місця для файлів: зайнято {used_mb} МБ із {allowed_mb} МБ, потрібно ще {adding_mb} МБ',
    en: 'There is no room for the file: {used_mb} MB of {allowed_mb} MB are used, {adding_mb} MB more are needed',
  },
  receipts_not_included: {
    status: 402,
    ua: 'Фіскальні чеки не входять у ваш тариф. Вони є в тарифах «Стандарт» і «Преміум»',
    en: 'Fiscal receipts are not part of your plan. The plans Standard and Premium have them',
  },
  api_not_included: {
    status: 402,
    ua: 'Ключі API не входять у ваш тариф. Вони є в тарифі «Преміум» для постачальників і «Бізнес» для дропшиперів',
    en: 'Keys of the API are not part of your plan. The plan Premium has them for suppliers, and Business for dropshippers',
  },
  /** `seconds` until the month is over stand in `Retry-After` (domain.md, Public API). */
  api_requests_limit: {
    status: 429,
    ua: 'Ліміт запитів API на місяць вичерпано: {used} з {allowed}. Лічильник почнеться знову {resets_on}',
    en: 'The requests of the API for this month are used up: {used} of {allowed}. They begin anew on {resets_on}',
  },
  /** `used` and `allowed` are bytes; the text tells them in megabytes. */
  api_bytes_limit: {
    status: 429,
    ua: 'Ліміт передавання даних API на місяць вичерпано: {used_mb} МБ з {allowed_mb} МБ. Лічильник почнеться знову {resets_on}',
    en: 'The traffic of the API for this month is used up: {used_mb} MB of {allowed_mb} MB. It begins anew on {resets_on}',
  },
  /** `details`: one entry for each limit of the new plan that is passed already. */
  over_limits: {
    status: 409,
    ua: 'Тариф не змінено: використано більше, ніж він дозволяє',
    en: 'The plan was not changed: more is used than it allows',
  },
});

const or = { ua: ' або ', en: ' or ' } as const;
const quoted = { ua: (name: string) => `«${name}»`, en: (name: string) => `“${name}”` } as const;

/** `«Стандарт» або «Преміум»` */
export const planNames = (plans: readonly Plan[], locale: Locale): string =>
  plans.map((plan) => quoted[locale](planTitle(plan, locale))).join(or[locale]);

/** A limit that is reached says in words, too, which plans lift it; nothing of them where none does. */
export function liftedBy(
  { code, text }: Pick<ErrorFactory, 'code' | 'text'>,
  detail: ErrorDetail & { readonly plans: readonly Plan[] },
): DomainError {
  if (detail.plans.length === 0) return new DomainError(code, text, [detail]);
  const ua = `${text.ua}. Більше дозволяє тариф ${planNames(detail.plans, 'ua')}`;
  const en = `${text.en}. The plan ${planNames(detail.plans, 'en')} allows more`;
  return new DomainError(code, { ...text, ua, en }, [detail]);
}

/** Refuses what would pass a limit of the plan: `adding` more beside the `used` ones. Throws 402. */
export function assertRoom(plan: string | null, what: Exclude<Limited, 'storage'>, used: number, adding = 1): void {
  const most = allowed(plan, what);
  if (most === null || used + adding <= most) return;
  const plans = plansThatLift(what, used + adding);
  throw liftedBy(planErrors[`${what}_limit`], { limit: what, used, allowed: most, plans });
}

/** What fiscal receipts are refused with where the plan has none; null where it has them. */
export function receiptsRefusal(plan: string | null): DomainError | null {
  if (termsOf(plan).receipts) return null;
  const plans = ManufacturerPlan.options.filter((one) => MANUFACTURER_PLANS[one].receipts);
  return planErrors.receipts_not_included({ limit: 'receipts', used: 0, allowed: 0, plans });
}

/** Refuses fiscal receipts where the plan has none. Throws 402. */
export function assertReceipts(plan: string | null): void {
  const refusal = receiptsRefusal(plan);
  if (refusal) throw refusal;
}

/** How many bytes of files the plan allows. */
export const storageAllowed = (audience: Audience, plan: string | null | undefined): number =>
  (audience === 'manufacturer' ? termsOf(plan) : dropshipperTermsOf(plan)).storage;

const storageLiftedBy = (audience: Audience, wanted: number): Plan[] =>
  audience === 'manufacturer'
    ? plansThatLift('storage', wanted)
    : DropshipperPlan.options.filter((plan) => storageAllowed(audience, plan) >= wanted);

/** Refuses a file of so many bytes that does not fit beside the `used` ones. Throws 402. */
export function assertStorage(audience: Audience, plan: string | null, used: number, adding: number): void {
  const most = storageAllowed(audience, plan);
  if (used + adding <= most) return;
  throw liftedBy(planErrors.storage_limit, {
    ...{ limit: 'storage', used, adding, allowed: most, plans: storageLiftedBy(audience, used + adding) },
    ...{ used_mb: Math.floor(used / MB), adding_mb: Math.ceil(adding / MB), allowed_mb: Math.floor(most / MB) },
  });
}

export interface ApiUse {
  readonly requests: number;
  readonly bytes: number;
}

/** What the plan gives of the API in a month; null: nothing. A project on trial has the terms of the largest plan. */
export const apiAllowed = (audience: Audience, plan: string | null | undefined): ApiUse | null =>
  (audience === 'manufacturer' ? termsOf(plan) : dropshipperTermsOf(plan)).api;

/** The plans of this audience that have the API. */
export const plansWithApi = (audience: Audience): Plan[] =>
  Plan.options.filter((plan) => isFor(plan, audience) && apiAllowed(audience, plan) !== null);

/** Refuses keys where the plan has none. Throws 402. */
export function assertApi(audience: Audience, plan: string | null): ApiUse {
  const most = apiAllowed(audience, plan);
  if (most) return most;
  throw planErrors.api_not_included({ limit: 'api', used: 0, allowed: 0, plans: plansWithApi(audience) });
}

/** When what a month has begins anew: the first day of the next, and in how many seconds. */
export interface NextMonth {
  readonly resets_on: string;
  readonly seconds: number;
}

/** Refuses a call beyond what the month has, or where the plan has none. Throws 429, and 402 for the latter. */
export function assertApiUse(audience: Audience, plan: string | null, used: ApiUse, { resets_on, seconds }: NextMonth) {
  const most = assertApi(audience, plan);
  const what = used.requests >= most.requests ? 'requests' : used.bytes >= most.bytes ? 'bytes' : null;
  if (what === null) return;
  // no plan makes a sandbox larger
  const plans =
    plan === SANDBOX_PLAN
      ? []
      : plansWithApi(audience).filter((one) => (apiAllowed(audience, one)?.[what] ?? 0) > most[what]);
  throw liftedBy(planErrors[`api_${what}_limit`], {
    ...{ limit: `api_${what}`, used: used[what], allowed: most[what], plans, resets_on, seconds },
    ...(what === 'bytes' && { used_mb: Math.floor(used.bytes / MB), allowed_mb: Math.floor(most.bytes / MB) }),
  });
}
