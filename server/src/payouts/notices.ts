import { formatIban } from '@lanka/domain/kit/iban';
import { formatMoney } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import type { PayoutRow } from '@lanka/domain/payouts/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { fromProject } from '../kit/mail/caps';
import { letterKind } from '../kit/mail/letters';
import { noticeOfLetter } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import { readPayees } from './notice.store';

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

const TOLD = noticeOfLetter(PAID, { area: 'money', reaches: ['dropshipper'] });
export const payoutNotices = [TOLD];

/** Writes to those who have access; what was paid does not fail because too many letters were sent. */
export async function tellPaid(tx: Tx, app: Services, scope: ProjectScope, rows: readonly PayoutRow[]): Promise<void> {
  if (rows.length === 0) return;
  const payees = await readPayees(
    tx,
    scope,
    rows.map(({ counterparty_id }) => counterparty_id),
  );
  for (const { counterparty_id, amount, paid_on, iban } of rows) {
    const payee = payees.get(counterparty_id);
    if (!payee) continue;
    const facts: Facts = {
      project: payee.project_title,
      sum: formatMoney(amount),
      day: dotted(paid_on ?? ''),
      account: formatIban(iban),
    };
    const path = '/cp/payments';
    const url = `${app.config.publicUrl}${path}`;
    await app.notices.tell(tx, scope, TOLD, { counterparty_id }, { ...facts, path });
    await app.mail.postWithinCaps(tx, PAID.to(payee, facts, url), fromProject(scope.project.id, payee.email));
  }
}
