import { connectOwnPlayed, connectPlayed, isPlayed, registerPlayed } from '../delivery';
import type { Services } from '../kit/services';
import { findSellerOf, findToSend } from './demo.store';

/** Keys that begin with `d` have accounts whose parcels live sixty times as fast: an hour of theirs is a minute. */
const KEY = 'd1e2a3d4b5c6a7d8e9f0a1b2c3d4e5f6';

/** The dropshipper who signs in. */
const SELLER = 'dropshipper@demo.lanka.test';
const OWN_KEY = 'd6f5e4d3c2b1a0f9e8d7c6b5a4f3e2d1';

const IN_REGISTER = 2;

/**
 * Parcels at the carrier that is played beside the demo. Behind the loading, because it is asked over the network; where
 * nobody plays it the demo has none.
 */
export async function addDelivery(app: Services): Promise<void> {
  if (!isPlayed(app)) return;
  try {
    const found = await app.db.transaction({}, findToSend);
    if (!found) return;
    const { project_id, order_ids } = found;
    await connectPlayed(app, project_id, { key: KEY, town: 'Київ', order_ids });
    const counterparty_id = await app.db.transaction({}, (tx) => findSellerOf(tx, project_id, SELLER));
    if (counterparty_id) await connectOwnPlayed(app, project_id, { key: OWN_KEY, town: 'Київ', counterparty_id });
    await registerPlayed(app, project_id, IN_REGISTER);
  } catch (err) {
    app.log.warn({ err }, 'the demo has no parcels at the carrier: he does not answer');
  }
}
