import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createOrder } from '../../../sdk/src/index.js';
import { uah } from '../money.js';
import { Unfit } from '../place.js';
import { tool } from '../tool.js';
import { supplier } from './inputs.js';
import { pageOf } from './orders.js';

const OPERATORS = ['nova_poshta', 'ukrposhta', 'meest', 'pickup', 'other'] as const;

/**
 * A draft books nothing, charges nothing and is seen by nobody else until a person opens its page and sends it; there is
 * no tool for sending.
 */
export const draftOrder = tool({
  name: 'draft_order',
  writes: true,
  input: z.strictObject({
    reference: z.string().min(1).max(100),
    items: z
      .array(z.strictObject({ product_variant_id: z.uuid(), count: z.int().min(1).max(1_000_000) }))
      .min(1)
      .max(200),
    counterparty_id: z.uuid().optional(),
    customer: z.strictObject({ name: z.string().min(1).max(120), phone: z.string().max(40).optional() }).optional(),
    delivery: z
      .strictObject({
        operator: z.enum(OPERATORS),
        recipient_name: z.string().min(1).max(120),
        recipient_phone: z.string().max(40).optional(),
        address: z.string().min(1).max(300),
      })
      .optional(),
    comment: z.string().max(2_000).optional(),
    supplier,
  }),
  async run(place, { reference, supplier: named, ...order }) {
    const project_id = await place.project(named);
    const { owner } = await place.key();
    if (owner.kind === 'project' && !order.counterparty_id) throw new Unfit(place.t.needsCounterparty);
    if (owner.kind !== 'project' && order.counterparty_id) throw new Unfit(place.t.noCounterparty);
    const made = await place.lanka.call(createOrder, {
      params: { project_id },
      // an assistant that has lost the answer asks again by the same word, and there is one draft
      idempotencyKey: `mcp-${createHash('sha256').update(reference).digest('hex')}`,
      body: { ...order, source: place.t.source, send: false },
    });
    return {
      ...{ id: made.id, number: made.number, status: made.status, sum_uah: uah(made.sum) },
      ...{ customer_sum_uah: uah(made.customer_sum), counterparty: made.counterparty_name },
      items: made.items.map((item) => ({
        ...{ product: item.product_title, variant: item.modification_title, sku: item.sku, count: item.count },
        ...{ amount_uah: uah(item.amount), available: item.available ?? item.availability },
      })),
      ...{ page: pageOf(place, project_id, made.id), next: place.t.confirm },
    };
  },
});
