import type { Locale } from '@lanka/domain/kit/errors';
import { AREAS, type NoticeArea } from '@lanka/domain/kit/notice_areas';
import { NoticeArea as Area } from '@lanka/domain/notices/contract';
import { z } from 'zod';
import type { Tx } from '../kit/db/db';
import { escaped, publicPage } from '../kit/http/public-page';
import type { FileAnswer } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { enterUser } from '../projects';
import { endDigests, endLetters } from './choices.store';

/** Longer than anybody looks for an old letter; whoever comes later finds the choice in his profile. */
const LINK_SECONDS = 180 * 86_400;
const PURPOSE = 'notices.unsubscribe';

/** What a link ends: the letters of an area of a project, or all that gather several notices. */
const Sealed = z.union([
  z.object({ user_id: z.uuid(), project_id: z.uuid(), area: Area }),
  z.object({ user_id: z.uuid(), digests: z.literal('all') }),
]);
type Sealed = z.infer<typeof Sealed>;

type App = Pick<Services, 'keys' | 'config'>;

const linkOf = async ({ keys, config }: App, ends: Sealed): Promise<string> =>
  `${config.publicUrl}/api/unsubscribe?token=${await keys.seal(PURPOSE, ends, LINK_SECONDS)}`;

export const areaLink = (app: App, of: { user_id: string; project_id: string; area: NoticeArea }): Promise<string> =>
  linkOf(app, of);
export const digestLink = (app: App, user_id: string): Promise<string> => linkOf(app, { user_id, digests: 'all' });

const WORDS = {
  ua: {
    lang: 'uk',
    title: 'Листи зі сповіщеннями',
    area: (area: string) => `Не надсилати більше листів із розділу «${area}» цього проєкту?`,
    digests: 'Не надсилати більше листів, у яких зібрано сповіщення за годину чи за день?',
    end: 'Не надсилати',
    ended: 'Готово: таких листів більше не буде',
    endedText: 'Сповіщення в застосунку лишаються. Листи про безпеку та запрошення надходять завжди.',
    settings: 'Налаштування сповіщень',
    gone: 'Посилання не діє',
    goneText: 'Воно старе або неповне. Обрати, про що писати листи, можна в профілі.',
  },
  en: {
    lang: 'en',
    title: 'Letters with notifications',
    area: (area: string) => `Send no more letters of the area “${area}” of this project?`,
    digests: 'Send no more letters that gather the notifications of an hour or of a day?',
    end: 'Send no more',
    ended: 'Done: there will be no more such letters',
    endedText: 'Notifications in the app stay. Letters about security and invitations always come.',
    settings: 'Settings of notifications',
    gone: 'The link does not work',
    goneText: 'It is old or not whole. You can choose in your profile what letters are about.',
  },
} as const satisfies Record<Locale, object>;

const STYLE = `<style>
  button { padding: 12px 20px; border: 0; border-radius: 8px; background: #1f5fbf; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  a { text-decoration: none; }
</style>`;

const read = async ({ keys }: App, token: string): Promise<Sealed | null> =>
  Sealed.safeParse(await keys.unseal(PURPOSE, token)).data ?? null;

function page(locale: Locale, heading: string, body: string, status: 200 | 404 = 200): FileAnswer {
  const { lang, title } = WORDS[locale];
  const stream = publicPage(lang, title, `<h1>${escaped(heading)}</h1>${body}`, STYLE);
  return { stream, status, content_type: 'text/html; charset=utf-8', file_name: 'letters.html', inline: true };
}

const toSettings = (locale: Locale): string => `<p><a href="/cp/notices/settings">${WORDS[locale].settings}</a></p>`;

const gone = (locale: Locale): FileAnswer =>
  page(locale, WORDS[locale].gone, `<p>${WORDS[locale].goneText}</p>${toSettings(locale)}`, 404);

/** Programs that look at the addresses of a letter open this page too, so it asks before anything ends. */
export async function askToEnd(app: App, token: string, locale: Locale): Promise<FileAnswer> {
  const ends = await read(app, token);
  if (!ends) return gone(locale);
  const t = WORDS[locale];
  const question = 'area' in ends ? t.area(AREAS[ends.area][locale]) : t.digests;
  const form = `<form method="post" action="/api/unsubscribe?token=${escaped(token)}"><button>${t.end}</button></form>`;
  return page(locale, t.title, `<p>${escaped(question)}</p>${form}`);
}

export async function end(tx: Tx, app: App, token: string, locale: Locale): Promise<FileAnswer> {
  const ends = await read(app, token);
  if (!ends) return gone(locale);
  await enterUser(tx, ends.user_id);
  if ('area' in ends) await endLetters(tx, ends);
  else await endDigests(tx, ends.user_id);
  return page(locale, WORDS[locale].ended, `<p>${WORDS[locale].endedText}</p>${toSettings(locale)}`);
}
