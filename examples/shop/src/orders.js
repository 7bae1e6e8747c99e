/** Takes orders and brings them to Lanka, each once. Guide: /developers, «Створити замовлення безпечно». */
import { randomUUID } from 'node:crypto';
import { createOrder, isLankaError } from '@lanka/sdk';

const PAUSE_MS = 1_000;

export function openOrders(lanka, store, { counterpartyId, signal, log }) {
  let wake = () => undefined;

  /** An order is kept before anybody is asked: whatever breaks after it, it is brought with the same key. */
  function take({ goodsId, count, name, phone, address }) {
    const body = {
      counterparty_id: counterpartyId,
      items: [{ product_variant_id: goodsId, count }],
      customer: { name, phone },
      delivery: { operator: 'nova_poshta', recipient_name: name, recipient_phone: phone, address },
      send: true,
    };
    const number = store.keep(`shop-${randomUUID()}`, body);
    wake();
    return number;
  }

  async function bring({ number, key, body }) {
    try {
      const order = await lanka.call(createOrder, { body: JSON.parse(body), idempotencyKey: key, signal });
      store.placed(number, order);
      log(`order ${number} is ${order.number} at Lanka`);
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
