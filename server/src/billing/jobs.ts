import { monthOf } from '@lanka/domain/billing/rules';
import { formatMoney } from '@lanka/domain/kit/money';
import type { Audience } from '@lanka/domain/kit/plans';
import { kyivDate } from '@lanka/domain/kit/time';
import { listBilledUsers } from '../identity';
import { systemIn } from '../kit/auth/scope';
import { eachAlone } from '../kit/jobs/each-alone';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { followWithheld, listBilledProjects, listToWithhold } from '../projects';
import { recordExtras } from './extras';
import { lockOrderCount } from './extras.store';
import { listToTell, noteTold, payersInvoiced } from './invoices.store';
import { issueMonths, takesMoney } from './issue';
import { packAdded, tellOf } from './notices';
import { type PayerRef, readPayer, within } from './payers';

/** A request that began before midnight is over by then: its order belongs to the month before. */
const SETTLED_MS = 10 * 60_000;

/** Every hour: a server that was off on the 1st issues them when it is on again, and only what is missing. */
export const issueInvoices = byClock(job('billing.issue', { expireInSeconds: 3_600 }), '15 * * * *', async (app) => {
  const failed = await withholdDue(app);
  await issueAt(app, new Date());
  if (failed > 0) throw new Error(`readers of ${failed} projects could not be told that these are over`);
});

/** What is over by the calendar reads so at once; this tells readers of changes, within the hour. @returns of how many it could not */
export async function withholdDue(app: Services): Promise<number> {
  const ids = await app.db.transaction({ readOnly: true }, listToWithhold);
  return eachAlone(app, ids, (id) => app.db.transaction({ projectIds: [id] }, (tx) => followWithheld(tx, id)));
}

/** Where nothing can be paid to, nothing is billed: nobody is closed for what he has no way to pay. */
export async function issueAt(app: Services, now: Date): Promise<number> {
  if (!takesMoney(app)) return 0;
  const settled = new Date(now.getTime() - SETTLED_MS);
  const month = monthOf(kyivDate(settled));
  const payers = await app.db.transaction({ readOnly: true }, async (tx): Promise<PayerRef[]> => {
    // months are issued oldest first, so whoever has this one has all
    const done = await payersInvoiced(tx, month);
    const missing = (audience: Audience, ids: readonly string[]) =>
      ids.filter((id) => !done.has(id)).map((id) => ({ audience, id }));
    return [
      ...missing('manufacturer', await listBilledProjects(tx, month)),
      ...missing('dropshipper', await listBilledUsers(tx, month)),
    ];
  });
  let issued = 0;
  const failed = await eachAlone(app, payers, async (ref) => {
    issued += await app.db.transaction(within(ref), (tx) => issueMonths(tx, app, ref, settled));
  });
  await tellDue(app, now);
  if (failed > 0) throw new Error(`the invoices of ${failed} payers could not be issued`);
  return issued;
}

/** On the last day, and when it has passed. */
async function tellDue(app: Services, now: Date): Promise<void> {
  const today = kyivDate(now);
  const due = await app.db.transaction({ readOnly: true }, (tx) => listToTell(tx, today));
  for (const row of due) {
    const told = row.due_on !== null && row.due_on < today ? 'overdue' : 'last_day';
    const ref = { audience: row.audience, id: row.payer_id };
    await app.db.transaction(within(ref), async (tx) => {
      if (await noteTold(tx, row.id, told)) await tellOf(tx, app, told, row);
    });
  }
}

/** Every hour: packs that have begun and people beyond the plan are written down, and told of. */
export const countExtras = byClock(job('billing.extras', { expireInSeconds: 3_600 }), '5 * * * *', (app) =>
  countExtrasAt(app, new Date()),
);

export async function countExtrasAt(app: Services, now: Date): Promise<void> {
  const month = monthOf(kyivDate(now));
  const ids = await app.db.transaction({ readOnly: true }, (tx) => listBilledProjects(tx, `${month.slice(0, 8)}02`));
  const failed = await eachAlone(app, ids, (id) =>
    app.db.transaction({ projectIds: [id] }, async (tx) => {
      await lockOrderCount(tx, id);
      const payer = await readPayer(tx, { audience: 'manufacturer', id });
      if (!payer) return;
      const packs = await recordExtras(tx, id, payer, month, now);
      const [first] = packs;
      if (!first) return;
      await app.notices.tell(tx, systemIn(id), packAdded, {}, { count: packs.length, price: formatMoney(first.price) });
    }),
  );
  if (failed > 0) throw new Error(`what ${failed} projects have beyond their plans could not be written down`);
}
