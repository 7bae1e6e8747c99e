import { EMAIL_LINK_HOURS, SIGN_UP_INVITATION_DAYS } from '@lanka/domain/identity/account';
import { letterKind } from '../../kit/mail/letters';

export const invitedToSignUp = letterKind('identity.sign_up_invitation', {
  sample: { name: 'Олена' },
  ua: ({ name }) => ({
    subject: 'Ваш доступ до Ланки відкрито',
    paragraphs: [
      name ? `Вітаємо, ${name}.` : 'Вітаємо.',
      `Вашу заявку схвалено. За посиланням можна створити обліковий запис; воно діє ${SIGN_UP_INVITATION_DAYS} днів.`,
      'Якщо ви не просили про доступ, просто не зважайте на цей лист.',
    ],
    button: 'Створити обліковий запис',
  }),
  en: ({ name }) => ({
    subject: 'Your access to Lanka is open',
    paragraphs: [
      name ? `Hello, ${name}.` : 'Hello.',
      `Your request was approved. Follow the link to create the account; it works for ${SIGN_UP_INVITATION_DAYS} days.`,
      'If you did not ask for access, just ignore this letter.',
    ],
    button: 'Create the account',
  }),
});

export const knownAlready = letterKind('identity.known_already', {
  sample: { email: 'olena@example.com' },
  ua: ({ email }) => ({
    subject: 'У вас уже є обліковий запис у Ланці',
    paragraphs: [
      'Вітаємо.',
      `За адресою ${email} уже є обліковий запис, тож новий створювати не потрібно. Якщо забули пароль, на сторінці входу можна задати новий.`,
      'Якщо реєструвалися не ви, нічого робити не потрібно.',
    ],
    button: 'Увійти',
  }),
  en: ({ email }) => ({
    subject: 'You have an account in Lanka already',
    paragraphs: [
      'Hello.',
      `There is an account for ${email} already, so no new one is needed. If you forgot the password, you can set a new one on the sign-in page.`,
      'If it was not you who signed up, there is nothing to do.',
    ],
    button: 'Sign in',
  }),
});

export const confirmAddress = letterKind('identity.confirm_email', {
  sample: { name: 'Олена' },
  ua: ({ name }) => ({
    subject: 'Підтвердьте e-mail для Ланки',
    paragraphs: [
      `Вітаємо, ${name}.`,
      `Щоб завершити реєстрацію, підтвердьте цю адресу. Посилання діє ${EMAIL_LINK_HOURS} години.`,
      'Якщо реєструвалися не ви, просто не зважайте на цей лист.',
    ],
    button: 'Підтвердити e-mail',
  }),
  en: ({ name }) => ({
    subject: 'Confirm your e-mail for Lanka',
    paragraphs: [
      `Hello, ${name}.`,
      `To finish the registration, confirm this address. The link works for ${EMAIL_LINK_HOURS} hours.`,
      'If it was not you who signed up, just ignore this letter.',
    ],
    button: 'Confirm the e-mail',
  }),
});

export const changeAddress = letterKind('identity.change_email', {
  sample: { email: 'nova@example.com' },
  ua: ({ email }) => ({
    subject: 'Підтвердьте нову адресу для Ланки',
    paragraphs: [
      'Вітаємо.',
      `Хтось попросив змінити e-mail облікового запису на ${email}. Щоб змінити, перейдіть за посиланням: воно діє ${EMAIL_LINK_HOURS} години. Після цього потрібно буде увійти знову.`,
      'Якщо це були не ви, просто не зважайте на цей лист.',
    ],
    button: 'Змінити e-mail',
  }),
  en: ({ email }) => ({
    subject: 'Confirm the new address for Lanka',
    paragraphs: [
      'Hello.',
      `Somebody asked to change the e-mail of an account to ${email}. Follow the link to change it: it works for ${EMAIL_LINK_HOURS} hours. After that you sign in again.`,
      'If it was not you, just ignore this letter.',
    ],
    button: 'Change the e-mail',
  }),
});

export const addressTaken = letterKind('identity.email_taken', {
  sample: { email: 'nova@example.com' },
  ua: ({ email }) => ({
    subject: 'За цією адресою вже є обліковий запис у Ланці',
    paragraphs: [
      'Вітаємо.',
      `Хтось захотів перевести свій обліковий запис на ${email}, але за цією адресою вже є інший. Нічого не змінено.`,
      'Якщо це були ви, увійдіть із цією адресою або оберіть для другого облікового запису іншу.',
    ],
    button: 'Увійти',
  }),
  en: ({ email }) => ({
    subject: 'This address has an account in Lanka already',
    paragraphs: [
      'Hello.',
      `Somebody wanted to move an account to ${email}, but there is another one for this address. Nothing was changed.`,
      'If it was you, sign in with this address, or choose a different one for the other account.',
    ],
    button: 'Sign in',
  }),
});

export const addressChanges = letterKind('identity.email_changes', {
  sample: { email: 'nova@example.com' },
  ua: ({ email }) => ({
    subject: 'Хтось змінює e-mail вашого облікового запису',
    paragraphs: [
      'Вітаємо.',
      `Для вашого облікового запису попросили змінити e-mail на ${email}. Поки посилання з листа на нову адресу не відкрито, нічого не змінено.`,
      'Якщо це були не ви, змініть пароль: після цього всі сеанси завершаться, а посилання перестане діяти.',
    ],
    button: 'Відкрити налаштування безпеки',
  }),
  en: ({ email }) => ({
    subject: 'Somebody is changing the e-mail of your account',
    paragraphs: [
      'Hello.',
      `Your account's e-mail was asked to be changed to ${email}. Nothing is changed until the link of the letter to the new address is opened.`,
      'If it was not you, change the password: then all sessions end and the link does not work any more.',
    ],
    button: 'Open the security settings',
  }),
});

export const newDevice = letterKind('identity.new_device', {
  sample: { at: '21.11.2026 10:05', agent: 'Firefox, Windows', address: '203.0.113.7' },
  ua: ({ at, agent, address }) => ({
    subject: 'Вхід із нового пристрою',
    paragraphs: [
      'Вітаємо.',
      `У ваш обліковий запис увійшли з пристрою, якого ми ще не бачили: ${agent}, адреса ${address}, ${at} за Києвом.`,
      'Якщо це були ви, нічого робити не потрібно. Якщо ні, завершіть цей сеанс і змініть пароль.',
    ],
    button: 'Переглянути сеанси',
  }),
  en: ({ at, agent, address }) => ({
    subject: 'A sign-in from a new device',
    paragraphs: [
      'Hello.',
      `Somebody signed in to your account from a device that we have not seen yet: ${agent}, address ${address}, ${at} Kyiv time.`,
      'If it was you, there is nothing to do. If not, end that session and change the password.',
    ],
    button: 'Look at the sessions',
  }),
});

export const factorRemoved = letterKind('identity.second_factor_removed', {
  sample: {},
  ua: () => ({
    subject: 'Другий фактор вашого облікового запису прибрано',
    paragraphs: [
      'Вітаємо.',
      'Оператор прибрав другий фактор вашого облікового запису: нам написали, що застосунок і резервні коди втрачено. Тепер для входу досить пароля.',
      'Якщо про це просили ви, увійдіть і налаштуйте другий фактор знову. Якщо ні, одразу змініть пароль і напишіть нам.',
    ],
    button: 'Відкрити налаштування безпеки',
  }),
  en: () => ({
    subject: 'The second factor of your account was removed',
    paragraphs: [
      'Hello.',
      'An operator removed the second factor of your account: we were told that the app and the recovery codes are lost. Now the password alone is enough to sign in.',
      'If you asked for it, sign in and set a second factor up again. If not, change the password at once and write to us.',
    ],
    button: 'Open the security settings',
  }),
});
