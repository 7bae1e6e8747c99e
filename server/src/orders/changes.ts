import { bookingsOf, CHANGED_FIELDS, changesOf, type OrderFace } from '@lanka/domain/orders/changes';
import type { HistoryEffect } from '@lanka/domain/orders/contract';
import type { ItemRecord, NewItem, OrderRecord } from './orders.store';

type Line = Pick<
  NewItem | ItemRecord,
  'product_variant_id' | 'product_title' | 'modification_title' | 'customer_price'
> & {
  readonly count: number | null;
};
type Compared = Omit<Partial<OrderRecord>, 'fields'> & Pick<OrderRecord, 'fields'>;

const nameOf = ({ product_title, modification_title }: Line): string =>
  [product_title, modification_title].filter(Boolean).join(', ');

function faceOf(order: Compared, lines: readonly Line[]): OrderFace {
  const { tags = [], counterparty_id, prepaid, cod_state, ...known } = order;
  const face: OrderFace['fields'] = {
    ...Object.fromEntries(CHANGED_FIELDS.filter((name) => name in known).map((name) => [name, known[name as never]])),
    counterparty: counterparty_id ?? null,
    tags: tags.join(', '),
    prepaid: prepaid || null,
    cod: cod_state ? 'yes' : null,
    cod_to: cod_state === 'direct' ? 'dropshipper' : null,
  };
  return {
    fields: face,
    lines: lines.map((line) => ({
      ...{ product_variant_id: line.product_variant_id, name: nameOf(line), count: line.count ?? 0 },
      customer_price: line.customer_price,
    })),
    custom: order.fields,
  };
}

/** What the history tells of an edit; `booked`: its bookings followed. */
export function toldOfEdit(
  before: OrderRecord,
  known: readonly ItemRecord[],
  after: Compared,
  items: readonly NewItem[] | null,
  booked: boolean,
) {
  const was = faceOf(before, known);
  const is = faceOf({ ...before, ...after }, items ?? known);
  const changes = changesOf(was, is);
  const { book, release } = bookingsOf(changes);
  const effects: HistoryEffect[] = [
    ...(booked && book > 0 ? [{ kind: 'book' as const, count: book }] : []),
    ...(booked && release > 0 ? [{ kind: 'release' as const, count: release }] : []),
  ];
  // of whose it was and is the page tells; an id says nothing to anybody
  const told = changes.map((one) => (one.field === 'counterparty' ? { ...one, before: null, after: null } : one));
  return { changes: told, effects };
}
