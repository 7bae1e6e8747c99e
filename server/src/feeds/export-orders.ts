import { fieldCell } from '@lanka/domain/feeds/fields';
import {
  COLUMN_NAMES,
  fieldOfColumn,
  isOfLines,
  type LineColumn,
  type OrderColumn,
  USUAL_COLUMNS,
} from '@lanka/domain/feeds/orders_table';
import { COD_NAMES } from '@lanka/domain/orders/cod';
import type { OrderStatus } from '@lanka/domain/orders/entities';
import { STATUSES } from '@lanka/domain/orders/machine';
import { OPERATOR_NAMES } from '@lanka/domain/orders/operators';
import type { TemplateField } from '@lanka/domain/templates/fields';
import type { ProjectScope } from '../kit/auth/scope';
import { readTemplates } from '../templates';
import type { Tabled } from './export-table';
import type { ExportScope } from './exported.store';
import * as store from './exported-orders.store';
import type { ExportRecord } from './lists.store';
import type { Cell } from './workbook';

type Shown = Omit<store.ExportedOrder, 'fields' | 'lines'>;
const hryvnias = (kopecks: number): number => kopecks / 100;
const percent = (hundredths: number): number => hundredths / 100;

/** How a cell is written, where that is not how it is stored. */
const OF_ORDER: Partial<Record<OrderColumn, (order: Shown) => Cell>> = {
  number: ({ prefix, number }) => (prefix === '' ? number : `${prefix}${number}`),
  status: ({ status }) => STATUSES[status as OrderStatus].ua,
  operator: ({ operator }) => OPERATOR_NAMES[operator as keyof typeof OPERATOR_NAMES].ua,
  customer_discount: ({ customer_discount }) => percent(customer_discount),
  reserved_until: ({ reserved_until }) => reserved_until ?? '',
  sum: ({ sum }) => hryvnias(sum),
  customer_sum: ({ customer_sum }) => hryvnias(customer_sum),
  cod: ({ cod }) => (cod === null ? '' : COD_NAMES[cod].ua),
  cod_sum: ({ cod_sum }) => (cod_sum === null ? '' : hryvnias(cod_sum)),
  cod_received: ({ cod_received }) => (cod_received === null ? '' : hryvnias(cod_received)),
};
const OF_LINE: Partial<Record<LineColumn, (line: store.ExportedLine) => Cell>> = {
  base_price: ({ base_price }) => hryvnias(base_price),
  discount: ({ discount }) => percent(discount),
  amount: ({ amount }) => hryvnias(amount),
  customer_amount: ({ customer_amount }) => hryvnias(customer_amount),
};

interface Column {
  readonly title: string;
  cell(order: store.ExportedOrder, line: store.ExportedLine | null): Cell;
}

function columnOf(column: string, fields: readonly TemplateField[]): Column[] {
  const asked = fieldOfColumn(column);
  if (asked) {
    const field = fields.find(({ set, key }) => set === asked.set && key === asked.key);
    // one that is gone since it was chosen
    if (!field) return [];
    const { key, type, name } = field;
    const values = (order: store.ExportedOrder, line: store.ExportedLine | null) =>
      asked.set === 'order' ? order.fields : (line?.fields ?? {});
    return [{ title: name, cell: (order, line) => fieldCell(type, values(order, line)[key]) }];
  }
  const title = COLUMN_NAMES[column as OrderColumn | LineColumn].ua;
  const ofOrder = OF_ORDER[column as OrderColumn];
  const ofLine = OF_LINE[column as LineColumn];
  return [
    {
      title,
      cell(order, line) {
        if (ofOrder) return ofOrder(order);
        if (ofLine) return line && ofLine(line);
        const owner = column in order ? order : line;
        return ((owner as Record<string, unknown> | null)?.[column] as Cell | undefined) ?? null;
      },
    },
  ];
}

/** Orders as a table: a row for each, or for each line of them as soon as a column tells something of lines. */
export async function tableOfOrders(
  within: Tabled['within'],
  scope: ExportScope,
  { filters, columns: chosen, user_id: askedBy }: Pick<ExportRecord, 'filters' | 'columns' | 'user_id'>,
): Promise<Tabled> {
  const asked = chosen.length > 0 ? chosen : USUAL_COLUMNS;
  const templates = await within((tx) => readTemplates(tx, scope, ['order', 'order_item']));
  const fields = [...(templates.order ?? []), ...(templates.order_item ?? [])] as TemplateField[];
  const columns = asked.flatMap((column) => columnOf(column, fields));
  const lines = isOfLines(asked);
  // they were checked when the table was asked for
  const byFields = await within((tx) => store.readFieldFilters(tx, scope as ProjectScope, filters));
  const wanted = { filters, byFields, askedBy };
  async function* pages() {
    let after: store.OrderPlace | null = null;
    for (;;) {
      const place: store.OrderPlace | null = after;
      const found: store.ExportedOrder[] = await within((tx) =>
        store.readOrders(tx, scope, wanted, { lines, after: place }),
      );
      const last = found.at(-1);
      if (!last) return;
      after = { placed: last.placed, id: last.id };
      const rows = found.flatMap((order) => {
        const each = lines && order.lines.length > 0 ? order.lines : [null];
        return each.map((line) => columns.map(({ cell }) => cell(order, line)));
      });
      yield { rows, count: found.length };
    }
  }
  return {
    within,
    ...{ name: 'orders', sheet: 'Замовлення' },
    header: columns.map(({ title }) => title),
    total: await within((tx) => store.countOrders(tx, scope, wanted)),
    pages,
  };
}
