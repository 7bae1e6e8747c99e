/** Keeps the shop in step with Lanka: everything once, then what changes. Guide: /developers, «Читати лише зміни». */
import { followChanges, listAllVariants, listChanges, listOrders } from '@lanka/sdk';

export async function keepInStep(lanka, store, { signal, log }) {
  const listed = async (query) => {
    const found = [];
    for await (const one of lanka.items(listAllVariants, { query: { limit: 200, published: true, ...query }, signal }))
      found.push(one);
    return found;
  };

  await followChanges(lanka, listChanges, {
    kinds: ['product', 'product_variant', 'price', 'stock', 'order'],
    signal,
    onError: (error) => log(`Lanka does not answer: ${error.code}`),
    load: () => store.read('cursor'),

    async readAll(cursor) {
      const goods = await listed({});
      const orders = [];
      for await (const one of lanka.items(listOrders, { query: { limit: 200 }, signal })) orders.push(one);
      store.together(() => {
        store.removeAll();
        for (const one of goods) store.putGoods(one);
        for (const order of orders) store.setStatus(order);
        store.write('cursor', cursor);
      });
      log(`read ${goods.length} goods`);
    },

    async apply(items, cursor) {
      // of what is about a product as a whole its modifications are read again; the rest says all there is to know
      const products = new Map();
      for (const { kind, id, data } of items) {
        if (kind === 'product') products.set(id, []);
        else if (kind === 'product_variant' && data) products.set(data.product_id, []);
      }
      for (const product_id of products.keys()) products.set(product_id, await listed({ product_id }));
      store.together(() => {
        for (const { kind, id, what, data } of items) {
          if (kind === 'stock' && data) store.setStock.run(data.available, id);
          else if (kind === 'price' && data) store.setPrice.run(data.recommended_price, id);
          else if (kind === 'order' && data) store.setStatus({ id, ...data });
          else if (kind === 'product_variant' && what === 'deleted') store.removeGoods.run(id);
        }
        for (const [id, goods] of products) {
          store.removeProduct.run(id);
          for (const one of goods) store.putGoods(one);
        }
        store.write('cursor', cursor);
      });
    },
  });
}
