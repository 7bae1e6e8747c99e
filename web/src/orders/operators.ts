import { texts } from '../kit/text';

/** What carriers are called. */
export const operatorNames = texts({
  ua: {
    nova_poshta: 'Нова пошта',
    ukrposhta: 'Укрпошта',
    meest: 'Meest',
    pickup: 'Самовивіз',
    other: 'Інша',
  },
  en: {
    nova_poshta: 'Nova Poshta',
    ukrposhta: 'Ukrposhta',
    meest: 'Meest',
    pickup: 'Pick-up',
    other: 'Other',
  },
});
