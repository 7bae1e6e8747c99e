import { z } from 'zod';
import { fieldMessage } from '../kit/field-messages';
import { requiredText, text, Version } from '../kit/ids';
import { Kopecks, Percent, PriceStep } from '../kit/money';
import { InProject, route } from '../kit/route';
import { Side, sidesBy } from '../kit/size';
import { MAX_UNIT, MAX_UNITS, normaliseUnits } from '../kit/units';

/** From this available count down a variant counts as running low, until the general settings or its minimum say otherwise. */
export const LOW_STOCK = 5;
export const MAX_LOW_STOCK = 100_000;
export const MAX_DRAFT_DAYS = 730;

/** What goods of a project may be counted in. */
const Units = z
  .array(requiredText(MAX_UNIT))
  .max(MAX_UNITS)
  .transform(normaliseUnits)
  .pipe(z.array(z.string()).min(1, { error: 'required' }));

/** What has a prefix of its own before its number: orders, and the manufacturer's papers. */
export const PREFIXED = ['order', 'invoice', 'delivery_note', 'return_note', 'credit_note'] as const;
export type Prefixed = (typeof PREFIXED)[number];
export const MAX_PREFIX = 10;
export const NO_PREFIXES: Readonly<Record<Prefixed, string>> = {
  order: '',
  invoice: '',
  delivery_note: '',
  return_note: '',
  credit_note: '',
};

/** Letters, digits and `-` `/` `.`, and no digit at its end: `1` before 25 would be the number 125 once more. */
const Prefix = text(MAX_PREFIX).regex(/^([\p{L}\d./-]*[\p{L}./-])?$/u, {
  error: fieldMessage('prefix.form', {
    ua: 'До 10 знаків: літери, цифри, «-», «/» і крапка, без цифри в кінці',
    en: 'up to 10 characters: letters, digits, “-”, “/” and dots, without a digit at the end',
  }),
});

/** Of the recipient nothing is taken off what was collected. */
export const COD_PAYERS = ['sender', 'recipient'] as const;
export type CodPayer = (typeof COD_PAYERS)[number];
/** As Nova Poshta asks it: 2 % and 20 ₴, of who takes the parcel. */
export const COD_FEE = { cod_payer: 'recipient', cod_percent: 200, cod_fixed: 2_000 } as const;

const shape = {
  /** New products get the first. Goods of a unit that is taken away keep it. */
  units: Units,
  /** Of new orders and papers; what is numbered already keeps its own. */
  prefixes: z.object({
    order: Prefix,
    invoice: Prefix,
    delivery_note: Prefix,
    return_note: Prefix,
    credit_note: Prefix,
  }),
  /** Grams, of a new modification that gives none; null for none. */
  default_weight: z.int().min(0).max(10_000_000).nullable(),
  /** Millimetres, of a new modification that gives no side; null for a side that is not known. */
  default_size: z.object(sidesBy(() => Side.nullable())),
  /** Kopecks: to what prices are rounded that are computed, by a percent for instance. Sums of orders never are. */
  price_step: PriceStep,
  /** From this available count down what has no minimum of its own counts as running low; 0: nothing does. */
  low_stock: z.int().min(0).max(MAX_LOW_STOCK),
  /** Drafts of orders that nobody has touched for so many days are deleted; null: they stay. */
  draft_days: z.int().min(1).max(MAX_DRAFT_DAYS).nullable(),
  /** Who pays the carrier for bringing the money of a parcel, and what he takes: a part of the sum and so much a parcel. */
  cod_payer: z.enum(COD_PAYERS),
  cod_percent: Percent,
  cod_fixed: Kopecks,
  /** Dropshippers may make waybills of their orders by keys of their own: the carrier then pays them. */
  own_waybills: z.boolean(),
  /** Printed under the lines of a new paper: terms of payment, delivery and return. */
  paper_terms: text(1_000),
  /** The last line of a new paper. */
  paper_footer: text(300),
};

/** General settings, the tab main-info of the templates (specification §2.3). A project that never gave any has version 1. */
export const MainInfo = z.object({ ...shape, version: Version });
export type MainInfo = z.infer<typeof MainInfo>;

export const MainInfoBody = z.object(shape).partial();
export type MainInfoBody = z.infer<typeof MainInfoBody>;

export const readMainInfo = route({
  method: 'GET',
  path: 'projects/:project_id/templates/main_info',
  summary:
    'General settings: units, prefixes of numbers, weight and size of new modifications, rounding of prices, low stock, how long drafts live, the fee of cash on delivery, waybills of dropshippers, terms and footer of papers',
  auth: 'templates.read',
  params: InProject,
  returns: MainInfo,
});

export const updateMainInfo = route({
  method: 'PATCH',
  path: 'projects/:project_id/templates/main_info',
  summary: 'Change general settings; what is made or issued already stays as it is',
  auth: 'templates.edit',
  changes: ['template'],
  params: InProject,
  body: MainInfoBody,
  returns: MainInfo,
});
