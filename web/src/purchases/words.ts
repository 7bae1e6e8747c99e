import { titleOf } from '../catalog';

interface Named {
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly own_title: string | null;
  readonly own_sku: string | null;
}

/** As he calls it himself where he does. */
export const ownTitleOf = (goods: Named): string =>
  titleOf({ ...goods, product_title: goods.own_title ?? goods.product_title });

/** Under the name: his SKU and the supplier’s, and what the supplier calls it where that is another. */
export const skusOf = ({ sku, own_sku, own_title, product_title }: Named): string[] =>
  [own_sku, sku === own_sku ? null : sku, own_title === null ? null : product_title].filter((one): one is string =>
    Boolean(one),
  );
