import { hook } from '@lanka/domain/kit/hooks';
import type { FeedSettings } from '@lanka/domain/outfeeds/contract';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import type { GoodsCondition, StoredProduct } from './goods.store';

/** What a dropshipper says himself of goods of a supplier. */
export interface OwnGoods {
  /** Where he mends what he says himself. */
  readonly id: string;
  /** Empty: the supplier's are his key words. */
  readonly tags: readonly string[];
  /** Null: as the supplier has it now. */
  readonly name: string | null;
  readonly description: string | null;
  /** His own, which come first. */
  readonly photos: readonly { readonly id: string; readonly file: string }[];
  /** Those of the supplier that come behind them: all, these by their ids, or none. */
  readonly source_photos: 'all' | readonly string[] | false;
  /** Of a modification; null: he does not sell it. */
  variant(id: string): OwnVariant | null;
}

/** Null or missing: as the supplier and the feed have it. */
interface OwnVariant {
  readonly sku: string | null;
  readonly price: number | null;
  readonly recommended_price?: number | null;
}

interface Whose {
  readonly project_id: string;
  readonly user_id: string;
}

interface Answer {
  /** Which products `p` he has chosen that have one of these tags of his own; without any: all. */
  chosen(of: Whose, tags: readonly string[]): GoodsCondition;
  /** The tags that he has given his goods of this supplier, the frequent ones first. */
  tags(tx: Tx, of: Whose): Promise<string[]>;
  /** By the product. */
  read(tx: Tx, of: Whose, product_ids: readonly string[]): Promise<ReadonlyMap<string, OwnGoods>>;
  /** In short all of it: another text when something of it has changed. */
  mark(tx: Tx, of: Whose): Promise<string>;
  /** The file of a photo of his own, or of its small picture. */
  photo(tx: Tx, project_id: string, id: string, small: boolean): Promise<string | null>;
}

/** Feeds of a dropshipper may take goods as he sells them: the slice that keeps these stands above and answers. */
export const ownGoods = hook<Answer>('outfeeds.own_goods');

/** The goods that a feed takes as its seller has them; null where it takes the supplier's as they are. */
export interface Own {
  readonly chosen: GoodsCondition;
  as(tx: Tx, products: readonly StoredProduct[]): Promise<StoredProduct[]>;
  mark(tx: Tx): Promise<string>;
}

export function ownOf(
  { hooks }: Pick<Services, 'hooks'>,
  { project_id, user_id }: { readonly project_id: string; readonly user_id: string | null },
  { choice }: Pick<FeedSettings, 'choice'>,
): Own | null {
  if (!choice.my_goods || user_id === null) return null;
  const [answer] = hooks.all(ownGoods);
  if (!answer) throw new Error('nobody answers for goods of one’s own');
  const of = { project_id, user_id };
  return {
    chosen: answer.chosen(of, choice.tags),
    mark: (tx) => answer.mark(tx, of),
    async as(tx, products) {
      const ids = products.map(({ id }) => id);
      const own = ids.length === 0 ? new Map<string, OwnGoods>() : await answer.read(tx, of, ids);
      return products.flatMap((product) => {
        const mine = own.get(product.id);
        return mine ? [asMine(product, mine)] : [];
      });
    },
  };
}

function asMine(product: StoredProduct, own: OwnGoods): StoredProduct {
  const sold = product.variants.flatMap((variant) => {
    const mine = own.variant(variant.id);
    if (!mine) return [];
    const { sku, price, recommended_price = variant.recommended_price } = mine;
    return [{ ...variant, recommended_price, sku: sku ?? variant.sku, own_price: price }];
  });
  const { name, description, tags } = own;
  return {
    ...product,
    own_id: own.id,
    ...(tags.length > 0 ? { keywords: [...tags] } : {}),
    images: photosOf(product, own),
    name: name ?? product.name,
    description: description ?? product.description,
    variants: sold,
  };
}

function photosOf({ images }: StoredProduct, { photos, source_photos }: OwnGoods): StoredProduct['images'] {
  const own = photos.map((photo) => ({ ...photo, variant: null, value: null, leads: true }));
  if (!source_photos) return own;
  const shown =
    source_photos === 'all' ? images : source_photos.flatMap((id) => images.find((one) => one.id === id) ?? []);
  return [...own, ...shown];
}

/** Tags by which he may choose among his own goods. */
export async function suggestOwnTags({ hooks }: Pick<Services, 'hooks'>, tx: Tx, of: Whose): Promise<string[]> {
  const [answer] = hooks.all(ownGoods);
  return answer ? answer.tags(tx, of) : [];
}

/** The file of a photo that a seller has added himself. */
export async function findOwnPhoto(
  { hooks }: Pick<Services, 'hooks'>,
  tx: Tx,
  project_id: string,
  { id, small }: { readonly id: string; readonly small: boolean },
): Promise<string | null> {
  for (const { photo } of hooks.all(ownGoods)) {
    const file = await photo(tx, project_id, id, small);
    if (file) return file;
  }
  return null;
}
