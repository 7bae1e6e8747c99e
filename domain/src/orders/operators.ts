import type { Locale } from '../kit/errors';
import type { DELIVERY_OPERATORS } from './entities';

/** What carriers are called. */
export const OPERATOR_NAMES: Readonly<Record<(typeof DELIVERY_OPERATORS)[number], Readonly<Record<Locale, string>>>> = {
  nova_poshta: { ua: 'Нова пошта', en: 'Nova Poshta' },
  ukrposhta: { ua: 'Укрпошта', en: 'Ukrposhta' },
  meest: { ua: 'Meest', en: 'Meest' },
  pickup: { ua: 'Самовивіз', en: 'Pick-up' },
  other: { ua: 'Інший перевізник', en: 'Another carrier' },
};
