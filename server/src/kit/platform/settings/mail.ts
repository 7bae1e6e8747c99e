import { z } from 'zod';
import { type Settings, urlOf, whole } from './setting';

/** Letters: who sends them and how many may be asked for. */
export const mail = {
  SMTP_URL: {
    default: '',
    allowed: { ua: 'адреса smtp:// або smtps://', en: 'an smtp:// or smtps:// address' },
    about: {
      ua: 'Поштовий сервер. Без нього листи лишаються в базі',
      en: 'The mail server. Without it letters are not sent but kept in the database',
    },
    type: urlOf(/^smtps?$/).optional(),
  },
  MAIL_FROM: {
    default: 'Lanka <no-reply@lanka.ua>',
    allowed: { ua: 'адреса name@host або «Ім’я <name@host>»', en: 'name@host or “Name <name@host>”' },
    about: { ua: 'Відправник листів', en: 'The sender of letters' },
    type: z
      .string()
      .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
      .default('Lanka <no-reply@lanka.ua>'),
  },
  MAIL_CAP_ADDRESS: {
    default: '5',
    allowed: { ua: 'ціле число від 1 до 1000', en: 'a whole number from 1 to 1000' },
    about: {
      ua: 'Найбільше листів на добу на одну адресу від одного проєкту; також листів про зміну e-mail і про запит на доступ',
      en: 'At most so many letters a day to one address from one project; also about a change of e-mail and a request for access',
    },
    type: whole(1, 1_000).default(5),
  },
  MAIL_CAP_INVITATIONS: {
    default: '200',
    allowed: { ua: 'ціле число від 1 до 100000', en: 'a whole number from 1 to 100000' },
    about: {
      ua: 'Найбільше запрошень на добу від одного проєкту',
      en: 'At most so many invitations a day from one project',
    },
    type: whole(1, 100_000).default(200),
  },
  MAIL_CAP_LINKS: {
    default: '5',
    allowed: { ua: 'ціле число від 1 до 1000', en: 'a whole number from 1 to 1000' },
    about: {
      ua: 'Найбільше листів на годину на одну адресу з посиланням для нового пароля або підтвердження e-mail',
      en: 'At most so many letters an hour to one address with a link for a new password or to confirm the e-mail',
    },
    type: whole(1, 1_000).default(5),
  },
  MAIL_CAP_CONTACT: {
    default: '500',
    allowed: { ua: 'ціле число від 1 до 100000', en: 'a whole number from 1 to 100000' },
    about: {
      ua: 'Найбільше листів на добу на CONTACT_EMAIL про звернення та заявки; решта лише в кабінеті оператора',
      en: 'At most so many letters a day to CONTACT_EMAIL about messages and requests; the rest stand in the operator’s area alone',
    },
    type: whole(1, 100_000).default(500),
  },
} satisfies Settings;
