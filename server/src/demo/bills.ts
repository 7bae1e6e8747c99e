import { monthAfter, monthOf } from '@lanka/domain/billing/rules';
import { priceIn } from '@lanka/domain/kit/plan_prices';
import { kyivDate } from '@lanka/domain/kit/time';
import { insertDiscount, issueMonths, listDueBefore, settleByTransfer } from '../billing';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { readPriceList, savePrice } from '../site';
import { findPayerOf } from './plan_card.store';
import type { Stage } from './stage';

/** The months that are over are paid for; the next invoice comes on the 1st, as to everybody. */
export async function addBills(stage: Stage, projects: readonly string[], people: readonly string[]): Promise<void> {
  const now = new Date(stage.now);
  const payers = [
    ...projects.map((id) => ({ audience: 'manufacturer', id }) as const),
    ...people.map((id) => ({ audience: 'dropshipper', id }) as const),
  ];
  for (const ref of payers) await issueMonths(stage.tx, stage.app, ref, now, { isPaid: true });
  await setPrices(stage, projects[0] ?? '');
}

/** The first of the companies pays less from the next month on; from the one after that its plan costs more. */
async function setPrices({ tx, now }: Stage, payer_id: string): Promise<void> {
  const found = await findPayerOf(tx, payer_id);
  if (!found?.given_by) return;
  const since = monthAfter(monthOf(kyivDate(new Date(now))));
  const risen = { plan: 'manufacturer-premium-monthly', from: monthAfter(since) } as const;
  const before = priceIn(risen.plan, risen.from, await readPriceList(tx));
  const price = { ...risen, ...before, price: before.price + 100_00 };
  await savePrice(tx, { ...price, note: 'Дорожчають листи та сховище', set_by: found.given_by });
  await insertDiscount(tx, {
    ...{ audience: 'manufacturer', payer_id, payer: found.title, kind: 'percent', value: 20_00, since },
    ...{ until: monthAfter(monthAfter(since)), reason: 'Запросили двох постачальників', given_by: found.given_by },
  });
}

/** What stands on the 1st and was not paid by this day. */
export async function payIssuedBefore(app: Services, day: string): Promise<void> {
  const due = await app.db.transaction({ readOnly: true }, (tx) => listDueBefore(tx, day));
  for (const row of due)
    await app.db.transaction({ projectIds: [row.payer_id] }, (tx) => settleByTransfer(tx, app, row, day));
}

/** The companies of the demo pay a day later, so that it does not close itself on the 5th. */
export async function payBillsNow(app: Services): Promise<void> {
  if (app.config.demo) await payIssuedBefore(app, kyivDate(new Date()));
}
export const payBills = byClock(job('demo.pay_bills'), '25 * * * *', payBillsNow);
