import { handOutCodes, saveMarking } from '@lanka/domain/marking/contract';
import { createLabelTemplate } from '@lanka/domain/marking/labels';
import { type Entries, P, wholly } from '../../test/entries';
import { keyOf } from './address';

const FIELDS = ['product.key1', 'order_item.key1'];
const SETTINGS = {
  'from "marking_settings"': wholly('one row for each project', 'marking_settings'),
  'from "main_info"': wholly('one row for each project', 'main_info'),
  'from "template_fields"': wholly('at most 300 fields of each set', 'template_fields'),
};

export const entries: Entries = {
  async world(app, { project, ids, staffMark: mark }) {
    const asked = { params: { project_id: project.id }, token: project.owner.token };
    await app.call(saveMarking, { ...asked, body: { code_type: 'qr', show_price: true } });
    const product_variant_ids = [ids.product_variants as string];
    const { body } = await app.call(handOutCodes, { ...asked, body: { product_variant_ids } });
    const template = {
      name: mark,
      format: '40x25' as const,
      parts: ['name' as const, 'own_text' as const],
      own_text: mark,
    };
    const made = await app.call(createLabelTemplate, { ...asked, body: template });
    return { label_code: body.items[0]?.code as string, label_templates: made.body.id };
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
      // how often an address asks is counted
      remembers: true,
    },
    [`GET ${P}/label_templates`]: {},
    [`POST ${P}/label_templates`]: { body: () => ({ name: 'Цінник', format: '58x40', parts: ['name', 'price'] }) },
    [`PATCH ${P}/label_templates/:id`]: { body: () => ({ name: 'Інший' }) },
    [`DELETE ${P}/label_templates/:id`]: {},
    [`POST ${P}/labels/preview`]: {
      body: ({ ids }) => ({
        ...{ format: '40x25', parts: ['name', 'code'], own_text: '' },
        product_variant_id: ids.product_variants,
        order_id: ids.orders,
      }),
    },
    [`POST ${P}/labels`]: {
      body: ({ ids }) => ({
        ...{ format: '40x25', template_id: ids.label_templates },
        items: [{ product_variant_id: ids.product_variants, order_id: ids.orders, count: 1 }],
      }),
    },
  },
  growth: {
    reads: {
      [`GET ${P}/marking`]: { known: SETTINGS },
      [`GET ${P}/lookup`]: {
        always: { code: '4820000000231' },
        queries: [{ code: 'SKU-77-1' }, { code: '9000' }, { code: '20459990000017' }],
      },
      'GET q/:project/:code/:key': 'one thing by its key',
      [`GET ${P}/label_templates`]: { known: { '': wholly('at most 50 for each project', 'label_templates') } },
    },
    writes: {
      [`POST ${P}/label_templates`]: [
        {
          body: { name: 'Цінник', format: '58x40', parts: ['name'] },
          known: { '': wholly('at most 50 for each project', 'label_templates') },
        },
      ],
      [`POST ${P}/labels/preview`]: [
        { body: { format: '40x25', parts: ['name'], own_text: '', fields: FIELDS }, known: SETTINGS },
      ],
      [`POST ${P}/labels`]: [
        {
          body: { format: '40x25', parts: ['name'], items: [{ product_variant_id: '$variant', count: 1 }] },
          known: SETTINGS,
        },
        {
          body: {
            ...{ format: '40x25', parts: ['name', 'order_number'], fields: FIELDS },
            items: [{ product_variant_id: '$ordered', order_id: '$order', count: 1 }],
          },
          known: SETTINGS,
        },
      ],
      [`POST ${P}/marking/codes`]: [{ body: {} }, { body: { product_variant_ids: ['$variant'] } }],
    },
    rows: [
      `update orders set ttn = '20459990000017' where project_id = :project: and number = 77`,
      `insert into label_templates (project_id, id, name, format, parts, own_text)
         select :project:, pg_temp.key('label' || n), 'Шаблон ' || n, '40x25', '{name}', '' from generate_series(1, 40) n`,
    ],
    ids: {
      ordered: `(select i.product_variant_id as id from order_items i
        join orders o on o.project_id = i.project_id and o.id = i.order_id
        where i.project_id = :project: and o.number = 9000) goods`,
    },
  },
};
