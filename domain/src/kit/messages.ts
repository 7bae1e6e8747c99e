import { z } from 'zod';
import type { Locale } from './errors';

/**
 * Texts of field errors and warnings, keyed by the short code that a schema gives as its message
 * (`refine(…, { error: 'phone.format' })`). Wording: reference terms; a code without a text shows as it stands,
 * so add the text here when you add a code.
 */
export const fieldMessages: Readonly<Record<string, { readonly ua: string; readonly en: string }>> = {
  required: { ua: 'Обов’язкове поле', en: 'this field is required' },
  'text.control': {
    ua: 'Текст містить недопустимі символи, введіть його ще раз',
    en: 'the text has characters that are not allowed, type it again',
  },
  'import.one_origin': {
    ua: 'Вкажіть або посилання, або завантажений файл',
    en: 'give either a link or an uploaded file',
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
  'promotion.code_format': {
    ua: 'Промокод може містити лише літери, цифри, дефіс і підкреслення',
    en: 'a promo code may have letters, digits, hyphens and underscores only',
  },
  'promotion.over_hundred': { ua: 'Знижка не може перевищувати 100 %', en: 'a discount is at most 100 %' },
  'promotion.code_or_all': {
    ua: 'Вкажіть промокод або поширте акцію на всі замовлення',
    en: 'give a promo code, or let the promotion affect all orders',
  },
  'promotion.one_time_needs_code': {
    ua: 'Одноразовою може бути лише акція за промокодом',
    en: 'only a promotion with a code can be for one-time use',
  },
  'promotion.ends_before_start': {
    ua: 'Кінець акції має бути пізніше за її початок',
    en: 'the promotion must end after it starts',
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
  'invitation.client_only': {
    ua: 'Це поле лише для запрошення дропшипера',
    en: 'this field is only for the invitation of a dropshipper',
  },
  'period.ends_before_start': {
    ua: 'Кінець періоду не може бути раніше за його початок',
    en: 'the period must not end before it starts',
  },
};

const zodTexts = { ua: z.locales.uk().localeError, en: z.locales.en().localeError } as const;

const TYPES: Readonly<Record<string, { readonly ua: string; readonly en: string }>> = {
  string: { ua: 'Потрібен текст', en: 'text is expected' },
  number: { ua: 'Потрібне число', en: 'a number is expected' },
  int: { ua: 'Потрібне ціле число', en: 'a whole number is expected' },
  boolean: { ua: 'Потрібне значення «так» або «ні»', en: 'true or false is expected' },
  array: { ua: 'Потрібен список', en: 'a list is expected' },
  object: { ua: 'Потрібен об’єкт із полями', en: 'an object with fields is expected' },
};

/**
 * `received undefined` is how zod words a missing value once it has taken the input out of a finished issue. For a
 * missing choice (enum) it leaves no trace at all: parse with `{ reportInput: true }` to have it called missing too.
 */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return false;
  if ('input' in issue) return issue.input === undefined || issue.input === null;
  return /received (undefined|null)$/.test(issue.message);
}

/** The code of a field error for `details[].code`: ours when the schema gave one, `required`, or zod's own. */
export function issueCode(issue: z.core.$ZodIssue): string {
  if (Object.hasOwn(fieldMessages, issue.message)) return issue.message;
  if (isMissing(issue)) return 'required';
  return issue.code;
}

/** Limits in words of people: zod's own texts name JavaScript types (“string матиме >=1 символів”). */
function explainSize(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall, locale: Locale): string {
  const big = issue.code === 'too_big';
  const limit = String(big ? issue.maximum : issue.minimum);
  const strict = issue.inclusive === false;
  if (issue.origin === 'string') {
    if (locale === 'en') return `${big ? 'at most' : 'at least'} ${limit} characters`;
    return `Кількість символів: ${big ? 'не більше' : 'не менше'} ${limit}`;
  }
  if (issue.origin === 'array' || issue.origin === 'set' || issue.origin === 'map') {
    if (locale === 'en') return `${big ? 'at most' : 'at least'} ${limit} entries`;
    return `Кількість рядків: ${big ? 'не більше' : 'не менше'} ${limit}`;
  }
  if (locale === 'en')
    return `must be ${strict ? '' : 'at '}${big ? (strict ? 'less than' : 'most') : strict ? 'more than' : 'least'} ${limit}`;
  return `Значення має бути ${strict ? '' : 'не '}${big === strict ? 'менше' : 'більше'} ${limit}`;
}

/**
 * What is wrong with one field, in the asker's language. Uses our own text when the issue's message is one of our
 * codes, our words for the common kinds (missing, type, size, choice, format) and zod's locale for the rest.
 */
export function explainIssue(issue: z.core.$ZodIssue, locale: Locale): string {
  const code = issueCode(issue);
  const ours = Object.hasOwn(fieldMessages, code) ? fieldMessages[code] : undefined;
  if (ours) return ours[locale];
  switch (issue.code) {
    case 'custom':
      return issue.message;
    case 'invalid_type': {
      const type = TYPES[issue.expected];
      if (type) return type[locale];
      break;
    }
    case 'too_big':
    case 'too_small':
      return explainSize(issue, locale);
    case 'invalid_value': {
      const list = issue.values.map(String).join(', ');
      return locale === 'ua' ? `Оберіть одне зі значень: ${list}` : `choose one of: ${list}`;
    }
    case 'invalid_format':
      if (issue.format === 'email') {
        return locale === 'ua' ? 'Невірна адреса електронної пошти' : 'not an e-mail address';
      }
      return locale === 'ua' ? 'Невірний формат' : 'invalid format';
  }
  // A finished issue has lost its input, and the locales only read what the finished issue still carries.
  const text = zodTexts[locale](issue as z.core.$ZodRawIssue);
  return (typeof text === 'string' ? text : text?.message) ?? issue.message;
}

/** A field that a contract does not have, and the names of those that may stand at its place. */
export function unknownFieldText(name: string, allowed: readonly string[], locale: Locale): string {
  const list = allowed.join(', ');
  if (locale === 'ua')
    return `Невідоме поле «${name}». ${list ? `Можна вказати: ${list}` : 'Тут не вказують жодного поля'}`;
  return `unknown field “${name}”; ${list ? `these are known: ${list}` : 'none is expected here'}`;
}
