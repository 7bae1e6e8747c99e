import { plural } from '@lanka/domain/kit/plural';
import { noticeKind } from '../kit/notices/kinds';

interface Archived {
  readonly project_id: string;
  readonly id: string;
  readonly papers: number;
}

const about = {
  ...{ area: 'files' as const, reaches: ['named' as const], mail: 'off' as const },
  sample: {
    project_id: '01890a5d-ac96-774b-bcce-b302099a8055',
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    papers: 120,
  },
  path: ({ project_id, id }: Archived): string => `/cp/papers?zip=${project_id}.${id}`,
};
const papers = (count: number): string =>
  `${count} ${plural('ua', count, { one: 'документ', few: 'документи', many: 'документів' })}`;

/** To whoever asked for the archive: many papers are drawn for minutes. */
const done = noticeKind<Archived>('documents.archived', {
  ...about,
  ua: (facts) => ({ title: 'Архів документів готовий', text: papers(facts.papers) }),
  en: (facts) => ({
    title: 'The archive of papers is ready',
    text: `${facts.papers} ${plural('en', facts.papers, { one: 'paper', few: 'papers', many: 'papers' })}`,
  }),
});
const failed = noticeKind<Archived>('documents.archive_failed', {
  ...about,
  ua: () => ({ title: 'Архів документів не вдався', text: 'Спробуйте ще раз' }),
  en: () => ({ title: 'The archive of papers failed', text: 'Try again' }),
});

export const ARCHIVE_TOLD = { done, failed };
