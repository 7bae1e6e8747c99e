/**
 * Fills a folder with generated data for a product that is started over it, unless they are there already; the measures
 * of the web ask for it. Prints its progress and, on the last line, who may sign in. Options:
 *   --keep=FOLDER --products=10000 --variants=3 --orders=100000
 * DATABASE_URL: another PostgreSQL, in a database that may be filled and thrown away.
 */
import pino from 'pino';
import { EMAIL, PASSWORD } from './data';
import { number, option } from './options';
import { openPlace } from './place';

const sizes = {
  products: number('products', 10_000),
  variants: number('variants', 3),
  orders: number('orders', 100_000),
};
const keep = option('keep', '');
if (!keep) throw new Error('--keep=FOLDER: where the data are to stand');
const log = pino({ level: 'warn' }, process.stderr);
const place = await openPlace({ sizes, log, say: (line) => console.log(line), url: process.env.DATABASE_URL, keep });
await place.stop();
console.log(JSON.stringify({ sizes: place.sizes, email: EMAIL, password: PASSWORD }));
