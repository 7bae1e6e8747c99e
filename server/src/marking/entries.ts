import { handOutCodes, saveMarking } from '@lanka/domain/marking/contract';
import { type Entries, P } from '../../test/entries';
import { keyOf } from './address';

export const entries: Entries = {
  async world(app, { project, ids }) {
    const asked = { params: { project_id: project.id }, token: project.owner.token };
    await app.call(saveMarking, { ...asked, body: { code_type: 'qr', show_price: true } });
    const product_variant_ids = [ids.product_variants as string];
    const { body } = await app.call(handOutCodes, { ...asked, body: { product_variant_ids } });
    return { label_code: body.items[0]?.code as string };
  },
  walls: {
    [`GET ${P}/marking`]: {},
    [`PUT ${P}/marking`]: { body: () => ({ code_type: 'qr', redirect_url: 'https://shop.example.com/p/{code}' }) },
    [`POST ${P}/marking/codes`]: { body: ({ ids }) => ({ product_variant_ids: [ids.product_variants] }) },
    [`GET ${P}/lookup`]: { query: ({ ids }) => ({ code: ids.label_code }) },
    'GET q/:project/:code/:key': {
      params: ({ project, ids }) => ({
        project: project.friendly_id,
        code: ids.label_code as string,
        key: keyOf(ids.product_variants as string),
      }),
      open: true,
    },
  },
  growth: {
    reads: {
      [`GET ${P}/marking`]: {},
      [`GET ${P}/lookup`]: { always: { code: '2000000000015' }, queries: [{ code: '777' }, { code: 'a777' }] },
      'GET q/:project/:code/:key': 'one thing by its key',
    },
    writes: {
      [`POST ${P}/marking/codes`]: [{ body: {} }, { body: { product_variant_ids: ['$variant'] } }],
    },
  },
};
