import { noticeKind } from '../kit/notices/kinds';

interface OfOrder {
  readonly id: string;
  readonly number: string;
}
const path = ({ id }: OfOrder): string => `/cp/orders/${id}`;
const sample = { id: '01890a5d-ac96-774b-bcce-b302099a8057', number: 'A128' };

export const parcelWaits = noticeKind<OfOrder & { readonly days: number; readonly ttn: string }>('delivery.waits', {
  area: 'orders',
  reaches: ['dropshipper', 'manager'],
  mail: 'now',
  sample: { ...sample, days: 3, ttn: '20450000000017' },
  ua: ({ number, days, ttn }) => ({
    title: `Посилка за замовленням № ${number} чекає у відділенні ${days} дн.`,
    text: `ТТН ${ttn}: нагадайте покупцеві, доки її не повернули`,
  }),
  en: ({ number, days, ttn }) => ({
    title: `The parcel of the order № ${number} has waited at the branch for ${days} days`,
    text: `ТТН ${ttn}: remind the customer before it goes back`,
  }),
  path,
});

export const parcelReturns = noticeKind<OfOrder & { readonly status: string }>('delivery.returns', {
  area: 'orders',
  reaches: ['dropshipper', 'manager'],
  mail: 'now',
  sample: { ...sample, status: 'Відмова одержувача' },
  ua: ({ number, status }) => ({ title: `Посилка за замовленням № ${number} повертається`, text: status }),
  en: ({ number, status }) => ({ title: `The parcel of the order № ${number} is coming back`, text: status }),
  path,
});

export const deedSuggested = noticeKind<OfOrder & { readonly status: string }>('delivery.suggested', {
  area: 'orders',
  reaches: ['manager'],
  mail: 'off',
  sample: { ...sample, status: 'Відправлення отримано' },
  ua: ({ number, status }) => ({
    title: `Перевізник повідомив про замовлення № ${number}: потрібне ваше рішення`,
    text: status,
  }),
  en: ({ number, status }) => ({
    title: `The carrier told of the order № ${number}: it waits for your decision`,
    text: status,
  }),
  path,
});

type Refused = OfOrder & { readonly why: string };
const refused = {
  area: 'orders',
  mail: 'off',
  sample: { ...sample, why: 'невірний телефон отримувача' },
  ua: ({ number, why }: Refused) => ({
    title: `Накладну для замовлення № ${number} не створено`,
    text: why,
  }),
  en: ({ number, why }: Refused) => ({
    title: `The waybill for the order № ${number} was not made`,
    text: why,
  }),
  path,
} as const;
export const waybillRefused = noticeKind<Refused>('delivery.waybill_refused', { ...refused, reaches: ['manager'] });
/** Of one by the dropshipper's own key he is told. */
export const ownRefused = noticeKind<Refused>('delivery.own_refused', { ...refused, reaches: ['dropshipper'] });

const unsure = {
  area: 'orders',
  mail: 'off',
  sample,
  ua: ({ number }: OfOrder) => ({
    title: `Чи створено накладну для замовлення № ${number}, невідомо`,
    text: 'Нова пошта не відповіла. Погляньте в бізнес-кабінет, чи є там накладна',
  }),
  en: ({ number }: OfOrder) => ({
    title: `It is not known whether the waybill for the order № ${number} was made`,
    text: 'Nova Poshta has not answered. Look into the business cabinet whether it is there',
  }),
  path,
} as const;
export const waybillUnsure = noticeKind<OfOrder>('delivery.waybill_unsure', { ...unsure, reaches: ['manager'] });
export const ownUnsure = noticeKind<OfOrder>('delivery.own_unsure', { ...unsure, reaches: ['dropshipper'] });

export const deliveryNotices = [
  ...[parcelWaits, parcelReturns, deedSuggested, waybillRefused, waybillUnsure],
  ...[ownRefused, ownUnsure],
];
