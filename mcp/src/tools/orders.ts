import { z } from 'zod';
import {
  countOrders as countAll,
  countMyOrders,
  type Item,
  type ListMyOrders,
  type ListOrders,
  listOrders as listAll,
  listMyOrders,
  type ReadOrder,
  readOrder as readOne,
} from '../../../sdk/src/index.js';
import { uah } from '../money.js';
import type { Place } from '../place.js';
import { tool } from '../tool.js';
import { day, limit, supplier } from './inputs.js';

const STATUSES = [
  ...['Draft', 'Pending', 'InProduction', 'Ready', 'Loading', 'Loaded', 'Sent', 'Complete', 'Canceled', 'Blocked'],
] as const satisfies readonly NonNullable<NonNullable<ListOrders['query']>['status']>[number][];
const PAID = ['prepaid', 'unpaid', 'partly', 'paid', 'overdue', 'owed'] as const;

/** Where people look at an order, and do what is left to them. */
export const pageOf = ({ settings }: Place, project_id: string, id: string): string =>
  `${settings.url}/cp/orders/${id}?project=${project_id}`;

const paymentOf = (payment: ReadOrder['answer']['payment']) =>
  payment && {
    state: payment.state,
    overdue: payment.overdue,
    unpaid_uah: uah(payment.unpaid),
    due_on: payment.due_on,
  };

function lineOf(place: Place, one: Item<ListOrders> | Item<ListMyOrders>) {
  return {
    ...{ id: one.id, number: one.number, status: one.status, created_at: one.created_at, supplier: one.project_id },
    ...{ supplier_name: one.project_title, counterparty: one.counterparty_name, sum_uah: uah(one.sum) },
    ...{ customer_sum_uah: uah(one.customer_sum) },
    ...{ items: one.items_count, ttn: one.ttn, payment: paymentOf(one.payment), tags: one.tags, source: one.source },
    ...(place.settings.personal ? { customer: one.customer_name, town: one.town } : {}),
    page: pageOf(place, one.project_id, one.id),
  };
}

export const listOrders = tool({
  name: 'list_orders',
  input: z.strictObject({
    q: z.string().max(120).optional(),
    status: z.array(z.enum(STATUSES)).max(STATUSES.length).optional(),
    paid: z.enum(PAID).optional(),
    ...{ from: day, to: day, supplier, limit },
  }),
  async run(place, { supplier: named, q, status, paid, from, to, limit: most }) {
    const project = await place.projectOrAll(named);
    const query = {
      ...{ limit: most, ...(q ? { q } : {}), ...(status ? { status } : {}), ...(paid ? { paid } : {}) },
      ...{ ...(from ? { from } : {}), ...(to ? { to } : {}) },
    };
    const { kind } = (await place.key()).owner;
    const { items, total } =
      kind === 'project'
        ? await place.lanka.call(listAll, { params: { project_id: project ?? '' }, query })
        : await place.lanka.call(listMyOrders, { query: { ...query, ...(project ? { project_id: project } : {}) } });
    return { orders: items.map((one) => lineOf(place, one)), total };
  },
});

export const countOrders = tool({
  name: 'count_orders',
  input: z.strictObject({}),
  async run({ lanka, key }) {
    const { owner } = await key();
    return owner.kind === 'project'
      ? await lanka.call(countAll, { params: { project_id: owner.id }, query: {} })
      : await lanka.call(countMyOrders, { query: {} });
  },
});

export const readOrder = tool({
  name: 'read_order',
  input: z.strictObject({ id: z.uuid(), supplier }),
  async run(place, { id, supplier: named }) {
    const project_id = await place.project(named);
    const one = await place.lanka.call(readOne, { params: { project_id, id } });
    return {
      ...{ id, number: one.number, status: one.status, created_at: one.created_at, updated_at: one.updated_at },
      ...{ counterparty: one.counterparty_name, manager: one.manager_name, shipped_at: one.shipped_at },
      ...{ sum_uah: uah(one.sum), customer_sum_uah: uah(one.customer_sum), to_collect_uah: uah(one.to_collect) },
      ...{ payment: paymentOf(one.payment), ttn: one.delivery.ttn, carrier: one.delivery.operator, tags: one.tags },
      items: one.items.map((item) => ({
        ...{ product: item.product_title, variant: item.modification_title, sku: item.sku, count: item.count },
        ...{ unit: item.unit, amount_uah: uah(item.amount), available: item.available ?? item.availability },
        ...(item.waiting ? { waiting: item.waiting } : {}),
      })),
      ...(place.settings.personal ? { customer: one.customer, delivery: one.delivery } : {}),
      page: pageOf(place, project_id, id),
    };
  },
});
