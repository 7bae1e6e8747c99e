import { isPlayed, linkPlayed, tellPlayed } from '../bot';
import type { Services } from '../kit/services';
import { findToChat } from './demo.store';

/** People on the phone of the simulator: `server/simulators/telegram/kept.ts`. */
const OLENA = 501_001;
const IHOR = 501_002;

/**
 * The owner of the large project and one of its dropshippers have connected the bot, and orders wait there for a press.
 * Behind the loading, because it is asked over the network; where nobody plays Telegram the demo has none.
 */
export async function addChats(app: Services): Promise<void> {
  if (!isPlayed(app)) return;
  try {
    const found = await app.db.transaction({}, findToChat);
    if (!found) return;
    const { project_id, owner_id, seller_id, orders } = found;
    await linkPlayed(app, project_id, owner_id, OLENA);
    await linkPlayed(app, project_id, seller_id, IHOR);
    for (const order of orders) await tellPlayed(app, project_id, owner_id, 'orders.placed', order);
  } catch (err) {
    app.log.warn({ err }, 'the demo has no chats with the bot: Telegram does not answer');
  }
}
