import {
  DROPSHIPPER_PLANS,
  type DropshipperTerms,
  MANUFACTURER_PLANS,
  type ManufacturerTerms,
} from '@lanka/domain/kit/plans';
import { describe, expect, it } from 'vitest';
import { dropshipperBenefits, manufacturerBenefits } from './benefits';
import { text } from './text';

const LOCALES = ['ua', 'en'] as const;
const MB = 1024 ** 2;
const GB = 1024 ** 3;

/** The numbers of a sentence, with thousands that are set apart. */
const numbersIn = (words: string): number[] =>
  (words.match(/\d[\d\u00a0,]*/g) ?? []).map((number) => Number(number.replace(/[\u00a0,]/g, '')));

/** A size of files as it is told: in whole gigabytes, or in megabytes below one. */
const sizeOf = (bytes: number): [number, RegExp] =>
  bytes < GB ? [bytes / MB, /\d\u00a0(МБ|MB)/] : [bytes / GB, /\d\u00a0(ГБ|GB)/];

describe.each(LOCALES)('the cards of plans (%s)', (locale) => {
  const t = text[locale];
  const about = (benefits: readonly string[], words: RegExp): string => {
    const found = benefits.filter((one) => words.test(one));
    expect(found, `${words} in ${benefits.join('; ')}`).toHaveLength(1);
    return found[0] ?? '';
  };
  const tellsApi = (benefits: readonly string[], api: ManufacturerTerms['api']) => {
    const told = benefits.filter((one) => one.includes('API'));
    expect(told.map(numbersIn)).toEqual(api ? [[api.requests, api.bytes / GB]] : []);
  };

  it.each(Object.entries<ManufacturerTerms>(MANUFACTURER_PLANS))('say what %s has', (_plan, terms) => {
    const benefits = manufacturerBenefits(t, terms);
    const orders = about(benefits, /замовлень на місяць|orders a month/);
    expect(numbersIn(orders)).toEqual([terms.orders]);
    const pack = about(benefits, /^Ще|more orders/);
    expect(numbersIn(pack)).toEqual([terms.extra_orders.count, terms.extra_orders.price / 100]);
    const people = about(benefits, /співробітників|collaborators/);
    const further = terms.extra_collaborator === null ? [] : [terms.extra_collaborator / 100];
    expect(numbersIn(people)).toEqual([terms.collaborators, ...further]);
    const goods = about(benefits, /[Тт]оварів|products/);
    expect(numbersIn(goods)).toEqual([terms.products, terms.product_variants].filter((most) => most !== null));
    const files = about(benefits, /для файлів|for files/);
    const [size, unit] = sizeOf(terms.storage);
    expect([numbersIn(files), unit.test(files)]).toEqual([[size], true]);
    expect(benefits.includes(t.receipts)).toBe(terms.receipts);
    tellsApi(benefits, terms.api);
    // nothing is promised besides
    expect(benefits).toHaveLength(5 + Number(terms.receipts) + Number(terms.api !== null));
  });

  it.each(Object.entries<DropshipperTerms>(DROPSHIPPER_PLANS))('say what %s has', (_plan, terms) => {
    const benefits = dropshipperBenefits(t, terms);
    const files = about(benefits, /власних файлів|your own files/);
    const [size, unit] = sizeOf(terms.storage);
    expect([numbersIn(files), unit.test(files)]).toEqual([[size], true]);
    expect(benefits.includes(t.catalogue)).toBe(terms.catalogue);
    tellsApi(benefits, terms.api);
    expect(benefits).toHaveLength(3 + Number(terms.catalogue) + Number(terms.api !== null));
  });

  it('have a name and a word of whom it is for, each plan its own', () => {
    const plans = [...Object.keys(MANUFACTURER_PLANS), ...Object.keys(DROPSHIPPER_PLANS)];
    for (const names of [t.planTitles, t.planLeads]) expect(Object.keys(names).sort()).toEqual(plans.sort());
  });
});
