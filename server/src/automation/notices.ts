import type { NoticeTo } from '@lanka/domain/automation/contract';
import { type Audience, type NoticeKind, noticeKind } from '../kit/notices/kinds';

interface Facts {
  readonly id: string;
  /** With the prefix of its project. */
  readonly number: string;
  readonly rule: string;
  /** What the rule's author wrote. */
  readonly words: string;
}

const common = {
  area: 'orders',
  mail: 'now',
  // written ahead of any order, so it names no customer; without it nobody knows what the rule wants of him
  botText: true,
  sample: {
    ...{ id: '01890a5d-ac96-774b-bcce-b302099a8057', number: 'A128' },
    ...{ rule: 'Велике замовлення', words: 'Перевірте адресу доставки.' },
  },
  path: ({ id }: Facts) => `/cp/orders/${id}`,
} as const;

const toTeam = (name: string, reaches: Audience): NoticeKind<Facts> =>
  noticeKind<Facts>(name, {
    ...common,
    reaches: [reaches],
    ua: ({ number, rule, words }) => ({ title: `Замовлення № ${number}: правило «${rule}»`, text: words }),
    en: ({ number, rule, words }) => ({ title: `Order № ${number}: the rule “${rule}”`, text: words }),
  });

/** What a rule says, by whom it is for. How a supplier calls his rules is not told to his dropshippers. */
export const TOLD: Readonly<Record<NoticeTo, NoticeKind<Facts>>> = {
  manager: toTeam('automation.told_manager', 'manager'),
  leaders: toTeam('automation.told_leaders', { staff: 'automation.read' }),
  dropshipper: noticeKind<Facts>('automation.told_dropshipper', {
    ...common,
    reaches: ['dropshipper'],
    ua: ({ number, words }) => ({ title: `Замовлення № ${number}: повідомлення постачальника`, text: words }),
    en: ({ number, words }) => ({ title: `Order № ${number}: a message of the supplier`, text: words }),
  }),
};
