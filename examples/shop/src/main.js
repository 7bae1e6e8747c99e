/** The shop: a page, a SQLite file, and two loops over the public API. `npm install`, then `npm start`. */
import { createServer } from 'node:http';
import { connect, listCounterparties } from '@lanka/sdk';
import { openOrders } from './orders.js';
import { goodsPage, ordersPage } from './pages.js';
import { openStore } from './store.js';
import { keepInStep } from './sync.js';

const { LANKA_URL, LANKA_KEY, LANKA_PROJECT, LANKA_COUNTERPARTY, SHOP_DB = 'shop.db', PORT = '4080' } = process.env;
if (!LANKA_URL || !LANKA_KEY || !LANKA_PROJECT) {
  console.error('Set LANKA_URL, LANKA_KEY and LANKA_PROJECT: see README.md');
  process.exit(1);
}
const log = (line) => console.log(line);
const stop = new AbortController();
const lanka = connect({ url: LANKA_URL, key: LANKA_KEY, project: LANKA_PROJECT });
const store = openStore(SHOP_DB);

/** On whose account orders of the site are: the project's own sales, unless another counterparty is named. */
async function counterparty() {
  const kept = LANKA_COUNTERPARTY ?? store.read('counterparty');
  if (kept) return kept;
  for await (const one of lanka.items(listCounterparties))
    if (one.own_sales) {
      store.write('counterparty', one.id);
      return one.id;
    }
  throw new Error('Set LANKA_COUNTERPARTY: the project has no counterparty for its own sales');
}

const orders = openOrders(lanka, store, { counterpartyId: await counterparty(), signal: stop.signal, log });

const html = (response, body, status = 200) =>
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://shop');
  if (request.method === 'POST' && pathname === '/orders') {
    let body = '';
    for await (const part of request) body += part;
    const { count, ...rest } = Object.fromEntries(new URLSearchParams(body));
    const number = orders.take({ ...rest, count: Number(count) });
    return response.writeHead(303, { location: `/?placed=${number}` }).end();
  }
  const placed = searchParams.get('placed');
  if (pathname === '/') return html(response, goodsPage(store.goods(), placed && `Замовлення ${placed} прийнято`));
  if (pathname === '/orders') return html(response, ordersPage(store.orders()));
  if (pathname === '/state.json')
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ goods: store.goods(), orders: store.orders() }));
  return html(response, 'Немає такої сторінки', 404);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => html(response, `${error}`, 500));
});
server.listen(Number(PORT), '127.0.0.1', () => log(`http://127.0.0.1:${server.address().port}`));

const end = () => {
  stop.abort(new Error('stopped'));
  server.close();
};
process.once('SIGTERM', end).once('SIGINT', end);
await Promise.all([keepInStep(lanka, store, { signal: stop.signal, log }), orders.run()]);
store.close();
