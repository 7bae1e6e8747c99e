import pg from 'pg';
import type { Data } from './data';
import { any } from './pick';

/**
 * What people look for, drawn anew for each call from the data themselves. One question asked again and again would
 * measure what is remembered of it.
 */
export interface Words {
  /** Part of a customer's name: the whole surname, its beginning, or the surname and a few letters of the first name. */
  name(): string;
  /** The last four to seven digits of a phone. */
  phone(): string;
  /** Of an article number: whole, its beginning or its end. */
  sku(): string;
  /** A word of a product's title; few of them stand in most orders, and its number is rare. */
  title(): string;
  titleWords(): string;
  counterparty(): string;
  /** Any of what orders are found by, and sometimes what nobody has. */
  order(): string;
}

const SAMPLE = 3_000;

interface Sample {
  readonly names: readonly string[];
  readonly phones: readonly string[];
  readonly ttns: readonly string[];
  readonly skus: readonly string[];
  readonly titles: readonly string[];
  readonly counterparties: readonly string[];
}

const between = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least + 1));
const beginning = (word: string, least: number): string =>
  word.slice(0, between(Math.min(least, word.length), word.length));
export const draw = { between, beginning };

export async function readWords(url: string, data: Data): Promise<Words> {
  const sample = await readSample(url, data);
  const name = (): string => {
    const [surname = '', first = ''] = any(sample.names).toLowerCase().split(' ');
    return any([
      () => surname,
      () => beginning(surname, 3),
      () => `${beginning(surname, 3)} ${first.slice(0, between(1, 3))}`,
    ])();
  };
  const phone = (): string => any(sample.phones).slice(-between(4, 7));
  const sku = (): string => {
    const [, product, variant] = any(sample.skus).split('-');
    return any([`SKU-${product}-${variant}`, `SKU-${product}`, `${product}-${variant}`]);
  };
  const title = (): string => any(any(sample.titles).toLowerCase().split(' '));
  const titleWords = (): string => {
    const [what = '', name_ = '', number] = any(sample.titles).toLowerCase().split(' ');
    return any([`${what} ${name_}`, `${what} ${beginning(name_, 2)}`, `${what} ${number}`, `${name_} ${number}`]);
  };
  const ttn = (): string => any(sample.ttns).slice(-between(5, 8));
  const nobodys = (): string => `${any(sample.names).split(' ')[0]}ґґ`;
  return {
    name,
    phone,
    sku,
    title,
    titleWords,
    counterparty: () => beginning(any(any(sample.counterparties).toLowerCase().split(' ')), 3),
    order: () => any([name, name, name, phone, phone, sku, title, titleWords, ttn, nobodys])(),
  };
}

async function readSample(url: string, { project_id, products, counterparties }: Data): Promise<Sample> {
  const client = new pg.Client({ connectionString: url, options: `-c lanka.project_ids=${project_id}` });
  await client.connect();
  try {
    const { rows: counted } = await client.query<{ last: number }>(
      `select value as last from counters where project_id = $1 and name = 'order'`,
      [project_id],
    );
    const numbers = Array.from({ length: SAMPLE }, () => between(1, counted[0]?.last ?? 1));
    const orders = await client.query<{ name: string; phone: string; ttn: string }>(
      `select customer_name as name, customer_phone as phone, ttn from orders
       where project_id = $1 and number = any($2) and ttn <> ''`,
      [project_id, numbers],
    );
    const own = await client.query<{ skus: string[]; titles: string[]; parties: string[] }>(
      `select array(select sku from product_variants where project_id = $1 and product_id = any($2)) as skus,
         array(select name from products where project_id = $1 and id = any($2)) as titles,
         array(select name from counterparties where project_id = $1 and id = any($3)) as parties`,
      [project_id, products, counterparties],
    );
    const [found] = own.rows;
    if (!found || orders.rows.length === 0) throw new Error('there is nothing to look for');
    return {
      names: orders.rows.map((row) => row.name),
      phones: orders.rows.map((row) => row.phone),
      ttns: orders.rows.map((row) => row.ttn),
      skus: found.skus,
      titles: found.titles,
      counterparties: found.parties,
    };
  } finally {
    await client.end();
  }
}
