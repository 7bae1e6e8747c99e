import type { Service } from '@lanka/domain/integrations/contract';
import { SERVICES } from '@lanka/domain/integrations/services';
import { noticeKind } from '../kit/notices/kinds';
import { type Reason, saidIn } from './hooks';

interface Failing {
  readonly service: Service;
  readonly error: Reason;
}

/** Once when a service has failed several times one behind another; it may have been down for a moment before. */
export const serviceFails = noticeKind<Failing>('integrations.failing', {
  ...{ area: 'integrations', reaches: [{ staff: 'integrations.manage' }], mail: 'now' },
  sample: { service: 'nova_poshta', error: '503' },
  path: ({ service }) => `/cp/integrations/log/${service}`,
  ua: ({ service, error }) => ({
    title: `${SERVICES[service].ua}: не відповідає`,
    text: `${saidIn(error, 'ua')}. Завдання чекають у черзі й будуть виконані, коли служба запрацює`,
  }),
  en: ({ service, error }) => ({
    title: `${SERVICES[service].en} does not answer`,
    text: `${saidIn(error, 'en')}. Tasks wait in the queue and are done as soon as it works again`,
  }),
});

interface GivenUp {
  readonly service: Service;
  readonly error: Reason;
}

/** A task was given up or refused: somebody has to look at it. */
export const taskFailed = noticeKind<GivenUp>('integrations.task_failed', {
  ...{ area: 'integrations', reaches: [{ staff: 'integrations.manage' }], mail: 'off' },
  sample: { service: 'nova_poshta', error: 'Recipient phone is wrong' },
  path: ({ service }) => `/cp/integrations/log/${service}/tasks?state=failed`,
  ua: ({ service, error }) => ({ title: `${SERVICES[service].ua}: не вдалося`, text: saidIn(error, 'ua') }),
  en: ({ service, error }) => ({ title: `${SERVICES[service].en}: not done`, text: saidIn(error, 'en') }),
  together: {
    ua: (count, { service, error }) => ({
      title: `${SERVICES[service].ua}: не вдалося завдань: ${count}`,
      text: saidIn(error, 'ua'),
    }),
    en: (count, { service, error }) => ({
      title: `${SERVICES[service].en}: ${count} tasks not done`,
      text: saidIn(error, 'en'),
    }),
    path: '/cp/integrations',
  },
});
