import { formatIban } from '@lanka/domain/kit/iban';
import { formatMoney } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import type { PayoutRow } from '@lanka/domain/payouts/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { letterKind } from '../kit/mail/letters';
import { noticeWithLetter } from '../kit/notices/kinds';
import type { Services } from '../kit/services';

interface Facts {
  readonly project: string;
  readonly sum: string;
  readonly day: string;
  readonly account: string;
}

const PAID = letterKind<Facts>('payouts.paid', {
  sample: {
    project: 'Текстиль-Плюс',
    sum: '1 234,50 ₴',
    day: '23.11.2026',
    account: 'UA21 3223 1300 0002 6007 2335 6600 1',
  },
  ua: ({ project, sum, day, account }) => ({
    subject: `${project}: вам виплачено ${sum}`,
    paragraphs: [
      'Вітаємо.',
      `${project} позначає виплату ${sum} від ${day} на рахунок ${account}. Ваш баланс у постачальника зменшився на цю суму.`,
      'Якщо кошти не надійшли протягом банківського дня, напишіть постачальнику.',
    ],
    button: 'Відкрити гаманець',
  }),
  en: ({ project, sum, day, account }) => ({
    subject: `${project}: ${sum} were paid out to you`,
    paragraphs: [
      'Hello.',
      `${project} marks a payout of ${sum} of ${day} to the account ${account}. Your balance with the supplier fell by this sum.`,
      'If the money has not come within a banking day, write to the supplier.',
    ],
    button: 'Open the wallet',
  }),
});

const TOLD = noticeWithLetter(PAID, { area: 'money', reaches: ['dropshipper'] });
export const payoutNotices = [TOLD];

/** To those who have access as the counterparties. */
export async function tellPaid(tx: Tx, app: Services, scope: ProjectScope, rows: readonly PayoutRow[]): Promise<void> {
  const factsOf = ({ amount, paid_on, iban }: PayoutRow): Facts => ({
    project: scope.project.title,
    sum: formatMoney(amount),
    day: dotted(paid_on ?? ''),
    account: formatIban(iban),
  });
  const told = rows.map((row) => ({
    concerned: { counterparty_id: row.counterparty_id },
    facts: { ...factsOf(row), path: '/cp/payments' },
  }));
  await app.notices.tellEach(tx, scope, TOLD, told);
}
