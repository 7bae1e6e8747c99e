import type { Locale } from '../kit/errors';
import { plansThatLift, planTitle } from '../kit/plans';
import { MAX_PRICE_LEVELS, MAX_STEPS } from '../price_levels/rules';

/**
 * What may be wrong with one row of a feed, in both languages. A reason refuses or skips the row; a warning lets
 * it in. `{placeholders}` are filled with the values given.
 */
const REASONS = {
  id_missing: { ua: 'Немає ідентифікатора товару', en: 'The offer has no id' },
  id_too_long: { ua: 'Ідентифікатор довший за 200 символів', en: 'The id is longer than 200 characters' },
  id_duplicate: {
    ua: 'Артикул (ідентифікатор) «{value}» уже є в рядку {row}, тому цей рядок пропущено',
    en: 'The SKU (id) "{value}" stands in row {row} already, so this row is left out',
  },
  id_from_title: {
    ua: 'Немає артикула, товар розпізнаватиметься за назвою',
    en: 'There is no sku, the product will be recognised by its title',
  },
  title_missing: { ua: 'Немає назви', en: 'The title is missing' },
  title_cut: { ua: 'Назву скорочено до 250 символів', en: 'The title was cut to 250 characters' },
  description_cut: { ua: 'Опис скорочено до 20 000 символів', en: 'The description was cut to 20,000 characters' },
  price_missing: { ua: 'Немає ціни', en: 'The price is missing' },
  price_zero: { ua: 'Ціна нульова, залишено порожньою', en: 'The price is zero and was left empty' },
  price_invalid: { ua: 'Ціна «{value}» не є числом', en: 'The price "{value}" is not a number' },
  price_ambiguous: {
    ua: 'Ціну «{value}» можна прочитати двояко: запишіть її як 1234 або 1,23',
    en: 'The price "{value}" may be read in two ways: write it as 1234 or 1.23',
  },
  price_negative: { ua: 'Ціна «{value}» від’ємна', en: 'The price "{value}" is negative' },
  price_too_large: {
    ua: 'Ціна «{value}» завелика: дозволено до 100 000 000,00 ₴',
    en: 'The price "{value}" is too large: up to 100,000,000.00 ₴ is allowed',
  },
  price_level_full: {
    ua: `Ціну рівня «{value}» пропущено: рівнів цін може бути до ${MAX_PRICE_LEVELS}`,
    en: `The price of the level "{value}" was left out: there are at most ${MAX_PRICE_LEVELS} price levels`,
  },
  prices_too_many: {
    ua: `Ціни від кількості не змінено: на одному рівні їх може бути до ${MAX_STEPS}`,
    en: `The prices from a count on are left as they are: one level has at most ${MAX_STEPS} of them`,
  },
  price_rounded: { ua: 'Ціну «{value}» округлено до копійок', en: 'The price "{value}" was rounded to kopecks' },
  old_price_ignored: {
    ua: 'Стару ціну «{value}» пропущено: вона не є числом, більшим за ціну',
    en: 'The old price "{value}" was left out: it is not a number above the price',
  },
  price_above_recommended: {
    ua: 'Ціна для дропшипера вища за рекомендовану',
    en: 'The price for dropshippers is above the recommended price',
  },
  currency_unknown: {
    ua: 'Ціна у валюті {value}, а курсу до гривні у файлі немає',
    en: 'The price is in {value}, and the file has no rate to the hryvnia',
  },
  currency_converted: {
    ua: 'Ціну перераховано з {value} за курсом файлу',
    en: 'The price was converted from {value} at the rate in the file',
  },
  stock_invalid: { ua: 'Залишок «{value}» не є кількістю', en: 'The stock "{value}" is not a quantity' },
  stock_too_large: {
    ua: 'Залишок «{value}» завеликий (дозволено до 10 000 000 шт.), кількість не змінюємо',
    en: 'The stock "{value}" is too large (up to 10,000,000 pcs are allowed), the quantity is left as it is',
  },
  stock_inexact: {
    ua: 'Залишок «{value}» неточний, кількість не змінюємо',
    en: 'The stock "{value}" is not exact, the quantity is left as it is',
  },
  stock_negative: {
    ua: 'Від’ємний залишок «{value}» прийнято за 0',
    en: 'The negative stock "{value}" was taken as 0',
  },
  stock_fraction: {
    ua: 'Дробовий залишок «{value}» округлено вниз',
    en: 'The fractional stock "{value}" was rounded down',
  },
  availability_conflict: {
    ua: 'Наявність і залишок не узгоджені, взято залишок {value}',
    en: 'Availability and stock disagree, the stock {value} was taken',
  },
  availability_unknown: { ua: 'Незрозуміла наявність «{value}»', en: 'The availability "{value}" is not known' },
  field_wrong: {
    ua: 'Стовпець «{column}»: значення «{value}» не підходить, поле залишено як було. {why}',
    en: 'Column "{column}": the value "{value}" does not fit, the field is left as it was. {why}',
  },
  place_too_long: {
    ua: 'Місце «{value}» пропущено: дозволено до 60 символів',
    en: 'The place "{value}" was left out: up to 60 characters are allowed',
  },
  tracked_has_stock: {
    ua: 'Облік залишку не вимкнено: товар є на складі або на нього чекають замовлення',
    en: 'The stock goes on to be counted: some of it is on the shelf, or orders wait for it',
  },
  stock_untracked: {
    ua: 'Залишок {value} пропущено: облік залишку цього товару не ведеться',
    en: 'The stock {value} was left out: the stock of this product is not counted',
  },
  minimum_invalid: {
    ua: 'Мінімальний залишок «{value}» пропущено: потрібне ціле число від 0',
    en: 'The minimum stock "{value}" was left out: a whole number from 0 is needed',
  },
  weight_invalid: {
    ua: 'Вагу «{value}» пропущено: це не число',
    en: 'The weight "{value}" was left out: it is not a number',
  },
  unit_unknown: {
    ua: 'Одиницю «{value}» пропущено: її немає в загальних налаштуваннях шаблонів',
    en: 'The unit "{value}" was left out: the general settings of the templates do not have it',
  },
  size_invalid: {
    ua: 'Розмір «{value}» пропущено: потрібне число до 100 м',
    en: 'The size "{value}" was left out: a number of up to 100 m is needed',
  },
  barcode_checksum: {
    ua: 'Контрольна цифра штрихкоду {value} не збігається',
    en: 'The check digit of the barcode {value} does not match',
  },
  barcode_invalid: {
    ua: 'Штрихкод «{value}» пропущено: він пошкоджений або задовгий',
    en: 'The barcode "{value}" was left out: it is damaged or too long',
  },
  image_missing: { ua: 'Немає фото', en: 'There is no photo' },
  image_invalid: {
    ua: 'Пропущено фото з непридатним посиланням: {value}',
    en: 'A photo with an unusable link was left out: {value}',
  },
  images_cut: { ua: 'Взято перші {value} фото', en: 'The first {value} photos were taken' },
  category_unknown: { ua: 'Категорії «{value}» немає у файлі', en: 'The category "{value}" is not in the file' },
  category_parent_missing: {
    ua: 'Батьківської категорії «{value}» немає у файлі',
    en: 'The parent category "{value}" is not in the file',
  },
  options_cut: { ua: 'Взято перші {value} параметрів', en: 'The first {value} parameters were taken' },
  characters_broken: { ua: 'У тексті є пошкоджені символи', en: 'The text has damaged characters' },
  markup_repaired: { ua: 'Розмітку виправлено (рядок {value})', en: 'The markup was repaired (line {value})' },
  row_too_big: { ua: 'Товар завеликий: {value}', en: 'The offer is too big: {value}' },
  row_truncated: { ua: 'Файл обривається посеред товару', en: 'The file breaks off inside this offer' },
  parent_row: {
    ua: 'Рядок товару з варіаціями: його дані взято у варіації',
    en: 'The row of a product with variations: its data went to the variations',
  },
  parent_not_seen: {
    ua: 'Основний товар «{value}» не трапився перед варіацією, назву взято з неї',
    en: 'The parent product "{value}" was not before the variation, the title was taken from it',
  },
  type_unsupported: {
    ua: 'Тип товару «{value}» не імпортується',
    en: 'Products of the type "{value}" are not imported',
  },
  // what only the comparison with the catalogue shows
  barcode_repeated: {
    ua: 'Штрихкод {value} уже є в цьому файлі вище',
    en: 'The barcode {value} stands in this file above',
  },
  barcode_taken: {
    ua: 'Штрихкод {value} має інший товар проєкту',
    en: 'Another product of the project has the barcode {value}',
  },
  too_many_variants: {
    ua: 'У товару понад {value} варіантів',
    en: 'The product has more than {value} variants',
  },
  product_refused: { ua: 'Товар не вдалося змінити: {value}', en: 'The product could not be changed: {value}' },
  plan_products: {
    ua: 'Тариф дозволяє товарів: {value}. Більше дозволяє тариф {plan}',
    en: 'Products the plan allows: {value}. The plan {plan} allows more',
  },
  plan_variants: {
    ua: 'Тариф дозволяє модифікацій: {value}. Більше дозволяє тариф {plan}',
    en: 'Modifications the plan allows: {value}. The plan {plan} allows more',
  },
  stock_below_booked: {
    ua: 'Заброньовано більше, ніж залишок у файлі ({value}): залишок не змінюємо',
    en: 'More is booked than the stock in the file ({value}): the stock is left as it is',
  },
  stock_value_too_large: {
    ua: 'Залишок модифікації за її ціною коштував би понад 10 000 000 000,00 ₴: за такої ціни дозволено {value} од.',
    en: 'The stock of the modification would be worth more than 10,000,000,000.00 ₴: at this price {value} units are allowed',
  },
  not_publishable: {
    ua: 'Товар не опубліковано: не всі варіанти мають ціну',
    en: 'The product was not published: not all variants have a price',
  },
} as const satisfies Record<string, { ua: string; en: string }>;

export type RowReasonCode = keyof typeof REASONS;

export interface RowReason {
  readonly code: RowReasonCode;
  /** The name of the field of `Offer` it speaks of. */
  readonly field: string;
  readonly ua: string;
  readonly en: string;
}

export function rowReason(code: RowReasonCode, field: string, value?: string | number, row?: number): RowReason {
  const shown = shorten(String(value ?? ''));
  const { ua, en } = REASONS[code];
  const filled = (text: string) => text.replace('{value}', () => shown).replace('{row}', String(row ?? ''));
  return { code, field, ua: filled(ua), en: filled(en) };
}

/** A row for which the plan has no place: what it allows, and the cheapest plan that would take the row. */
export function limitReason(what: 'products' | 'product_variants', most: number, wanted: number): RowReason {
  const reason = rowReason(what === 'products' ? 'plan_products' : 'plan_variants', 'external_id', most);
  const [plan] = plansThatLift(what, wanted);
  if (!plan) return reason;
  const named = (text: string, locale: Locale) => text.replace('{plan}', () => planTitle(plan, locale));
  return { ...reason, ua: named(reason.ua, 'ua'), en: named(reason.en, 'en') };
}

function shorten(value: string): string {
  return value.length > 80 ? `${value.slice(0, 79)}…` : value;
}
