import { tellStock } from '@lanka/domain/kit/availability';
import { ladderOf } from '@lanka/domain/price_levels/rules';
import type { ChangeKind } from '../kit/changes/kinds';
import { type ChangedVariantRow, readChangedProducts, readChangedVariants } from './changed.store';
import { type Asker, askerIn } from './view';

const product: ChangeKind = {
  kind: 'product',
  async read(tx, _app, scope, ids) {
    const found = await readChangedProducts(tx, scope, ids);
    return new Map(found.map(({ id, ...told }) => [id, told]));
  },
};

const ofVariants = (kind: ChangeKind['kind'], told: (row: ChangedVariantRow, asker: Asker) => object): ChangeKind => ({
  kind,
  async read(tx, app, scope, ids) {
    const asker = await askerIn(app, tx, scope);
    const found = await readChangedVariants(tx, scope, ids);
    return new Map(found.map((row) => [row.id, told(row, asker)]));
  },
});

const priceFor = (asker: Asker, { price, prices }: ChangedVariantRow): number | null =>
  asker === null || price === null ? price : ladderOf({ price, prices }, asker.price_level_id)[0].price;

export const catalogChanges: readonly ChangeKind[] = [
  product,
  ofVariants('product_variant', ({ product_id, name, sku, barcode, version }) => ({
    ...{ product_id, name, sku, barcode, version },
  })),
  ofVariants('price', (row, asker) => ({
    ...{ product_id: row.product_id, sku: row.sku, recommended_price: row.recommended_price },
    price: priceFor(asker, row),
  })),
  ofVariants('stock', ({ product_id, sku, actual, booked, available, tracked }, asker) => ({
    ...{ product_id, sku },
    ...(asker === null ? { actual, booked } : { actual: null, booked: null }),
    ...tellStock(asker, { available, tracked }),
  })),
];
