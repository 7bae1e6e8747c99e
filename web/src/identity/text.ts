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
    otp: 'Код підтвердження',
    otpText: 'Увімкнено другий фактор. Введіть код із застосунку-автентифікатора.',
    otpHint: 'Шість цифр або код відновлення',
    otherAccount: 'Інший обліковий запис',
    noAccount: 'Ще немає облікового запису?',
    toSignUp: 'Зареєструватися',
    unconfirmedTitle: 'E-mail ще не підтверджено',
    unconfirmedText: (email: string) => `Відкрийте посилання з листа, який ми надіслали на ${email}.`,
    confirmationSent: (email: string) => `Лист із посиланням надіслано на ${email}. Перегляньте також папку «Спам».`,
    sendAgain: 'Надіслати ще раз',
    signUpTitle: 'Реєстрація',
    signUpText: 'Надішлемо лист, щоб підтвердити адресу.',
    invitedText: 'Вас запрошено до Ланки. Лишилося задати пароль.',
    fullName: 'Ім’я та прізвище',
    phone: 'Телефон',
    createAccount: 'Створити обліковий запис',
    haveAccount: 'Уже є обліковий запис',
    signUpSentText: (email: string) =>
      `На ${email} прийде лист із посиланням: перейдіть за ним, щоб завершити реєстрацію. Перегляньте також папку «Спам».`,
    signUpFailedTitle: 'Не вдалося відкрити запрошення',
    requestAccess: 'Подати заявку на доступ',
    closedTitle: 'Реєстрація за запрошенням',
    closedText:
      'Зареєструватися можна за запрошенням постачальника або після схваленої заявки. Залиште заявку, і ми відповімо листом.',
    emailChecking: 'Перевіряємо посилання',
    emailConfirmedTitle: 'E-mail підтверджено',
    emailConfirmedText: (email: string) => `Адресу ${email} підтверджено. Тепер можна увійти.`,
    emailChangedTitle: 'E-mail змінено',
    emailChangedText: (email: string) => `Тепер для входу потрібна адреса ${email}. Увійдіть знову.`,
    emailFailedTitle: 'Посилання не спрацювало',
    emailNoToken: 'У посиланні бракує коду. Відкрийте його з листа ще раз.',
    emailFailedHint:
      'Якщо ви підтверджували реєстрацію, увійдіть: ми запропонуємо надіслати лист ще раз. Якщо змінювали e-mail, попросіть новий лист у профілі, на вкладці «Безпека».',
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
    otp: 'Confirmation code',
    otpText: 'The second factor is on. Enter the code of the authenticator app.',
    otpHint: 'Six digits or a recovery code',
    otherAccount: 'Another account',
    noAccount: 'No account yet?',
    toSignUp: 'Sign up',
    unconfirmedTitle: 'The e-mail is not confirmed yet',
    unconfirmedText: (email: string) => `Open the link of the letter that we sent to ${email}.`,
    confirmationSent: (email: string) =>
      `A letter with a link is on its way to ${email}. Look into the spam folder too.`,
    sendAgain: 'Send again',
    signUpTitle: 'Sign up',
    signUpText: 'We will send a letter to confirm the address.',
    invitedText: 'You are invited to Lanka. All that is left is a password.',
    fullName: 'Name and surname',
    phone: 'Phone',
    createAccount: 'Create the account',
    haveAccount: 'I have an account',
    signUpSentText: (email: string) =>
      `A letter with a link is on its way to ${email}: follow it to finish the registration. Look into the spam folder too.`,
    signUpFailedTitle: 'The invitation could not be opened',
    requestAccess: 'Request access',
    closedTitle: 'Registration is by invitation',
    closedText:
      'You can sign up with the invitation of a supplier or after an approved request. Leave a request, and we will answer by letter.',
    emailChecking: 'Checking the link',
    emailConfirmedTitle: 'The e-mail is confirmed',
    emailConfirmedText: (email: string) => `The address ${email} is confirmed. You can sign in now.`,
    emailChangedTitle: 'The e-mail is changed',
    emailChangedText: (email: string) => `From now on you sign in with ${email}. Sign in again.`,
    emailFailedTitle: 'The link did not work',
    emailNoToken: 'The link lacks its code. Open it from the letter once more.',
    emailFailedHint:
      'If you were confirming a registration, sign in: we will offer to send the letter again. If you were changing the e-mail, ask for a new letter in the profile, on the security tab.',
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
