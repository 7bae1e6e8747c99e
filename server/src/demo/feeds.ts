import {
  type CreateFeedBody,
  createFeed,
  createMyFeed,
  readMapping,
  saveMapping,
  savePartnerSettings,
} from '@lanka/domain/outfeeds/contract';
import { addFetches } from '../outfeeds';
import type { Person } from './caller';
import { HOUR, type Stage } from './stage';

export const AS_THEY_ARE = {
  ...{ buffer: 0, language: 'ua' as const, shop: '', link: null },
  markup: { basis: 'recommended' as const, percent: 0, fixed: 0, round_to: 1 as const },
  choice: { in_stock: false, tags: [], category_ids: [], attributes: [] },
};

interface Fed {
  readonly body: CreateFeedBody;
  /** Who comes for it, and how often. */
  readonly agent: string;
  readonly address: string;
  readonly everyHours: number;
}

const MINE: readonly Fed[] = [
  {
    body: {
      ...{ ...AS_THEY_ARE, name: 'Rozetka', format: 'rozetka', shop: 'Дім Оксани', buffer: 2 },
      fields: ['product.fabric'],
      markup: { basis: 'purchase', percent: 3_500, fixed: 0, round_to: 100 },
    },
    ...{ agent: 'RozetkaBot/2.1', address: '91.200.40.17', everyHours: 4 },
  },
  {
    body: {
      ...{ ...AS_THEY_ARE, name: 'Prom.ua', format: 'prom', shop: 'Дім Оксани' },
      markup: { basis: 'recommended', percent: 500, fixed: 0, round_to: 100 },
    },
    ...{ agent: 'prom.ua importer', address: '77.88.210.5', everyHours: 8 },
  },
  {
    body: {
      ...{ ...AS_THEY_ARE, name: 'Мій Shopify', format: 'shopify_csv', language: 'en' },
      choice: { ...AS_THEY_ARE.choice, in_stock: true },
    },
    ...{ agent: 'Mozilla/5.0', address: '178.150.12.9', everyHours: 70 },
  },
  {
    body: { ...AS_THEY_ARE, name: 'Для мого сайту', format: 'partner' },
    ...{ agent: 'Lanka/1.0 (product import)', address: '91.200.40.33', everyHours: 6 },
  },
];

const OF_SUPPLIER: readonly Fed[] = [
  {
    body: {
      ...{ ...AS_THEY_ARE, name: 'Google Merchant', format: 'google' },
      link: 'https://tekstyl-plius.example/p/{sku}',
    },
    ...{ agent: 'Google-Read-Feed', address: '66.249.81.3', everyHours: 24 },
  },
  {
    body: { ...AS_THEY_ARE, name: 'Епіцентр', format: 'epicentr' },
    ...{ agent: 'epicentrk-feed/1.4', address: '185.68.16.40', everyHours: 12 },
  },
];

const DAYS = 6;

/** Categories of Google in which goods of these of ours stand, by their whole paths. */
const AT_GOOGLE: Readonly<Record<string, string>> = {
  'Одяг > Сукні': 'Apparel & Accessories > Clothing > Dresses',
  'Одяг > Сорочки': 'Apparel & Accessories > Clothing > Shirts & Tops',
  'Одяг > Штани': 'Apparel & Accessories > Clothing > Pants',
  'Дім > Рушники': 'Home & Garden > Linens & Bedding > Towels',
  'Дім > Ковдри': 'Home & Garden > Linens & Bedding > Bedding > Blankets',
};

/** What Google calls things, as far as the supplier has looked it up: the check has something to say of the rest. */
async function mapGoogle(stage: Stage, supplier: Person, project_id: string): Promise<void> {
  const params = { project_id, market: 'google' as const };
  const { categories } = await stage.call(supplier, readMapping, { params });
  const known = categories.flatMap(({ key, title }) => {
    const name = AT_GOOGLE[title];
    return name ? [{ key, id: '', name, url: '' }] : [];
  });
  await stage.call(supplier, saveMapping, { params, body: { categories: known, params: [] } });
}

/** Feeds that marketplaces have fetched these days. */
export async function addFeeds(stage: Stage, supplier: Person, dropshipper: Person, project_id: string): Promise<void> {
  const fetched = async ({ agent, address, everyHours }: Fed, feed_id: string) => {
    const hours = Array.from({ length: Math.floor((DAYS * 24) / everyHours) }, (_, n) => (n + 1) * everyHours);
    const at = hours.reverse().map((ago) => new Date(stage.now - ago * HOUR).toISOString());
    await addFetches(stage.tx, { project_id, feed_id, agent, address, at });
  };
  await stage.call(supplier, savePartnerSettings, { params: { project_id }, body: { for_all: true } });
  await mapGoogle(stage, supplier, project_id);
  for (const feed of OF_SUPPLIER) {
    const made = await stage.call(supplier, createFeed, { params: { project_id }, body: feed.body });
    await fetched(feed, made.id);
  }
  for (const feed of MINE) {
    const made = await stage.call(dropshipper, createMyFeed, { body: { ...feed.body, project_id } });
    await fetched(feed, made.id);
  }
}
