import type { Locale } from '@lanka/domain/kit/errors';
import type { PausedBy } from '@lanka/domain/webhooks/contract';
import { firstSupplier } from '../api_keys';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { noticeKind } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import type { Leased, Target } from './sending.store';

interface Paused {
  readonly host: string;
  readonly by: keyof typeof WHY;
}

const WHY: Readonly<Record<Exclude<PausedBy, 'hand'>, Readonly<Record<Locale, string>>>> = {
  failures: {
    ua: 'Три дні адреса не приймає подій. Виправте її та продовжте: події чекають 30 днів',
    en: 'For three days the address has taken no events. Mend it and go on: events wait for 30 days',
  },
  gone: {
    ua: 'Адреса відповіла 410: її більше немає. Вкажіть іншу або продовжте: події чекають 30 днів',
    en: 'The address has answered 410: it is gone. Give another one or go on: events wait for 30 days',
  },
  plan: {
    ua: 'У вашому тарифі більше немає API. Події чекають 30 днів',
    en: 'Your plan has no API any more. Events wait for 30 days',
  },
  // told no more, but notices of earlier have it
  access: {
    ua: 'Ваш вхід у Ланку закрито, тож події не надсилаються. Коли його відкриють, продовжте вебхук: події чекають 30 днів',
    en: 'You may not sign in to Lanka, so no events are sent. When you may again, go on with the webhook: events wait for 30 days',
  },
};

/** Told once to whoever made it. */
export const webhookPaused = noticeKind<Paused>('webhooks.paused', {
  ...{ area: 'integrations', reaches: ['named'], mail: 'now' },
  sample: { host: 'shop.example', by: 'failures' },
  path: () => '/cp/integrations/api/webhooks',
  ua: ({ host, by }) => ({ title: `Вебхук на ${host} зупинено`, text: WHY[by].ua }),
  en: ({ host, by }) => ({ title: `The webhook to ${host} is paused`, text: WHY[by].en }),
});

/** Whoever made it has left: those hear of it who can go on with it. */
export const webhookLeft = noticeKind<{ readonly host: string }>('webhooks.left', {
  ...{ area: 'integrations', reaches: [{ staff: 'webhooks.manage' }], mail: 'now' },
  sample: { host: 'shop.example' },
  path: () => '/cp/integrations/api/webhooks',
  ua: ({ host }) => ({
    title: `Вебхук на ${host} зупинено`,
    text: 'Той, від чийого імені він діє, більше не має доступу. Продовжте його від свого: події чекають 30 днів',
  }),
  en: ({ host }) => ({
    title: `The webhook to ${host} is paused`,
    text: 'Whoever it acts for has no access any more. Go on with it in your own name: events wait for 30 days',
  }),
});

/** To a dropshipper it is told in the project of one of his suppliers. */
export async function tellPaused(
  tx: Tx,
  app: Services,
  { tenant, own }: Target,
  { user_id, url }: Leased,
  by: PausedBy,
): Promise<void> {
  // whoever does it by hand knows; a dropshipper without access hears nothing, and sees it when he has it again
  if (by === 'hand' || (by === 'access' && !own)) return;
  const host = new URL(url).host;
  if (by === 'access') return app.notices.tell(tx, systemIn(tenant), webhookLeft, {}, { host });
  const project = own ? tenant : await firstSupplier(tx, user_id);
  if (project) await app.notices.tell(tx, systemIn(project), webhookPaused, { user_id }, { host, by });
}
