import { dotted } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/payouts/contract';
import { rowLink } from '@lanka/domain/payouts/rules';
import { type Served, serve } from '../kit/http/serve';
import { readPayout } from '../payouts';
import { paymentQr } from './layout/payment-qr';
import type { PayoutSheet } from './layout/payout';
import { paperOf } from './papers';

const STATES = { waiting: 'До виплати', paid: 'Виплачено', canceled: 'Скасовано' } as const;

function sheetOf(payout: contract.Payout): PayoutSheet {
  return {
    ...payout,
    rows: payout.items.map((row) => ({
      ...row,
      state: row.paid_on ? `${STATES[row.status]} ${dotted(row.paid_on)}` : STATES[row.status],
      link: row.status === 'waiting' ? rowLink(payout, row) : null,
    })),
  };
}

/** What is drawn of a register: the picture to pay a row by, and all of it on paper. */
export const payoutPaperRoutes: Served[] = [
  serve(contract.readPayoutPdf, async ({ tx, scope, params, app }) => {
    const payout = await readPayout(tx, scope, params.id);
    return {
      stream: () => paperOf(app.threads, { payout: sheetOf(payout) }),
      content_type: 'application/pdf',
      file_name: `Реєстр виплат № ${payout.number} від ${dotted(payout.date)}.pdf`,
    };
  }),

  serve(contract.readPayoutQr, async ({ tx, scope, params }) => {
    const payout = await readPayout(tx, scope, params.id);
    const row = payout.items.find(({ id }) => id === params.row_id);
    const link = row?.status === 'waiting' ? rowLink(payout, row) : null;
    if (!row || !link) throw contract.payoutErrors.no_qr();
    return {
      stream: async () => Buffer.from(paymentQr(link)),
      content_type: 'image/svg+xml',
      file_name: `QR ${payout.number}-${row.position}.svg`,
    };
  }),
];
