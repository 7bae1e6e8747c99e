import type { Locale } from './errors';

type Words = Readonly<Record<Locale, string>>;

/**
 * Texts of field errors and warnings, keyed by the short code that a schema gives as its message
 * (`refine(…, { error: 'phone.format' })`). Wording: reference terms; a code without a text shows as it stands,
 * so it needs a text: a field of the kit has it here, a field of a slice in its contract, by `fieldMessage`.
 */
export const fieldMessages: Record<string, Words> = {
  required: { ua: 'Обов’язкове поле', en: 'this field is required' },
  'text.control': {
    ua: 'Текст містить недопустимі символи, введіть його ще раз',
    en: 'the text has characters that are not allowed, type it again',
  },
  'phone.format': {
    ua: 'Невірний номер телефону. Приклад: +380 67 123 45 67',
    en: 'not a phone number. Example: +380 67 123 45 67',
  },
  'phone.country': {
    ua: 'Підтримуються лише українські номери, що починаються з +380',
    en: 'only Ukrainian numbers, which begin with +380, are supported',
  },
  'phone.nine_digits': {
    ua: 'Бракує початку номера: додайте 0 або +380',
    en: 'the beginning of the number is missing: add 0 or +380',
  },
  // specification §5 and §8, Contact
  email_or_phone: { ua: 'Перевірте e-mail або телефон', en: 'check the e-mail or the phone' },
  'iban.lookalike': {
    ua: 'Літери «UA» на початку IBAN введено кирилицею, введіть їх латиницею',
    en: 'the letters UA of the IBAN are Cyrillic, type them in Latin',
  },
  'iban.country': { ua: 'IBAN має починатися з UA', en: 'the IBAN must begin with UA' },
  'iban.format': {
    ua: 'Після літер UA в IBAN мають бути лише цифри',
    en: 'after the letters UA an IBAN has digits only',
  },
  'iban.length': {
    ua: 'IBAN має складатися з 29 символів: UA і 27 цифр',
    en: 'an IBAN has 29 characters: UA and 27 digits',
  },
  'iban.checksum': {
    ua: 'Контрольне число IBAN не збігається, перевірте цифри',
    en: 'the check number of the IBAN does not match, check the digits',
  },
  'tax_code.format': { ua: 'Код може містити лише цифри', en: 'the code may have digits only' },
  'tax_code.length': {
    ua: 'Код має складатися з 8 цифр (ЄДРПОУ) або 10 цифр (РНОКПП)',
    en: 'the code has 8 digits (EDRPOU) or 10 digits (RNOKPP)',
  },
  'tax_code.checksum': {
    ua: 'Контрольна цифра коду не збігається, перевірте код',
    en: 'the check digit of the code does not match, check the code',
  },
  'tax_code.unusual_length': {
    ua: 'Незвична довжина коду: ЄДРПОУ має 8 цифр, РНОКПП – 10',
    en: 'an unusual length: an EDRPOU has 8 digits, an RNOKPP 10',
  },
  'tax_code.fop_needs_ten': {
    ua: 'Для ФОП зазвичай вказують РНОКПП із 10 цифр',
    en: 'a sole trader usually has an RNOKPP of 10 digits',
  },
  'tax_code.tov_needs_eight': {
    ua: 'Для ТОВ зазвичай вказують код ЄДРПОУ з 8 цифр',
    en: 'a company usually has an EDRPOU of 8 digits',
  },
  'vat.format': {
    ua: 'ІПН платника ПДВ має складатися з 12 цифр (для ФОП – з 10)',
    en: 'a VAT number has 12 digits (10 for a sole trader)',
  },
  'mfo.format': { ua: 'МФО має складатися з 6 цифр', en: 'an MFO has 6 digits' },
  'barcode.checksum': {
    ua: 'Контрольна цифра штрихкоду не збігається, перевірте його',
    en: 'the check digit of the barcode does not match, check it',
  },
  'website.format': {
    ua: 'Невірна адреса сайту. Приклад: https://example.ua',
    en: 'not the address of a website. Example: https://example.ua',
  },
  'otp.format': {
    ua: 'Шість цифр із застосунку або код відновлення з десяти знаків',
    en: 'six digits of the app, or a recovery code of ten signs',
  },
  'zip_code.format': { ua: 'Поштовий індекс складається з 5 цифр', en: 'a postal code has 5 digits' },
  'period.ends_before_start': {
    ua: 'Кінець періоду не може бути раніше за його початок',
    en: 'the period must not end before it starts',
  },
};

/** Gives a code of a slice its words, where its schema names it. Answers the code. */
export function fieldMessage(code: string, words: Words): string {
  fieldMessages[code] = words;
  return code;
}
