import { errors } from './errors';

/**
 * Caps over letters that can be asked for: so that nobody fills a mailbox by them, and the server's good name with the
 * mail providers is not used up. Each has a variable of the configuration. The first detail says `cap`, `limit`,
 * `resets_at` and the seconds until then.
 */
export const letterErrors = errors('letters', {
  address: {
    status: 429,
    ua: 'Листів на одну адресу на добу: не більше {limit}. Стільки вже надіслано, наступний можна надіслати після {resets}',
    en: 'At most {limit} letters a day go to one address. So many were sent; the next can be sent after {resets}',
  },
  invitations: {
    status: 429,
    ua: 'Запрошень від проєкту на добу: не більше {limit}. Стільки вже надіслано, наступне можна надіслати після {resets}',
    en: 'A project sends at most {limit} invitations a day. So many were sent; the next can be sent after {resets}',
  },
  links: {
    status: 429,
    ua: 'Листів із посиланням для входу на одну адресу на годину: не більше {limit}. Наступний можна надіслати після {resets}',
    en: 'At most {limit} letters an hour with a link to sign in go to one address. The next can be sent after {resets}',
  },
  contact: {
    status: 429,
    ua: 'Повідомлень для операторів на добу: не більше {limit}. Наступне можна надіслати після {resets}',
    en: 'Operators get at most {limit} letters a day. The next can be sent after {resets}',
  },
});
/** What sends an invitation may answer with. */
export const INVITATION_CAPS = [letterErrors.address, letterErrors.invitations] as const;
export type LetterCap = keyof typeof letterErrors;
