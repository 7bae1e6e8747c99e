import type { Locale } from '@lanka/domain/kit/errors';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type LetterKind, letterKind } from '../kit/mail/letters';
import { type Audience, noticeKind, noticeWithLetter } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import type { LockedApplication } from './applications.store';
import type { Asking } from './messages.store';

const applied = letterKind<{ who: string; project: string }>('applications.applied', {
  sample: { who: 'Олена Коваленко', project: 'Ткацький двір' },
  ua: ({ who, project }) => ({
    subject: `Заявка на співпрацю від ${who}`,
    paragraphs: [
      'Вітаємо.',
      `${who} хоче співпрацювати з проєктом «${project}» як дропшипер.`,
      'Перегляньте заявку: схваліть її з умовами співпраці або відхиліть і напишіть причину.',
    ],
    button: 'Переглянути заявку',
  }),
  en: ({ who, project }) => ({
    subject: `An application from ${who}`,
    paragraphs: [
      'Hello.',
      `${who} wants to work with the project “${project}” as a dropshipper.`,
      'Look at the application: approve it with your terms, or reject it and write the reason.',
    ],
    button: 'Look at the application',
  }),
});

const withdrawn = letterKind<{ who: string; project: string }>('applications.withdrawn', {
  sample: { who: 'Олена Коваленко', project: 'Ткацький двір' },
  ua: ({ who, project }) => ({
    subject: `${who} відкликає заявку на співпрацю`,
    paragraphs: [
      'Вітаємо.',
      `${who} більше не чекає на відповідь проєкту «${project}»: заявку на співпрацю відкликано, вирішувати її не потрібно.`,
    ],
    button: 'Переглянути заявку',
  }),
  en: ({ who, project }) => ({
    subject: `${who} withdraws the application`,
    paragraphs: [
      'Hello.',
      `${who} no longer waits for an answer of the project “${project}”: the application was withdrawn, there is nothing to decide.`,
    ],
    button: 'Look at the application',
  }),
});

const TO_LEADERS = { applied, withdrawn };

interface Decided {
  readonly project: string;
  readonly reason: string;
}
const sample: Decided = { project: 'Ткацький двір', reason: 'Працюємо лише з магазинами, що мають власний сайт' };

const DECIDED = {
  approved: letterKind<Decided>('applications.approved', {
    sample,
    ua: ({ project }) => ({
      subject: `«${project}» схвалює вашу заявку`,
      paragraphs: [
        'Вітаємо.',
        `Проєкт «${project}» схвалив вашу заявку на співпрацю. Його товари вже доступні: можна створювати замовлення.`,
      ],
      button: 'Перейти до товарів',
    }),
    en: ({ project }) => ({
      subject: `“${project}” approves your application`,
      paragraphs: [
        'Hello.',
        `The project “${project}” has approved your application. You see its goods from now on and can order them.`,
      ],
      button: 'Go to the goods',
    }),
  }),
  rejected: letterKind<Decided>('applications.rejected', {
    sample,
    ua: ({ project, reason }) => ({
      subject: `«${project}» відхиляє вашу заявку`,
      paragraphs: [
        'Вітаємо.',
        `Проєкт «${project}» відхилив вашу заявку на співпрацю. Причина: ${reason}`,
        'Подати заявку цьому постачальнику ще раз не можна, але він може запросити вас сам.',
      ],
      button: 'Мої заявки',
    }),
    en: ({ project, reason }) => ({
      subject: `“${project}” rejects your application`,
      paragraphs: [
        'Hello.',
        `The project “${project}” has rejected your application. The reason: ${reason}`,
        'You cannot apply to this supplier again, but they may invite you.',
      ],
      button: 'My applications',
    }),
  }),
  // why is for the staff alone
  blocked: letterKind<Decided>('applications.blocked', {
    sample,
    ua: ({ project }) => ({
      subject: `«${project}» припиняє співпрацю з вами`,
      paragraphs: [
        'Вітаємо.',
        `Проєкт «${project}» закрив вам доступ: його товари й замовлення більше не доступні, нову заявку подати не можна. Ваші минулі замовлення лишаються вам для перегляду.`,
      ],
      button: 'Мої заявки',
    }),
    en: ({ project }) => ({
      subject: `“${project}” ends the cooperation with you`,
      paragraphs: [
        'Hello.',
        `The project “${project}” has closed your access: its goods and orders are not available any more, and you cannot apply anew. Your past orders stay yours to read.`,
      ],
      button: 'My applications',
    }),
  }),
  unblocked: letterKind<Decided>('applications.unblocked', {
    sample,
    ua: ({ project }) => ({
      subject: `«${project}» знову розглядає вашу заявку`,
      paragraphs: [
        'Вітаємо.',
        `Проєкт «${project}» зняв блокування. Ваша заявка на співпрацю знову чекає на рішення, подавати її ще раз не потрібно.`,
      ],
      button: 'Мої заявки',
    }),
    en: ({ project }) => ({
      subject: `“${project}” considers your application again`,
      paragraphs: [
        'Hello.',
        `The project “${project}” has lifted the block. Your application waits for a decision again, there is no need to apply anew.`,
      ],
      button: 'My applications',
    }),
  }),
};

interface Said {
  readonly who: string;
  readonly project: string;
  readonly said: string;
}
const SAID: Said = { who: 'Олена Коваленко', project: 'Ткацький двір', said: 'Який мінімальний залишок на балансі?' };
const wrote = letterKind<Said>('applications.message', {
  sample: SAID,
  ua: ({ who, project, said }) => ({
    subject: `Повідомлення від ${who} щодо співпраці`,
    paragraphs: ['Вітаємо.', `${who} пише вам щодо заявки на співпрацю з проєктом «${project}»:`, said],
    button: 'Відповісти',
  }),
  en: ({ who, project, said }) => ({
    subject: `A message of ${who} about working together`,
    paragraphs: ['Hello.', `${who} writes to you about the application to the project “${project}”:`, said],
    button: 'Answer',
  }),
});

const toLeaders = (letter: LetterKind<{ who: string; project: string }>) =>
  noticeWithLetter(letter, { area: 'partners', reaches: [{ staff: 'applications.decide' }], byOutsiders: true });
const toApplicant = (letter: LetterKind<Decided>) =>
  noticeWithLetter(letter, { area: 'partners', reaches: ['applicant'] });
const TOLD = {
  applied: toLeaders(TO_LEADERS.applied),
  withdrawn: toLeaders(TO_LEADERS.withdrawn),
  approved: toApplicant(DECIDED.approved),
  rejected: toApplicant(DECIDED.rejected),
  blocked: toApplicant(DECIDED.blocked),
  unblocked: toApplicant(DECIDED.unblocked),
};

/** A message in the conversation: how it begins, to the side that did not write it. */
const toldOf = (name: string, reaches: readonly Audience[], byOutsiders?: true) => {
  const words = (locale: Locale) => (said: Said) => ({
    title: wrote.to({ email: '', locale }, said).subject,
    text: said.said.slice(0, SHOWN_OF_MESSAGE),
  });
  return noticeKind<Said & { path: string }>(name, {
    ...{ area: 'partners', reaches, mail: 'now', ua: words('ua'), en: words('en') },
    sample: { ...SAID, path: '/cp' },
    path: ({ path }) => path,
    letter: (addressee, said, url) => wrote.to(addressee, said, url),
    ...(byOutsiders ? { byOutsiders } : {}),
  });
};
const WROTE = {
  applicant: toldOf('applications.message', [{ staff: 'applications.decide' }], true),
  supplier: toldOf('applications.message_of_supplier', ['applicant']),
};
const SHOWN_OF_MESSAGE = 200;
const TOLD_OF_MESSAGE = 1_000;
export const applicationNotices = [...Object.values(TOLD), ...Object.values(WROTE)];

const cardOf = (id: string): string => `/cp/counterparties/applications/${id}`;

/** Tells the other side of the conversation. */
export async function tellOfMessage(
  tx: Tx,
  app: Services,
  { place: { project, user }, id, side }: Asking,
  { user_id }: { readonly user_id: string },
  text: string,
): Promise<void> {
  const toSupplier = side === 'applicant';
  const path = toSupplier ? cardOf(id) : `/cp/applications/${id}`;
  const said = text.length > TOLD_OF_MESSAGE ? `${text.slice(0, TOLD_OF_MESSAGE)}…` : text;
  const facts = { who: user.name, project: project.title, said, path };
  await app.notices.tell(tx, { project, user }, WROTE[side], toSupplier ? {} : { user_id }, facts);
}

/** To whoever decides. */
export async function tellLeaders(
  tx: Tx,
  app: Services,
  project: { readonly id: string; readonly title: string },
  { id, who }: { readonly id: string; readonly who: string },
  what: keyof typeof TO_LEADERS,
): Promise<void> {
  const path = cardOf(id);
  await app.notices.tell(tx, systemIn(project.id), TOLD[what], {}, { who, project: project.title, path });
}

export async function tellApplicant(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { user_id }: LockedApplication,
  what: keyof typeof DECIDED,
  reason = '',
): Promise<void> {
  const { project } = scope;
  const path = what === 'approved' ? '/cp/products' : '/cp/applications';
  await app.notices.tell(tx, scope, TOLD[what], { user_id }, { project: project.title, reason, path });
}
