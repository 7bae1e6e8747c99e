import { Iban, makeIban } from '@lanka/domain/kit/iban';
import { isEdrpou, isRnokpp } from '@lanka/domain/kit/tax_code';
import { z } from 'zod';
import type { Settings } from './setting';

/** Where plans are paid to by transfer: all three, or none. */
export const billing = {
  BILLING_RECIPIENT: {
    default: '',
    allowed: { ua: 'назва отримувача', en: 'the name of the recipient' },
    about: {
      ua: 'Кому сплачують тарифи переказом, як названо рахунок у банку; разом із двома наступними',
      en: 'To whom plans are paid by transfer, as the account is called; together with the next two',
    },
    type: z.string().max(140).optional(),
  },
  BILLING_IBAN: {
    default: '',
    allowed: { ua: 'IBAN: UA і 27 цифр', en: 'an IBAN: UA and 27 digits' },
    about: { ua: 'Рахунок для оплати тарифів', en: 'The account to which plans are paid' },
    type: Iban.optional(),
  },
  BILLING_CODE: {
    default: '',
    allowed: { ua: 'ЄДРПОУ або РНОКПП', en: 'an EDRPOU or RNOKPP code' },
    about: { ua: 'Код отримувача', en: 'The tax code of the recipient' },
    type: z
      .string()
      .refine((code) => isEdrpou(code) || isRnokpp(code))
      .optional(),
  },
} satisfies Settings;

export const DEMO_ACCOUNT = {
  recipient: 'ТОВ «Ланка»',
  iban: makeIban('322313', '0000026007233566001'),
  code: '32855961',
} as const;
