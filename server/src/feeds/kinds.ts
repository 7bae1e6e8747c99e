import type { FeedKind } from '@lanka/domain/feeds/contract';

/** What a format means for the joining of rows into products. */
export interface KindTraits {
  /** The options of a row are those of the variant; in other formats they are all its characteristics. */
  readonly explicit_options: boolean;
  /** `title` is the name of the offer, not of the product. */
  readonly offer_titles: boolean;
  /** Our own table, as an export makes it: it speaks of the products that are there already. */
  readonly own: boolean;
}

export function traitsOf(kind: FeedKind | null): KindTraits {
  const layout = (kind ?? 'yml').split('_')[0];
  return {
    explicit_options: layout === 'own' || layout === 'shopify' || layout === 'woocommerce' || layout === 'horoshop',
    offer_titles: layout === 'yml' || layout === 'hotline' || layout === 'google',
    own: layout === 'own',
  };
}

/**
 * The name under which rows are recognised again: format and shop, so that the same feed is the same source by
 * upload and by address, as XLSX and as CSV. Our own table is one source: it names its products by SKU.
 */
export function sourceName(kind: FeedKind | null, shop: string | null, url: string | null): string {
  const layout = (kind ?? 'yml').split('_')[0] ?? 'yml';
  if (layout === 'own') return layout;
  const place = shop?.trim() || (url ? new URL(url).hostname : '');
  return place ? `${layout}: ${place}`.slice(0, 120) : layout;
}
