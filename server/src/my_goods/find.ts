import { tellStock } from '@lanka/domain/kit/availability';
import type { FoundGoods } from '@lanka/domain/my_goods/contract';
import { findOfSuppliers } from '../catalog';
import { type DropshippingScope, tellingFor } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { keyOf, readSources } from './my_goods';
import { readOwnWords, readPortion } from './my_goods.store';

/** So many products are looked at, and so many of their modifications told. */
const PRODUCTS = 20;
const TOLD = 30;

/**
 * What he may put into a basket: goods that he calls so himself first, then those that his suppliers do. What is named
 * by just this code stands before all others.
 */
export async function findToOrder(tx: Tx, app: Services, scope: DropshippingScope, q: string): Promise<FoundGoods[]> {
  const words = q.toLowerCase();
  const mine = await readPortion(tx, scope, words ? { q: words } : {}, '-created_at', null, PRODUCTS);
  const keys = [...mine.map(({ goods }) => goods), ...(await findOfSuppliers(tx, scope, q, PRODUCTS))];
  const sources = await readSources(
    tx,
    scope,
    keys.filter((one, at) => keys.findIndex((o) => keyOf(o) === keyOf(one)) === at),
  );
  const seen = [...new Set(keys.map(keyOf))].flatMap((key) => sources.get(key) ?? []);
  const own = await readOwnWords(
    tx,
    scope,
    seen.flatMap(({ row }) => row.variants.map(({ id }) => id)),
  );
  const found = seen.flatMap(({ scope: at, row, source }) =>
    row.variants.map((variant) => {
      const { name = null, sku = null } = own.get(variant.id) ?? {};
      const codes = [sku, variant.sku, variant.barcode, variant.code];
      return {
        variant,
        isNamed: words !== '' && codes.some((code) => code?.toLowerCase() === words),
        told: {
          ...{ project_id: at.project.id, project_title: at.project.title, product_id: row.id },
          ...{ product_variant_id: variant.id, product_title: row.name, modification_title: variant.name },
          ...{ sku: variant.sku, own_title: name, own_sku: sku },
          codes: codes.filter((code): code is string => Boolean(code)),
          price: source.variants[variant.id]?.cost ?? null,
          ...tellStock(tellingFor(at), { available: Number(variant.available), tracked: variant.tracked }),
        },
      };
    }),
  );
  const first = [...found.filter(({ isNamed }) => isNamed), ...found.filter(({ isNamed }) => !isNamed)].slice(0, TOLD);
  return Promise.all(
    first.map(async ({ told, variant: { thumbnail } }) => ({
      ...told,
      thumbnail_url: thumbnail && (await app.storage.presignGet(thumbnail)),
    })),
  );
}
