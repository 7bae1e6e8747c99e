import { discountIn } from '@lanka/domain/billing/discounts';
import { monthBefore, monthOf } from '@lanka/domain/billing/rules';
import { isDearer, type PlanPrice, priceIn } from '@lanka/domain/kit/plan_prices';
import { kyivDate } from '@lanka/domain/kit/time';
import type { Tx } from '../kit/db/db';
import { eachAlone } from '../kit/jobs/each-alone';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listPriceRows } from '../site';
import { readDiscounts } from './discounts.store';
import { tellRise, tellStay } from './notices';
import { type PayerRef, readPayer, within } from './payers';
import * as store from './rises.store';

/** A price that was mistyped can be taken back before anybody hears of it. */
const SETTLED_MS = 60 * 60_000;

interface Coming extends store.Rise {
  readonly was: PlanPrice;
  readonly price: PlanPrice;
}

/** Higher prices that come; `settled` those that were not set just now. */
async function comingRises(tx: Tx, month: string, now: Date): Promise<(Coming & { settled: boolean })[]> {
  const list = await listPriceRows(tx);
  return list
    .filter(({ from }) => from > month)
    .flatMap(({ plan, from, set_at }) => {
      const [was, price] = [priceIn(plan, monthBefore(from), list), priceIn(plan, from, list)];
      if (!isDearer(was, price)) return [];
      const told = [price.price, price.extra_orders, price.extra_collaborator].join(' ');
      return [{ plan, from, told, was, price, settled: Date.parse(set_at) <= now.getTime() - SETTLED_MS }];
    });
}

/** Every hour, so that whoever takes the plan meanwhile hears of it, too: each payer once of each price. */
export const tellRises = byClock(job('billing.rises', { expireInSeconds: 3_600 }), '35 * * * *', (app) =>
  tellRisesAt(app, new Date()),
);

export async function tellRisesAt(app: Services, now: Date): Promise<void> {
  const month = monthOf(kyivDate(now));
  const read = <T>(act: (tx: Tx) => Promise<T>): Promise<T> => app.db.transaction({ readOnly: true }, act);
  const rises = await read((tx) => comingRises(tx, month, now));
  let failed = 0;
  for (const rise of rises) {
    if (!rise.settled) continue;
    const payers = await read((tx) => store.listUntold(tx, rise));
    failed += await eachAlone(app, payers, (ref) => app.db.transaction(within(ref), (tx) => tell(tx, app, ref, rise)));
  }
  const isComing = (told: store.Told): boolean =>
    rises.some(({ plan, from }) => plan === told.plan && from === told.from);
  const gone = (await read((tx) => store.listTold(tx, month))).filter((told) => !isComing(told));
  failed += await eachAlone(app, gone, (told) => app.db.transaction(within(told), (tx) => takeBack(tx, app, told)));
  await app.db.transaction({}, (tx) => store.forgetOver(tx, month));
  if (failed > 0) throw new Error(`${failed} payers could not be told of a price`);
}

const isOn = async (tx: Tx, ref: PayerRef, plan: string): Promise<boolean> => {
  const payer = await readPayer(tx, ref);
  return payer !== null && !payer.ended && payer.plan === plan;
};

async function tell(tx: Tx, app: Services, ref: PayerRef, rise: Coming): Promise<void> {
  const { plan, from, was, price } = rise;
  if (!(await isOn(tx, ref, plan)) || !(await store.noteRise(tx, ref, rise))) return;
  const off = discountIn(price.price, from, await readDiscounts(tx, ref.id));
  await tellRise(tx, app, ref, { plan, from, was, price, own: off ? price.price - off.amount : null });
}

async function takeBack(tx: Tx, app: Services, told: store.Told): Promise<void> {
  const { plan, from } = told;
  if (!(await store.forgetTold(tx, told)) || !(await isOn(tx, told, plan))) return;
  const { price } = priceIn(plan, from, await listPriceRows(tx));
  await tellStay(tx, app, told, { plan, from, price });
}
