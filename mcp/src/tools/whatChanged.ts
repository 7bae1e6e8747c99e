import { z } from 'zod';
import { listChanges, listMyChanges } from '../../../sdk/src/index.js';
import { uah } from '../money.js';
import { tool } from '../tool.js';

const KINDS = [
  ...['order', 'product', 'product_variant', 'price', 'stock', 'payment', 'return', 'application', 'request_form'],
  'supplier',
] as const satisfies readonly string[];
type Kind = 'order' | 'product' | 'product_variant' | 'price' | 'stock' | 'payment' | 'return' | 'supplier';

const MONEY = new Set(['sum', 'price', 'recommended_price', 'amount', 'credit']);
/** Of an application and a request from the site: who it is, and what he has written. */
const PERSONAL = new Set(['email', 'phone', 'comment', 'note', 'page_url', 'sent_by', 'done_by']);
const WRITTEN_BY_PEOPLE = new Set(['application', 'request_form']);

/** Money as hryvnias; without what is about people, unless it was said that it may go. */
export function toldOf(kind: string, data: Readonly<Record<string, unknown>>, personal: boolean) {
  const hidden = (name: string): boolean =>
    !personal && WRITTEN_BY_PEOPLE.has(kind) && (name === 'name' || PERSONAL.has(name));
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => !hidden(name))
      .map(([name, value]) => (MONEY.has(name) ? [`${name}_uah`, uah(value as number | null)] : [name, value])),
  );
}

export const whatChanged = tool({
  name: 'what_changed',
  input: z.strictObject({
    after: z.string().max(4_000).optional(),
    kinds: z.array(z.enum(KINDS)).min(1).max(KINDS.length).optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  async run({ lanka, key, settings }, { after, kinds, limit }) {
    const { owner } = await key();
    const query = {
      ...{ limit, ...(after ? { after } : {}) },
      ...(kinds ? { kinds: kinds as Kind[] } : {}),
    };
    const answer =
      owner.kind === 'project'
        ? await lanka.call(listChanges, { params: { project_id: owner.id }, query })
        : await lanka.call(listMyChanges, { query });
    const changes = answer.items.map(({ kind, id, project_id, what, at, data }) => ({
      ...{ kind, id, project_id, what, at },
      data: data && toldOf(kind, data as Record<string, unknown>, settings.personal),
    }));
    return { changes, after: answer.cursor, has_more: answer.has_more };
  },
});
