import type { Role } from '@lanka/domain/kit/roles';
import { texts } from '../kit/text';

export const text = texts({
  ua: {
    signInTitle: 'Вхід',
    signInText: 'Замовлення, залишки й розрахунки з партнерами в одному місці.',
    email: 'E-mail',
    password: 'Пароль',
    signIn: 'Увійти',
    forgot: 'Забули пароль?',
    otherLanguage: 'English',
    resetTitle: 'Відновлення пароля',
    resetText: 'Надішлемо посилання, за яким можна задати новий пароль.',
    sendLink: 'Надіслати посилання',
    linkSentTitle: 'Перевірте пошту',
    linkSentText: (email: string) =>
      `Якщо ${email} зареєстровано, на цю адресу прийде лист із посиланням. Перегляньте також папку «Спам».`,
    toSignIn: 'До сторінки входу',
    newPasswordTitle: 'Новий пароль',
    newPassword: 'Новий пароль',
    newPasswordHint: (min: number) => `Не менше ${min} символів. Довга фраза надійніша за складне слово.`,
    setPassword: 'Зберегти пароль',
    passwordSaved: 'Пароль збережено. Тепер увійдіть із ним',
    requestNewLink: 'Отримати нове посилання',
  },
  en: {
    signInTitle: 'Sign in',
    signInText: 'Orders, stock and accounts with partners in one place.',
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    forgot: 'Forgot the password?',
    otherLanguage: 'Українською',
    resetTitle: 'Password recovery',
    resetText: 'We will send a link to set a new password.',
    sendLink: 'Send the link',
    linkSentTitle: 'Check your mail',
    linkSentText: (email: string) =>
      `If ${email} is registered, a letter with a link is on its way. Look into the spam folder too.`,
    toSignIn: 'To the sign-in page',
    newPasswordTitle: 'New password',
    newPassword: 'New password',
    newPasswordHint: (min: number) => `At least ${min} characters. A long phrase is safer than a complicated word.`,
    setPassword: 'Save the password',
    passwordSaved: 'The password is saved. Sign in with it',
    requestNewLink: 'Get a new link',
  },
});

/** Roles as people read them (reference terms). */
export const roleNames = texts<Record<Role, string>>({
  ua: {
    Owner: 'Власник',
    Administrator: 'Адміністратор',
    Manager: 'Менеджер',
    Producer: 'Начальник виробництва',
    Stockman: 'Логіст',
    Client: 'Дропшипер',
  },
  en: {
    Owner: 'Owner',
    Administrator: 'Administrator',
    Manager: 'Manager',
    Producer: 'Production head',
    Stockman: 'Logistics manager',
    Client: 'Dropshipper',
  },
});

/** The last word of a plan's identifier: `manufacturer-basic-monthly` → `basic`. */
const planNames = texts<Record<string, string>>({
  ua: { basic: 'Базовий', standard: 'Стандарт', premium: 'Преміум', free: 'Безкоштовний', business: 'Бізнес' },
  en: { basic: 'Basic', standard: 'Standard', premium: 'Premium', free: 'Free', business: 'Business' },
});

export function planName(plan: string | null | undefined, locale: 'ua' | 'en'): string | null {
  const kind = plan?.split('-')[1];
  return (kind && planNames[locale][kind]) ?? null;
}
