import { z } from 'zod';
import { flag, onOff, required, type Settings, urlOf, whole } from './setting';

/** Who may come in, and how. */
export const people = {
  FIRST_USER_EMAIL: {
    default: '',
    allowed: { ua: 'адреса e-mail', en: 'an e-mail address' },
    about: {
      ua: 'Перший користувач порожньої бази: на старті друкується посилання, де він задає пароль',
      en: 'The first user of an empty database: the start prints a link where he sets a password',
    },
    type: z.email().optional(),
  },
  OPERATOR_EMAIL: {
    default: '',
    allowed: { ua: 'адреса e-mail', en: 'an e-mail address' },
    about: {
      ua: 'Оператор платформи: цей користувач отримує доступ до /cp/operator; без облікового запису на старті друкується посилання',
      en: 'The operator of the platform: this user gets /cp/operator; without an account the start prints a link',
    },
    type: z.email().optional(),
  },
  OPEN_SIGN_UP: {
    default: 'off',
    allowed: onOff,
    about: {
      ua: 'Реєстрація без запрошення і схваленої заявки',
      en: 'Registration without an invitation or an approved request',
    },
    type: flag.default(false),
  },
  USER_LOCALES: {
    default: 'ua',
    allowed: { ua: 'ua або ua,en', en: 'ua or ua,en' },
    about: {
      ua: 'Мови, які користувач може обрати у профілі для робочої частини',
      en: 'The languages a user may choose in the profile for the signed-in part',
    },
    type: z
      .enum(['ua', 'ua,en'])
      .default('ua')
      .transform((value) => value.split(',') as ('ua' | 'en')[]),
  },
  JWT_AUDIENCE: {
    default: 'https://api.lanka.ua',
    allowed: { ua: 'непорожній рядок', en: 'text, not empty' },
    about: { ua: 'Аудиторія (aud) токенів доступу', en: 'The audience (aud) of access tokens' },
    type: required.default('https://api.lanka.ua'),
  },
  ACCESS_TOKEN_TTL_SECONDS: {
    default: '900',
    allowed: { ua: 'ціле число від 30 до 86400', en: 'a whole number from 30 to 86400' },
    about: { ua: 'Строк дії токена доступу, секунд', en: 'How long an access token is valid, seconds' },
    type: whole(30, 86_400).default(900),
  },
  OIDC_ISSUER: {
    default: '',
    allowed: { ua: 'адреса https:// (разом з OIDC_CLIENT_ID)', en: 'an https:// address (with OIDC_CLIENT_ID)' },
    about: {
      ua: 'Зовнішній постачальник входу OpenID Connect замість власних паролів',
      en: 'An outside OpenID Connect provider instead of own passwords',
    },
    type: urlOf(/^https?$/).optional(),
  },
  OIDC_CLIENT_ID: {
    default: '',
    allowed: { ua: 'непорожній рядок (разом з OIDC_ISSUER)', en: 'text, not empty (with OIDC_ISSUER)' },
    about: { ua: 'Ідентифікатор клієнта в постачальника входу', en: 'The client id at the provider' },
    type: required.optional(),
  },
  OIDC_CLIENT_SECRET: {
    default: '',
    allowed: { ua: 'рядок', en: 'text' },
    about: { ua: 'Секрет клієнта; без нього лише PKCE', en: 'The client secret; without it PKCE alone' },
    type: required.optional(),
  },
  OIDC_AUDIENCE: {
    default: '',
    allowed: { ua: 'рядок', en: 'text' },
    about: { ua: 'Аудиторія, яку просять у постачальника', en: 'The audience asked of the provider' },
    type: required.optional(),
  },
} satisfies Settings;
