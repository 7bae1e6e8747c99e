import type { Audience } from '@lanka/domain/kit/plans';
import type { MessageKind } from '@lanka/domain/site/contract';
import { letterKind } from '../kit/mail/letters';

interface MessageFacts {
  readonly kind: MessageKind;
  readonly name: string;
  readonly email_phone: string;
  readonly region: string;
  readonly comment: string;
}

const KINDS = {
  ua: {
    contact: 'контактна форма',
    consultation: 'запит на консультацію',
    request_form: 'форма на головній сторінці',
    feedback: 'відгук користувача',
    support: 'звернення до підтримки',
  },
  en: {
    contact: 'the contact form',
    consultation: 'a request for a consultation',
    request_form: 'the form of the landing page',
    feedback: 'feedback of a user',
    support: 'a call for support',
  },
} as const satisfies Record<'ua' | 'en', Record<MessageKind, string>>;

/** To the operator: somebody wrote. */
export const messageCame = letterKind<MessageFacts>('site.message', {
  sample: {
    kind: 'consultation',
    name: 'Олена Коваленко',
    email_phone: 'olena@example.com',
    region: 'Львів',
    comment: 'Шиємо постільну білизну, хочемо працювати з дропшиперами.',
  },
  ua: ({ kind, name, email_phone, region, comment }) => ({
    subject: `Нове повідомлення: ${KINDS.ua[kind]}`,
    paragraphs: [
      `Від: ${name}`,
      `Контакт: ${email_phone}`,
      ...(region ? [`Місто: ${region}`] : []),
      comment || 'Без тексту.',
    ],
    button: 'Відкрити повідомлення',
  }),
  en: ({ kind, name, email_phone, region, comment }) => ({
    subject: `A new message: ${KINDS.en[kind]}`,
    paragraphs: [
      `From: ${name}`,
      `Contact: ${email_phone}`,
      ...(region ? [`City: ${region}`] : []),
      comment || 'Without a text.',
    ],
    button: 'Open the message',
  }),
});

interface RequestFacts {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly company: string;
  readonly region: string;
  readonly audience: Audience;
  readonly plan: string;
  readonly comment: string;
}

const AUDIENCES = {
  ua: { manufacturer: 'виробник', dropshipper: 'дропшипер' },
  en: { manufacturer: 'manufacturer', dropshipper: 'dropshipper' },
} as const;

/** To the operator: somebody asks for access. */
export const accessAsked = letterKind<RequestFacts>('site.access_request', {
  sample: {
    name: 'Андрій Мельник',
    email: 'andrii@example.com',
    phone: '+380 67 123 45 67',
    company: 'Ткацький двір',
    region: 'Львів',
    audience: 'manufacturer',
    plan: 'manufacturer-standard-monthly',
    comment: '',
  },
  ua: ({ name, email, phone, company, region, audience, plan, comment }) => ({
    subject: 'Новий запит на доступ',
    paragraphs: [
      `${name} просить доступ як ${AUDIENCES.ua[audience]}.`,
      `E-mail: ${email}`,
      ...(phone ? [`Телефон: ${phone}`] : []),
      ...(company ? [`Компанія: ${company}`] : []),
      ...(region ? [`Місто: ${region}`] : []),
      ...(plan ? [`Тариф: ${plan}`] : []),
      ...(comment ? [comment] : []),
    ],
    button: 'Розглянути запит',
  }),
  en: ({ name, email, phone, company, region, audience, plan, comment }) => ({
    subject: 'A new access request',
    paragraphs: [
      `${name} asks for access as a ${AUDIENCES.en[audience]}.`,
      `E-mail: ${email}`,
      ...(phone ? [`Phone: ${phone}`] : []),
      ...(company ? [`Company: ${company}`] : []),
      ...(region ? [`City: ${region}`] : []),
      ...(plan ? [`Plan: ${plan}`] : []),
      ...(comment ? [comment] : []),
    ],
    button: 'Decide the request',
  }),
});

/**
 * To the requester. It carries nothing of what was typed into the form: anybody can type any address there, and the
 * letter must be of no use for sending words to strangers.
 */
export const accessReceived = letterKind<{ contact: string }>('site.access_received', {
  sample: { contact: 'support@lanka.ua' },
  ua: ({ contact }) => ({
    subject: 'Ми отримали ваш запит на доступ до Ланки',
    paragraphs: [
      'Вітаємо.',
      'На цю адресу попросили доступ до платформи Ланка. Ми розглянемо запит протягом доби й напишемо вам. Якщо його схвалено, у листі буде посилання для реєстрації.',
      `Якщо запит надсилали не ви, просто не зважайте на цей лист. Питання можна поставити тут: ${contact}.`,
    ],
  }),
  en: ({ contact }) => ({
    subject: 'We have received your request for access to Lanka',
    paragraphs: [
      'Hello.',
      'Access to the Lanka platform was requested for this address. We decide within a day and write to you. If the request is approved, the letter will have a link to sign up.',
      `If it was not you who asked, just ignore this letter. Questions are welcome here: ${contact}.`,
    ],
  }),
});
