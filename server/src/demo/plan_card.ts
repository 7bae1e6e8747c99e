import { isPlayed, lookNow, play } from '../acquiring';
import { askInvoicePage, credit, type PayerRef, payInvoice, readCards, settleByTransfer } from '../billing';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseSystem } from '../projects';
import { dateCard, type Reopened, reopenInvoice } from './plan_card.store';

const PAYER = 'Взуття Карпат';
const CREDITED = 50_00;

/**
 * The last month of one project was paid by card, and a part of it went back there. Where the simulator of the bank does
 * not answer it was paid by transfer, as the others are.
 */
export async function payPlanByCard(app: Services): Promise<void> {
  if (!isPlayed(app)) return;
  const found = await app.db.transaction({}, (tx) => reopenInvoice(tx, PAYER));
  if (!found) return;
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    app.db.transaction({ projectIds: [found.payer_id] }, work);
  try {
    await payAndCredit(app, found, within);
  } catch (err) {
    app.log.warn({ err }, 'no plan of the demo is paid by card');
    await within((tx) => settleByTransfer(tx, app, found, found.issued_on)).catch(() => null);
  }
}

async function payAndCredit(
  app: Services,
  { id, payer_id, issued_on, operator_id }: Reopened,
  within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<void> {
  const ref: PayerRef = { audience: 'manufacturer', id: payer_id };
  const page = await askInvoicePage(app, ref, id, within);
  const card = await within(async (tx) => {
    const scope = await authoriseSystem(tx, payer_id);
    if (!scope) throw new Error('the owner of the demo is there');
    await payInvoice(tx, app, ref, { id, page, by: scope.user });
    return (await readCards(tx, app, ref, id)).items[0];
  });
  if (!card) throw new Error('a page that has just begun is there');
  await play(app, 'pay', card.id);
  const look = () => lookNow(app, { tenant: payer_id, id: card.id });
  await look();
  await within((tx) => dateCard(tx, payer_id, card.id, issued_on));
  const terms = { amount: CREDITED, reason: 'Знижка за перший місяць', by: operator_id, now: new Date() };
  await within((tx) => credit(tx, app, { id, payer_id }, terms));
  // the bank is asked to refund, and then whether it has
  await look();
  await look();
}
