import { z } from 'zod';
import { listCounterpartyNames, listSuppliers as listTheSuppliers } from '../../../sdk/src/index.js';
import { uah } from '../money.js';
import { Unfit } from '../place.js';
import { tool } from '../tool.js';
import { limit } from './inputs.js';

export const whoami = tool({
  name: 'whoami',
  input: z.strictObject({}),
  async run({ key }) {
    const { name, scopes, last_day, owner, limits } = await key();
    return { key: name, owner, scopes, last_day, allowed: limits.allowed, used: limits.use };
  },
});

export const findCounterparties = tool({
  name: 'find_counterparties',
  input: z.strictObject({ q: z.string().max(120).optional(), limit }),
  async run({ lanka, t, key }, { q, limit: most }) {
    const { owner } = await key();
    if (owner.kind !== 'project') throw new Unfit(t.ofProjects);
    const query = { limit: most, ...(q ? { q } : {}) };
    const { items, total } = await lanka.call(listCounterpartyNames, { params: { project_id: owner.id }, query });
    return { counterparties: items.map(({ id, name }) => ({ counterparty_id: id, name })), total };
  },
});

export const listSuppliers = tool({
  name: 'list_suppliers',
  input: z.strictObject({ q: z.string().max(120).optional(), limit }),
  async run({ lanka, t, key }, { q, limit: most }) {
    if ((await key()).owner.kind === 'project') throw new Unfit(t.ofDropshippers);
    const { items, total } = await lanka.call(listTheSuppliers, { query: { limit: most, ...(q ? { q } : {}) } });
    const suppliers = items.map(({ project_id, title, category, balance, paused_until }) => ({
      ...{ supplier: project_id, title, category, balance_uah: uah(balance), paused_until },
    }));
    return { suppliers, total };
  },
});
