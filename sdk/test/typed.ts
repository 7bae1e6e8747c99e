/** What the compiler takes of whoever uses the SDK, and what it refuses: looked at by `tsc`, never run. */
import {
  connect,
  createOrder,
  followChanges,
  type Item,
  type ListOrders,
  listChanges,
  listMyOrders,
  listOrders,
} from '../src/index.js';

const lanka = connect({ url: 'http://x', key: 'lanka_x', project: 'p' });
export async function typed() {
  const page = await lanka.call(listOrders);
  const n: number = page.items[0]?.number ?? 0;
  await lanka.call(listOrders, { query: { status: ['Pending'] } });
  await lanka.call(listMyOrders);
  for await (const o of lanka.items(listOrders, { query: { limit: 10 } })) {
    const s: number = o.sum;
    void s;
  }
  const made = await lanka.call(createOrder, {
    body: { items: [{ product_variant_id: 'x', count: 1 }] },
    idempotencyKey: '1',
  });
  const i: Item<ListOrders> | undefined = page.items[0];
  await lanka.call(listOrders, { ifNoneMatch: page });
  // @ts-expect-error that is no answer of this call
  await lanka.call(listOrders, { ifNoneMatch: made });
  // @ts-expect-error body is needed
  await lanka.call(createOrder, {});
  // @ts-expect-error body is needed
  await lanka.call(createOrder);
  // @ts-expect-error no such status
  await lanka.call(listOrders, { query: { status: ['Nope'] } });
  await followChanges(lanka, listChanges, {
    kinds: ['stock', 'order'],
    load: () => null,
    readAll: () => undefined,
    apply: (items) => {
      for (const one of items) if (one.kind === 'stock') void ((one.data?.available ?? 0) + 1);
    },
  });
  return [n, made.id, i];
}
