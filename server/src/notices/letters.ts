import type { Tx } from '../kit/db/db';
import { fromNotices, fromOutside } from '../kit/mail/caps';
import type { Letter } from '../kit/mail/letter-design';
import { letterKind } from '../kit/mail/letters';
import { type AnyNoticeKind, noticePath, noticeWords, pathIn } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import type { NoticeEvent, ToldPerson } from './deliver.store';
import { areaLink } from './unsubscribe';

const why = {
  ua: 'Лист надіслано, бо так обрано у ваших налаштуваннях сповіщень. Їх можна змінити у профілі.',
  en: 'This letter was sent as your settings of notifications say. You can change them in your profile.',
};

/** Of kinds that have no letter of their own. */
const ONE = letterKind<{ title: string; text: string }>('notices.one', {
  sample: { title: 'Нове замовлення № A128', text: 'Олена Коваленко, 1 234,50 ₴' },
  ua: ({ title, text }) => ({
    ...{ subject: title, paragraphs: ['Вітаємо.', text ? `${title}. ${text}` : `${title}.`] },
    ...{ button: 'Відкрити', why: why.ua },
  }),
  en: ({ title, text }) => ({
    ...{ subject: title, paragraphs: ['Hello.', text ? `${title}. ${text}` : `${title}.`] },
    ...{ button: 'Open', why: why.en },
  }),
});

/** Of several happenings in one letter. */
export const DIGEST = letterKind<{ count: number; lines: string }>('notices.digest', {
  sample: {
    count: 3,
    lines: 'Текстиль-Плюс:\n• Нові замовлення: 2\n• Коментар до замовлення № A128 – Олена: Дякую',
  },
  ua: ({ count, lines }) => ({
    subject: `Ваші сповіщення: ${count}`,
    paragraphs: ['Вітаємо.', 'Ось що сталося, поки вас не було:', ...lines.split('\n\n')],
    ...{ button: 'Усі сповіщення', why: why.ua },
  }),
  en: ({ count, lines }) => ({
    subject: `Your notifications: ${count}`,
    paragraphs: ['Hello.', 'This happened while you were away:', ...lines.split('\n\n')],
    ...{ button: 'All notifications', why: why.en },
  }),
});

export interface Happened {
  readonly project_id: string;
  readonly kind: AnyNoticeKind;
  readonly event: NoticeEvent;
  readonly count: number;
}

function letterOf({ config }: Pick<Services, 'config'>, { project_id, kind, event, count }: Happened, to: ToldPerson) {
  const url = `${config.publicUrl}${pathIn(noticePath(kind, event.facts, count), project_id)}`;
  return kind.letter && count === 1
    ? kind.letter(to, event.facts, url)
    : ONE.to(to, { ...noticeWords(kind, to.locale, event.facts, count) }, url);
}

/** A letter to each of these people. Answers who got so many by now that he gets this one with others. */
export async function writeLetters(
  tx: Tx,
  app: Pick<Services, 'mail' | 'keys' | 'config'>,
  happened: Happened,
  people: readonly ToldPerson[],
): Promise<string[]> {
  const { project_id, kind } = happened;
  const missed: string[] = [];
  for (const person of people) {
    const { user_id, email } = person;
    const letter: Letter = {
      ...letterOf(app, happened, person),
      unsubscribe: await areaLink(app, { user_id, project_id, area: kind.area }),
    };
    const counted = kind.byOutsiders ? fromOutside(project_id, email) : fromNotices(project_id, email);
    if (!(await app.mail.postWithinCaps(tx, letter, counted))) missed.push(user_id);
  }
  return missed;
}
