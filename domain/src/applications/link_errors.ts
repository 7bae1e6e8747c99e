import { errors } from '../kit/errors';

export const joinLinkErrors = errors('join_links', {
  not_found: { status: 404, ua: 'Посилання не знайдено', en: 'No such link' },
  over: {
    status: 404,
    ua: 'Посилання вже не діє: його відкликано, строк минув або його використали стільки разів, скільки дозволено. Попросіть постачальника про нове',
    en: 'The link does not work any more: it was revoked, has expired or was used as often as allowed. Ask the supplier for a new one',
  },
  too_many: {
    status: 409,
    ua: 'Чинних посилань може бути щонайбільше {allowed}. Спершу відкличте зайві',
    en: 'There can be at most {allowed} living links. Revoke some first',
  },
  in_past: {
    status: 422,
    ua: 'Останній день дії – не раніше ніж сьогодні: {earliest}',
    en: 'The last day is today at the earliest: {earliest}',
  },
});
