import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { fromProject } from '../kit/mail/caps';
import { letterKind } from '../kit/mail/letters';
import type { Services } from '../kit/services';
import { type LockedApplication, listLeaders } from './applications.store';

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
};

/** Writes to whoever decides; what was done does not fail because too many letters were sent. */
export async function tellLeaders(
  tx: Tx,
  app: Services,
  project: { readonly id: string; readonly title: string },
  { id, who }: { readonly id: string; readonly who: string },
): Promise<void> {
  const url = `${app.config.publicUrl}/cp/counterparties/applications/${id}?project=${project.id}`;
  for (const leader of await listLeaders(tx, { project }))
    await app.mail.postWithinCaps(
      tx,
      applied.to(leader, { who, project: project.title }, url),
      fromProject(project.id, leader.email),
    );
}

export async function tellApplicant(
  tx: Tx,
  app: Services,
  { project }: ProjectScope,
  { applicant }: LockedApplication,
  what: keyof typeof DECIDED,
  reason = '',
): Promise<void> {
  const url = `${app.config.publicUrl}/cp/${what === 'approved' ? 'products' : 'applications'}?project=dropshipping`;
  await app.mail.postWithinCaps(
    tx,
    DECIDED[what].to(applicant, { project: project.title, reason }, url),
    fromProject(project.id, applicant.email),
  );
}
