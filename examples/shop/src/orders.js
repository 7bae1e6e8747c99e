/** Takes orders and brings them to Lanka, each once. Guide: /developers, «Створити замовлення безпечно». */
import { randomUUID } from 'node:crypto';
import { createOrder, isLankaError, listOrders, readOrder } from '@lanka/sdk';

const PAUSE_MS = 1_000;
/** An Idempotency-Key is known for a day: of what is older it is looked up first whether it came to be. */
const KEY_MS = 23 * 3_600_000;

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

  /** An order whose key is forgotten by now: the one of this customer with these goods that is no other of ours. */
  async function find({ placed_at, body }) {
    if (Date.now() - Date.parse(placed_at) < KEY_MS) return undefined;
    const { customer, items } = JSON.parse(body);
    const query = { q: customer.phone, from: placed_at.slice(0, 10), sort: 'created_at', limit: 200 };
    for await (const { id } of lanka.items(listOrders, { query, signal })) {
      if (store.isKnown(id)) continue;
      const order = await lanka.call(readOrder, { params: { id }, signal });
      const has = ({ product_variant_id, count }) =>
        order.items.some((one) => one.product_variant_id === product_variant_id && one.count === count);
      if (order.items.length === items.length && items.every(has)) return order;
    }
    return undefined;
  }

  async function bring(kept) {
    const { number, key, body } = kept;
    let { lanka_id: id } = kept;
    try {
      if (!id) {
        const order =
          (await find(kept)) ??
          (await lanka.call(createOrder, { body: JSON.parse(body), idempotencyKey: key, signal }));
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
