import { noticeKind } from '../kit/notices/kinds';

interface RunningOut {
  /** Of what the plan gives for the month. */
  readonly percent: number;
}

const words = {
  ua: ({ percent }: RunningOut) =>
    percent >= 100
      ? {
          title: 'API: місячний ліміт вичерпано',
          text: 'Виклики ключами відхиляються до початку наступного місяця',
        }
      : {
          title: `API: використано ${percent}% місячного ліміту`,
          text: 'Перевірте, який ключ використовує найбільше',
        },
  en: ({ percent }: RunningOut) =>
    percent >= 100
      ? { title: 'API: the month is used up', text: 'Calls with keys are refused until the next month begins' }
      : { title: `API: ${percent}% of the month are used`, text: 'See which key uses most' },
};

/** Once at each share, to whoever keeps the keys of a project. */
export const useRunsOut = noticeKind<RunningOut>('api_keys.use', {
  ...{ area: 'integrations', reaches: [{ staff: 'api_keys.manage' }], mail: 'now', sample: { percent: 80 } },
  ...{ path: () => '/cp/integrations/api/keys', ...words },
});

/** The same to a dropshipper, of his own keys. */
export const myUseRunsOut = noticeKind<RunningOut>('api_keys.my_use', {
  ...{ area: 'integrations', reaches: ['named'], mail: 'now', sample: { percent: 80 } },
  ...{ path: () => '/cp/integrations/api/keys', ...words },
});
