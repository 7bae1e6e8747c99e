import { noticeKind } from '../kit/notices/kinds';

interface Came {
  readonly name: string;
}
const PATH = '/cp/integrations/api/requests';

/** What the visitor wrote stays in the app: the text goes neither by mail nor by the bot. */
export const requestCame = noticeKind<Came>('request_forms.came', {
  ...{ area: 'requests', reaches: [{ staff: 'request_forms.edit' }], mail: 'now', byOutsiders: true },
  sample: { name: 'Олена Коваленко' },
  ua: ({ name }) => ({
    title: `Новий запит із сайту: ${name}`,
    text: 'Перегляньте, що пише відвідувач, і дайте відповідь',
  }),
  en: ({ name }) => ({
    title: `A new request from the site: ${name}`,
    text: 'See what the visitor writes, and answer',
  }),
  path: () => PATH,
  together: {
    ua: (count) => ({ title: `Нові запити із сайту: ${count}`, text: 'Перегляньте їх і дайте відповідь' }),
    en: (count) => ({ title: `New requests from the site: ${count}`, text: 'See them, and answer' }),
    path: PATH,
  },
});
