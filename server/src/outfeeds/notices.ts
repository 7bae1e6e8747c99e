import { CLOSING_DAYS } from '@lanka/domain/outfeeds/contract';
import { noticeKind } from '../kit/notices/kinds';

/** His shop sells nothing from now on: whoever keeps it has to know before his buyers do. */
export const partnerEnded = noticeKind<{ readonly project: string }>('outfeeds.partner_ended', {
  ...{ area: 'partners', reaches: ['dropshippers'], mail: 'now', path: () => '/cp/feeds' },
  sample: { project: 'Ткацький двір' },
  ua: ({ project }) => ({
    title: `«${project}» закрив фід із вашими цінами закупівлі`,
    text: `${CLOSING_DAYS} днів усі товари в ньому показано як відсутні, потім адреса не діятиме`,
  }),
  en: ({ project }) => ({
    title: `“${project}” has closed the feed with what you pay`,
    text: `For ${CLOSING_DAYS} days all goods in it read as sold out, then its address is gone`,
  }),
});
