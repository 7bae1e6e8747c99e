import type { NoticeArea } from '@lanka/domain/kit/notice_areas';
import type { Audience } from '../kit/notices/kinds';
import { noticeKind } from '../kit/notices/kinds';

interface Facts {
  readonly id: string;
  readonly title: string;
  /** How the text begins. */
  readonly excerpt: string;
  /** The supplier. */
  readonly project: string;
}
const sample: Facts = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  title: 'Нова колекція льону',
  excerpt: 'З понеділка в каталозі вісім нових моделей.',
  project: 'Ткацький двір',
};
const same = {
  area: 'news' as NoticeArea,
  reaches: ['dropshippers'] as readonly Audience[],
  sample,
  path: ({ id }: Facts) => `/cp/news/${id}`,
};
const words = ({ title, excerpt, project }: Facts) => ({ title: `${project}: ${title}`, text: excerpt });

/** What somebody wrote: a holiday or a new price list must not be missed, so it goes by mail at once. */
export const newsPublished = noticeKind<Facts>('news.published', { ...same, mail: 'now', ua: words, en: words });

/** What wrote itself comes again tomorrow: in the app, unless one chooses a letter. */
export const changesPublished = noticeKind<Facts & { readonly goods: number }>('news.changes', {
  ...{ ...same, mail: 'off', sample: { ...sample, excerpt: '', goods: 12 } },
  ua: (facts) => ({ ...words(facts), text: facts.excerpt || `Товарів зі змінами: ${facts.goods}` }),
  en: (facts) => ({ ...words(facts), text: facts.excerpt || `Goods that changed: ${facts.goods}` }),
});
