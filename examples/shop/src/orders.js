/** Takes orders and brings them to Lanka, each once. Guide: /developers, «Створити замовлення безпечно». */
import { randomUUID } from 'node:crypto';
import { createOrder, isLankaError, readOrder } from '@lanka/sdk';

const PAUSE_MS = 1_000;

export function openOrders(lanka, store, { counterpartyId, signal, log }) {
  let wake = () => undefined;

  /** An order is kept before anybody is asked: whatever breaks after it, it is brought with the same key. */
  function take({ goodsId, count, name, phone, address }) {
    const key = `shop-${randomUUID()}`;
    const body = {
      external_number: key,
      counterparty_id: counterpartyId,
      items: [{ product_variant_id: goodsId, count }],
      customer: { name, phone },
      delivery: { operator: 'nova_poshta', recipient_name: name, recipient_phone: phone, address },
      send: true,
    };
    const number = store.keep(key, body);
    wake();
    return number;
  }

  /**
   * An Idempotency-Key is known for a day, and of one key of the API: after that the number of the order says that it was
   * made. Nobody else has this number.
   */
  async function make({ key, body }) {
    try {
      return await lanka.call(createOrder, { body: JSON.parse(body), idempotencyKey: key, signal });
    } catch (error) {
      const id = isLankaError(error, 'orders.external_number_taken') ? error.details[0]?.order_id : undefined;
      if (!id) throw error;
      return lanka.call(readOrder, { params: { id }, signal });
    }
  }

  async function bring(kept) {
    const { number } = kept;
    let { lanka_id: id } = kept;
    try {
      if (!id) {
        const order = await make(kept);
        store.placed(number, order);
        log(`order ${number} is ${order.number} at Lanka`);
        id = order.id;
      }
      // the answer may be the one that was kept with the key: how the order is now is read
      store.setStatus(await lanka.call(readOrder, { params: { id }, signal }));
    } catch (error) {
      // what is refused is told to the customer; anything else is tried again, with the same key
      if (!isLankaError(error) || error.status === 0 || error.status === 429 || error.status >= 500) throw error;
      store.refused(number, error.message);
      log(`order ${number} is refused: ${error.code}`);
    }
  }

  async function run() {
    while (!signal.aborted) {
      try {
        for (const order of store.waiting()) await bring(order);
      } catch (error) {
        if (!signal.aborted) log(`orders wait: ${error.message}`);
      }
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, PAUSE_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener('abort', wake, { once: true });
      });
    }
  }
  return { take, run };
}
