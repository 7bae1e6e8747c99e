import {
  closeRegister,
  createRegister,
  isPlayed,
  issueReceipt,
  lookAt,
  moveShift,
  openRegister,
  playSteps,
} from '../fiscal';
import { workQueue } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseRule, listProjectIds } from '../projects';
import { findShop, readShiftOf } from './till.store';

/** What the simulator of Checkbox takes: `server/simulators/checkbox/kept.ts`. */
const KEYS = { pin: '1111111111', license_key: `test${'0'.repeat(22)}01` } as const;
const SHOP = 'Текстиль-Плюс';
/** Shifts so many days ago, each with its receipts; the last is open. */
const SHIFTS_AGO = [6, 4, 2, 0] as const;
const RECEIPTS_EACH = 2;

/**
 * A register at the simulator, and a week of receipts. It comes after the rest of the demo, by the way that everything
 * goes: the service is asked outside of transactions. Where it does not answer a project has no register.
 */
export async function openTill(app: Services): Promise<void> {
  if (!isPlayed(app)) return;
  const warn = (about: object) => app.log.warn(about, 'the demo has no cash register');
  try {
    // a week of shifts waits for the service fifteen times; who tries it later sees it work at things
    await playSteps(app, 0);
    for (const id of await app.db.transaction({ readOnly: true }, listProjectIds))
      await addTill(app, id).catch((err: unknown) => warn({ err, project_id: id }));
  } catch (err) {
    warn({ err });
  } finally {
    await playSteps(app, 1).catch((err: unknown) => warn({ err }));
  }
}

async function addTill(app: Services, project_id: string): Promise<void> {
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    app.db.transaction({ projectIds: [project_id] }, work);
  const shop = await within((tx) => findShop(tx, project_id, SHOP));
  if (!shop) return;
  const as = <T>(work: (tx: Tx, scope: ProjectScope) => Promise<T>): Promise<T> =>
    within(async (tx) => {
      const scope = await authoriseRule(tx, project_id, shop.owner, 'cash_registers.edit', { name: null, chain: [] });
      if (!scope) throw new Error('the owner of the demo is there');
      return work(tx, scope);
    });
  const work = () => workQueue(app, { project_id, service: 'checkbox' });
  const seen = await lookAt(app, { project_id, ...KEYS }, null);
  const { id } = await as((tx, scope) => createRegister(tx, app, scope, { ...KEYS, name: 'Магазин на Садовій' }, seen));
  const orders = [...shop.orders];
  for (const days of SHIFTS_AGO) {
    await as((tx, scope) => openRegister(tx, app, scope, id));
    await work();
    for (const [nth, order] of orders.splice(0, RECEIPTS_EACH).entries())
      await as((tx, scope) => issueReceipt(tx, app, scope, order, { payment_method: nth % 2 === 0 ? 'card' : 'cash' }));
    await work();
    if (days === 0) return;
    const shift = await within((tx) => readShiftOf(tx, project_id, id));
    await as((tx, scope) => closeRegister(tx, app, scope, id));
    await work();
    if (shift) await within((tx) => moveShift(tx, project_id, shift, days));
  }
}
