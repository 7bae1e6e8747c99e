/**
 * Coded errors. Each slice declares its own with `errors('orders', { … })`; the HTTP status and the text in
 * both languages stand beside the code, so a code without a text does not compile.
 */
export type Locale = 'ua' | 'en';

export interface ErrorText {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503 | 507;
  readonly ua: string;
  readonly en: string;
}

/** One entry of `details`: a field (`path`), or a line that is short, or whatever the code documents. */
export type ErrorDetail = Readonly<Record<string, unknown>>;

export class DomainError extends Error {
  constructor(
    readonly code: string,
    readonly text: ErrorText,
    readonly details: readonly ErrorDetail[] = [],
    /** Sent as the `Retry-After` header, in seconds. */
    readonly retryAfterSeconds?: number,
  ) {
    super(text.en);
    this.name = 'DomainError';
  }

  get status(): number {
    return this.text.status;
  }

  message_in(locale: Locale): string {
    return fill(this.text[locale], this.details[0]);
  }

  /** The details as they are told: each that names a field says what is wrong there, with its own values. */
  details_in(locale: Locale): readonly ErrorDetail[] {
    return this.details.map((detail) =>
      'path' in detail && !('message' in detail) ? { ...detail, message: fill(this.text[locale], detail) } : detail,
    );
  }
}

/** Puts the values of the first detail into `{placeholders}` of the text. */
function fill(text: string, values: ErrorDetail | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    values && Object.hasOwn(values, key) ? String(values[key]) : whole,
  );
}

export type ErrorFactory = ((...details: ErrorDetail[]) => DomainError) & {
  readonly code: string;
  readonly text: ErrorText;
};

/** `errors('orders', { not_found: {…} }).not_found()` makes a DomainError with code `orders.not_found`. */
/* @__NO_SIDE_EFFECTS__ */
export function errors<const T extends Record<string, ErrorText>>(slice: string, table: T) {
  const out = {} as { [K in keyof T]: ErrorFactory };
  for (const key of Object.keys(table) as (keyof T & string)[]) {
    const text = table[key] as ErrorText;
    const code = `${slice}.${key}`;
    out[key] = Object.assign((...details: ErrorDetail[]) => new DomainError(code, text, details), { code, text });
  }
  return out;
}

/** Errors that any route may answer with. */
export const common = errors('common', {
  invalid: {
    status: 400,
    ua: 'Перевірте дані: деякі поля заповнено невірно',
    en: 'Check the data: some fields are not valid',
  },
  malformed: {
    status: 400,
    ua: 'Запит не вдалося прочитати: очікується правильний JSON',
    en: 'The request could not be read: valid JSON is expected',
  },
  unauthorized: { status: 401, ua: 'Потрібно увійти', en: 'Sign in first' },
  forbidden: { status: 403, ua: 'Ваша роль не дозволяє цю дію', en: 'Your role does not allow this' },
  cross_site: {
    status: 403,
    ua: 'Цей запит приймається лише зі сторінок самої Ланки. Відкрийте її адресу в браузері й спробуйте ще раз',
    en: 'This request is taken from pages of Lanka alone. Open its address in the browser and try again',
  },
  not_found: { status: 404, ua: 'Не знайдено', en: 'Not found' },
  stale: {
    status: 409,
    ua: 'Запис уже змінив хтось інший. Перегляньте нову версію',
    en: 'Somebody has changed this record. Look at the new version',
  },
  idempotency_mismatch: {
    status: 409,
    ua: 'Цей Idempotency-Key уже використано з іншими даними',
    en: 'This Idempotency-Key was used with another body',
  },
  too_large: { status: 413, ua: 'Запит завеликий', en: 'The request is too large' },
  unsupported_type: { status: 415, ua: 'Такий тип вмісту не підтримується', en: 'This content type is not supported' },
  beyond_bounds: {
    status: 422,
    ua: 'Збережене значення більше за дозволене ({path}: до {allowed}). Спершу зменште його',
    en: 'The stored value is larger than allowed ({path}: up to {allowed}). Reduce it first',
  },
  sum_not_exact: {
    status: 422,
    ua: 'Сума завелика, щоб показати її до копійки: понад 90 071 992 547 409,91 ₴. Перевірте ціни, залишки й платежі',
    en: 'The sum is too large to be shown to the kopeck: more than UAH 90,071,992,547,409.91. Check prices, stocks and payments',
  },
  too_many: {
    status: 429,
    ua: 'Забагато запитів. Спробуйте за {seconds} с',
    en: 'Too many requests. Try again in {seconds} s',
  },
  internal: {
    status: 500,
    ua: 'Неочікувана помилка. Якщо вона повториться, зверніться до підтримки',
    en: 'Unexpected error. If it repeats, contact support',
  },
  maintenance: {
    status: 503,
    ua: 'Триває вдосконалення. Оновіть сторінку за кілька хвилин',
    en: 'Improvements are in progress. Refresh the page in a few minutes',
  },
  unavailable: {
    status: 503,
    ua: 'Сервіс тимчасово недоступний, спробуйте за кілька секунд',
    en: 'The service is unavailable for the moment, try again in a few seconds',
  },
  overloaded: {
    status: 503,
    ua: 'Забагато запитів одночасно. Нічого не зроблено, спробуйте за кілька секунд',
    en: 'Too many requests at once. Nothing was done, try again in a few seconds',
  },
  outcome_unknown: {
    status: 503,
    ua: 'Зв’язок із базою обірвався під час збереження. Повторіть запит із тим самим Idempotency-Key: якщо дію вже виконано, вдруге вона не виконається',
    en: 'The connection to the database broke while saving. Repeat the request with the same Idempotency-Key: what was done already is not done again',
  },
  no_space: {
    status: 507,
    ua: 'На сервері закінчилося місце. Нічого не збережено; переглядати дані можна й далі',
    en: 'The server has run out of space. Nothing was saved; data can still be read',
  },
});
