import { catalogErrors } from '@lanka/domain/catalog/errors';
import { readingsOf } from '@lanka/domain/kit/barcode';
import { type LookupAnswer, markingErrors } from '@lanka/domain/marking/contract';
import { orderNumberIn } from '@lanka/domain/marking/rules';
import { readVariantRecords } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type Coded, findCoded, findOrder } from './marking.store';

/** What was scanned or typed. Goods come before orders: their codes are chosen by people, numbers of orders are not. */
export async function lookUp(tx: Tx, app: Services, scope: ProjectScope, scanned: string): Promise<LookupAnswer> {
  let found: readonly Coded[] = [];
  for (const codes of readingsOf(scanned)) if (found.length === 0) found = await findCoded(tx, scope, codes);
  const [first, second] = found;
  if (second) {
    const names = found.map(({ name }) => `«${name}»`).join(', ');
    throw markingErrors.ambiguous_code(
      ...found.map(({ id, name }) => ({ product_variant_id: id, name, names, code: scanned.trim() })),
    );
  }
  const [product_variant] = first ? await readVariantRecords(app, tx, scope, [first.id]) : [];
  if (product_variant) return { kind: 'product_variant', product_variant };
  // a parcel that comes back has the carrier's label
  const order = await findOrder(tx, scope, orderNumberIn(scanned) ?? scanned.trim());
  if (!order) throw catalogErrors.variant_not_found();
  return { kind: 'order', order };
}
