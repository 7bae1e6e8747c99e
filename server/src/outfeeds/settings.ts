import type { CreateFeedBody } from '@lanka/domain/outfeeds/contract';
import type { FeedFormat } from '@lanka/domain/outfeeds/formats';

/** Settings of a feed that tells prices and stock as they are: for demo data and tests. */
export const settingsOf = (format: FeedFormat): CreateFeedBody => ({
  ...{ name: `Фід ${format}`, format, buffer: 0, language: 'ua', shop: '', link: null },
  markup: { basis: 'recommended', percent: 0, fixed: 0, round_to: 1 },
  choice: { in_stock: false, tags: [], category_ids: [], attributes: [] },
});
