import type { Locale } from '@lanka/domain/kit/errors';

export interface ApiVersion {
  /** Semantic: what breaks programs raises the first number, what is added the second. */
  readonly version: string;
  /** The day it was served first. */
  readonly on: string;
  readonly changes: Readonly<Record<Locale, readonly string[]>>;
}

/** The versions of the public API, newest first. What would break programs is refused without a new one (decision 0119). */
export const API_VERSIONS: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    version: '1.3.0',
    on: '2026-11-27',
    changes: {
      ua: [
        'Ціни й залишки до 1 000 артикулів одним викликом, разом з новими товарами: update_by_sku',
        'Номер замовлення у системі продавця: external_number, за ним замовлення й шукають',
        'ETag товарів, модифікацій і замовлення: чого не змінено, те відповідає 304 без тіла',
      ],
      en: [
        'Prices and stock of up to 1,000 SKUs in one call, and new products with them: update_by_sku',
        'The number of an order in the seller’s system: external_number; orders are found by it, too',
        'An ETag of products, variants and an order: what has not changed answers 304 without a body',
      ],
    },
  },
  {
    version: '1.2.0',
    on: '2026-11-27',
    changes: {
      ua: ['Ключ може спитати про себе: назва, дозволи, чий він і скільки використано'],
      en: ['A key may ask what it is: its name, its scopes, whose it is and how much is used'],
    },
  },
  {
    version: '1.1.0',
    on: '2026-11-26',
    changes: {
      ua: ['Зміни: що змінилося після вашої позиції, по черзі, з очікуванням'],
      en: ['Changes: what has changed since a cursor, in order, with waiting'],
    },
  },
  {
    version: '1.0.0',
    on: '2026-11-26',
    changes: {
      ua: [
        'Перша версія: товари, залишки й бронювання, замовлення, контрагенти, клієнти, платежі й баланси, повернення, акції, дані для сайту, запити з сайту',
      ],
      en: [
        'The first version: products, stock and bookings, orders, counterparties, clients, payments and balances, returns, promotions, site data, requests from the site',
      ],
    },
  },
];
