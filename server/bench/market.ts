import pg from 'pg';
import type { HttpClient } from './http-client';
import type { Job } from './jobs';
import type { leastPages } from './pages';
import { any } from './pick';
import { draw } from './words';

/** What a dropshipper looks for among the goods of all suppliers, drawn anew for each call. */
export interface MarketWords {
  /** What a good is: stands in some of a hundred, the most frequent in twelve of them. */
  thing(): string;
  /** A name that one of four hundred goods has, or its beginning. */
  name(): string;
  twoWords(): string;
  /** What it is, a colour of it and a size. */
  values(): string;
  /** A whole article, or its beginning or end. */
  article(): string;
  nobodys(): string;
  category(): string;
  supplier(): string;
}

const SAMPLE = 3_000;

interface Sampled {
  readonly title: string;
  readonly value_words: string;
  readonly category_top: string;
  readonly category_second: string;
  readonly supplier_id: string;
}

export async function readMarketWords(url: string): Promise<MarketWords> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Sampled>(
      `select title, value_words, category_top, category_second, supplier_id from catalogue_goods
       order by created_at desc limit ${SAMPLE}`,
    );
    if (rows.length === 0) throw new Error('there are no goods to look for');
    return wordsOf(rows);
  } finally {
    await client.end();
  }
}

function wordsOf(rows: readonly Sampled[]): MarketWords {
  const part = (n: number): string => any(rows).title.toLowerCase().split(' ')[n] ?? '';
  const thing = (): string => part(0);
  const name = (): string => any([() => part(2), () => draw.beginning(part(2), 4)])();
  return {
    thing,
    name,
    twoWords: () =>
      any([
        () => `${thing()} ${part(1)}`,
        () => `${thing()} ${part(1).slice(0, 2)}`,
        () => `${thing()} ${part(2)}`,
        () => `${thing()} ${draw.beginning(part(2), 3)}`,
      ])(),
    values: () => {
      const { title, value_words } = any(rows);
      const [colour = '', , size = ''] = value_words.toLowerCase().split(' ');
      return `${title.toLowerCase().split(' ')[0]} ${colour} ${size}`.trim();
    },
    article: () => any([() => part(3), () => part(3).slice(0, draw.between(5, 8)), () => part(3).slice(-5)])(),
    nobodys: () => `${part(2)}ґґ`,
    category: () => any([() => any(rows).category_top, () => any(rows).category_second])(),
    supplier: () => any(rows).supplier_id,
  };
}

/** What a dropshipper looks for among all suppliers. */
export function market(client: HttpClient, pages: ReturnType<typeof leastPages>, words: MarketWords): Job[] {
  const ask = (path: string) => client.ask('GET', `/api/catalogue/${path}`, undefined, 200);
  const goods = (name: string, query: () => Record<string, string>): Job => ({
    name: `goods of all suppliers: ${name}`,
    kind: 'search',
    ours: () => ask(`products?${new URLSearchParams({ limit: '50', ...query() })}`),
  });
  const searched = (name: string, query: () => Record<string, string>): Job =>
    goods(`words ${name}`, () => ({ q: any([words.thing, words.twoWords, words.name])(), ...query() }));
  const town = () => ({ city: `Місто ${draw.between(0, 99)}` });
  const price = () => ({ price_from: '20000', price_to: String(draw.between(25, 90) * 1000) });
  const least = () => ({ minimum_order_to: String(draw.between(1, 900) * 1000) });
  const category = () => ({ goods_category: words.category() });
  return [
    { name: 'suppliers, 20', kind: 'list', least: pages.suppliers, ours: () => ask('projects?limit=20') },
    { name: 'what suppliers are narrowed by', kind: 'search', ours: () => ask('places') },
    { name: 'goods of all suppliers, 50', kind: 'list', least: pages.goods, ours: () => ask('products?limit=50') },
    goods('of one town', town),
    goods('of a category', category),
    goods('of a category, the cheapest', () => ({ ...category(), sort: 'price' })),
    goods('of a price', price),
    goods('of a least order', least),
    goods('in stock', () => ({ in_stock: 'true' })),
    goods('the cheapest in stock', () => ({ in_stock: 'true', sort: 'price' })),
    goods('the dearest', () => ({ sort: '-price' })),
    goods('a frequent word', () => ({ q: words.thing() })),
    goods('a name', () => ({ q: words.name() })),
    goods('two words', () => ({ q: words.twoWords() })),
    goods('words and values', () => ({ q: words.values() })),
    goods('part of an article', () => ({ q: words.article() })),
    goods('what nobody has', () => ({ q: words.nobodys() })),
    searched('of one town', town),
    searched('of a category', category),
    searched('of a price', price),
    searched('of a least order', least),
    searched('in stock', () => ({ in_stock: 'true' })),
    searched('the cheapest', () => ({ sort: 'price' })),
    searched('the dearest', () => ({ sort: '-price' })),
    searched('the oldest', () => ({ sort: 'created_at' })),
    { name: 'page of a supplier', kind: 'search', ours: () => ask(`projects/${words.supplier()}`) },
    goods('of a supplier', () => ({ supplier_id: words.supplier() })),
    searched('of a supplier', () => ({ supplier_id: words.supplier() })),
  ];
}
