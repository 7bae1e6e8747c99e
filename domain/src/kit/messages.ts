import { z } from 'zod';
import type { Locale } from './errors';
import { fieldMessages } from './field-messages';

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

/**
 * Of a value that fits no branch of a union (an IBAN or nothing), what is wrong by the branch that it was meant for: the
 * one that took its type, and did not ask for one certain value.
 */
function meant(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const branches = issue.errors.flatMap(([first]) => first ?? []);
  const fits = branches.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value');
  const [first] = branches;
  const found = fits ?? first;
  return found ? meant(found) : issue;
}

/** The code of a field error for `details[].code`: ours when the schema gave one, `required`, or zod's own. */
export function issueCode(raw: z.core.$ZodIssue): string {
  const issue = meant(raw);
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
export function explainIssue(raw: z.core.$ZodIssue, locale: Locale): string {
  const issue = meant(raw);
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
