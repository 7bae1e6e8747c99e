import { hook } from '@lanka/domain/kit/hooks';
import type { Tx } from '../kit/db/db';
import { noticeKind } from '../kit/notices/kinds';

interface Came {
  readonly name: string;
  /** Of the request: what is told goes with it. */
  readonly id: string;
}
const PATH = '/cp/integrations/api/requests';

/** What the visitor wrote stays in the app: the text goes neither by mail nor by the bot. */
export const requestCame = noticeKind<Came>('request_forms.came', {
  ...{ area: 'requests', reaches: [{ staff: 'request_forms.edit' }], mail: 'now', byOutsiders: true },
  sample: { name: 'Олена Коваленко', id: '0197c9a2-5d11-7a5b-8c30-1f7be2d4a960' },
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

export interface Forgotten {
  readonly project_id: string;
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

/** A request is deleted: whoever keeps something of the person who sent it lets it go. */
export const requestForgotten = hook<(tx: Tx, request: Forgotten) => Promise<unknown>>('request_forms.forgotten');
