import { noticeKind } from '../kit/notices/kinds';

interface Facts {
  readonly register_id: string;
  readonly register: string;
  readonly time: string;
}
const sample: Facts = {
  ...{ register_id: '01890a5d-ac96-774b-bcce-b302099a8057', register: 'Магазин «Садова»', time: '23:30' },
};
const shared = {
  area: 'money',
  reaches: [{ staff: 'cash_registers.edit' }],
  mail: 'off',
  sample,
  path: ({ register_id }: Facts) => `/cp/integrations/checkbox/${register_id}`,
} as const;

/** Once an evening for each register that is still open. */
export const closesSoon = noticeKind<Facts>('fiscal.closes_soon', {
  ...shared,
  ua: ({ register, time }) => ({
    title: `Касу «${register}» ще відкрито`,
    text: `О ${time} зміну буде закрито автоматично, із Z-звітом`,
  }),
  en: ({ register, time }) => ({
    title: `The register “${register}” is still open`,
    text: `At ${time} its shift is closed by itself, with its Z-report`,
  }),
});

export const closedByItself = noticeKind<Facts>('fiscal.closed_by_itself', {
  ...shared,
  ua: ({ register, time }) => ({
    title: `Касу «${register}» закрито автоматично`,
    text: `Z-звіт збережено. Так задано в її налаштуваннях: щодня о ${time}`,
  }),
  en: ({ register, time }) => ({
    title: `The register “${register}” was closed by itself`,
    text: `Its Z-report is kept. So its settings say: every day at ${time}`,
  }),
});
