import { builtPrice } from '@lanka/domain/kit/plan_prices';
import { DROPSHIPPER_PLANS, type DropshipperPlan, MANUFACTURER_PLANS, Plan } from '@lanka/domain/kit/plans';
import { describe, expect, it } from 'vitest';
import { text } from './text';

const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** The numbers of a sentence: `1 299,00 ₴` is one. */
const numbersIn = (words: string): number[] =>
  (words.match(/\d[\d\s\u00a0\u202f]*(?:[.,]\d+)?/g) ?? []).map((number) =>
    Number(number.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')),
  );
const sizeOf = (bytes: number): number => (bytes < GB ? bytes / MB : bytes / GB);

/** What the card of a plan has to say in numbers, line by line; a line without any is left out. */
function numbersOf(plan: Plan): number[][] {
  if (!(plan in MANUFACTURER_PLANS)) return [[sizeOf(DROPSHIPPER_PLANS[plan as DropshipperPlan].storage)]];
  const { orders, extra_orders, collaborators, products, product_variants, storage, api } =
    MANUFACTURER_PLANS[plan as keyof typeof MANUFACTURER_PLANS];
  const prices = builtPrice(plan);
  return [
    [orders],
    [extra_orders.count, (prices.extra_orders ?? 0) / 100],
    [collaborators, ...(prices.extra_collaborator === null ? [] : [prices.extra_collaborator / 100])],
    [products, product_variants].filter((most) => most !== null),
    [sizeOf(storage)],
    ...(api ? [[api.requests, api.bytes / GB]] : []),
  ].filter((line) => line.length > 0);
}

describe.each(['ua', 'en'] as const)('the card of a plan (%s)', (locale) => {
  it.each(Plan.options)('of %s tells its terms, and no other number', (plan) => {
    const benefits = text[locale].benefits(plan, builtPrice(plan));
    expect(benefits.map(numbersIn).filter((line) => line.length > 0)).toEqual(numbersOf(plan));
  });
});
