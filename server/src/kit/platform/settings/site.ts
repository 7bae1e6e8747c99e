import { z } from 'zod';
import { type Settings, urlOf } from './setting';

/** The public pages: contacts and analytics. */
export const site = {
  CONTACT_EMAIL: {
    default: 'support@lanka.ua',
    allowed: { ua: 'адреса e-mail', en: 'an e-mail address' },
    about: {
      ua: 'Показано на сайті; сюди надходять звернення та заявки',
      en: 'Shown on the site; contact and access requests are mailed here',
    },
    type: z.email().default('support@lanka.ua'),
  },
  CONTACT_PHONE: {
    default: '+380 44 000 00 00',
    allowed: { ua: 'телефон', en: 'a phone' },
    about: { ua: 'Телефон, показаний на сайті', en: 'The phone shown on the site' },
    type: z
      .string()
      .regex(/^\+?[\d ()-]{7,30}$/)
      .default('+380 44 000 00 00'),
  },
  GOOGLE_TAG_ID: {
    default: '',
    allowed: { ua: 'рядок виду G-XXXXXXX', en: 'text like G-XXXXXXX' },
    about: {
      ua: 'Тег Google для аналітики. Працює лише за згодою відвідувача',
      en: 'The Google tag for analytics. It works only with the visitor’s consent',
    },
    type: z
      .string()
      .regex(/^[A-Z]{1,4}-[A-Z0-9]{4,20}$/)
      .optional(),
  },
  ANALYTICS_URL: {
    default: '',
    allowed: { ua: 'адреса https:// або http://', en: 'an https:// or http:// address' },
    about: {
      ua: 'Власна адреса для подій аналітики (POST, JSON). Лише за згодою відвідувача',
      en: 'An own address for analytics events (POST, JSON). Only with the visitor’s consent',
    },
    type: urlOf(/^https?$/).optional(),
  },
} satisfies Settings;
