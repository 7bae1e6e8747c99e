import { createOrder } from '@lanka/domain/orders/contract';
import { type Entries, each, one, P, wholly } from '../../test/entries';
import { orderBody } from '../../test/trade';
import type { Side } from '../../test/walls/side';

const ROWS = 6_000;
const WAYBILL = `${P}/orders/:id/waybill`;
const ofOrder = ({ ids }: Side) => ({ id: ids.deliveryOrder as string });
const ofRegister = ({ ids }: Side) => ({ id: ids.registers as string });
/** What a waybill says. */
const plan = (mark: string): string =>
  JSON.stringify({
    ...{ recipient_name: mark, recipient_phone: '380671234567', city_ref: 'city', city_name: 'Львів' },
    ...{ branch_ref: 'branch', branch_name: 'Відділення №1', weight: 1_000, seats: 1, size: null, declared: 100 },
    ...{ payer: 'recipient', cargo: 'parcel', description: 'Товари', cod_service: 'money_back', cod_sum: 0 },
  });
const ONE_CONNECTION = {
  delivery_connections: wholly('one row a project, one a carrier', 'delivery_connections', 'delivery_directories'),
  delivery_directories: wholly('one row a carrier', 'delivery_directories'),
};
const settings = `'sealed', 'aaaa', '[]', '{}', '{"sent":"off","received":"off","refused":"off","paid":"off"}'`;

export const entries: Entries = {
  async world(app, { project, people, ids, mark, ownMark }) {
    const { body: order } = await app.call(createOrder, {
      params: { project_id: project.id },
      token: people.Client.token,
      body: orderBody(
        { [ids.product_variants as string]: 1 },
        { send: true, customer: { name: `${mark} ${ownMark}`, phone: '0671234567' } },
      ),
    });
    const [waybill, batch, register] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const sql = (text: string, values: unknown[]) => app.sql(project.id, text, values);
    // the sealed key of nobody: what asks the carrier is refused before it does
    await sql(
      `insert into delivery_connections (project_id, owner_id, sealed_key, key_tail, senders, defaults, rules)
       values ($1, '00000000-0000-0000-0000-000000000000', ${settings.replace("'{}'", `'{"payer":"recipient","cargo":"parcel","weight":1000,"seats":1,"description":"Товари","cod_service":"money_back"}'`)})`,
      [project.id],
    );
    await sql(
      `insert into delivery_connections (project_id, owner_id, sealed_key, key_tail, senders, defaults, rules)
       select $1, counterparty_id, ${settings.replace("'[]'", '$3')} from memberships where project_id = $1 and user_id = $2`,
      [
        project.id,
        people.Client.id,
        JSON.stringify([{ ref: 'own', name: `${mark} ${ownMark}`, may_control: false, contacts: [] }]),
      ],
    );
    await sql(`insert into delivery_batches (project_id, id, refused, created_by) values ($1, $2, '[]', $3)`, [
      ...[project.id, batch, people.Owner.id],
    ]);
    await sql(
      `insert into delivery_waybills (project_id, id, order_id, owner_id, state, own_ref, plan, error, batch_id, created_by)
       values ($1, $2, $3, '00000000-0000-0000-0000-000000000000', 'refused', 'A-1', $4, $5, $6, $7)`,
      [
        project.id,
        waybill,
        order.id,
        plan(mark),
        JSON.stringify({ code: 'x', ua: mark, en: mark }),
        batch,
        people.Owner.id,
      ],
    );
    await sql(
      `insert into delivery_registers (project_id, id, owner_id, error, created_by)
       values ($1, $2, '00000000-0000-0000-0000-000000000000', $3, $4)`,
      [project.id, register, JSON.stringify({ code: 'x', ua: mark, en: mark }), people.Owner.id],
    );
    // the order goes in one parcel: it is its only part
    await sql(
      `insert into delivery_tracks (project_id, order_id, part_id, ttn, status) values ($1, $2, $2, '20450000000001', '')`,
      [...[project.id, order.id]],
    );
    await sql(
      `insert into delivery_events (project_id, order_id, part_id, id, ttn, code, kind, status)
       values ($1, $2, $2, gen_random_uuid(), '20450000000001', '5', 'moving', 'Прямує')`,
      [project.id, order.id],
    );
    return { deliveryOrder: order.id, waybills: waybill, batches: batch, registers: register };
  },
  walls: {
    [`GET ${P}/delivery/nova_poshta`]: {},
    [`PUT ${P}/delivery/nova_poshta`]: { body: () => ({ remind_days: 2 }) },
    [`DELETE ${P}/delivery/nova_poshta`]: {},
    [`GET ${P}/delivery/own_key`]: {},
    // the supplier lets nobody
    [`PUT ${P}/delivery/own_key`]: { body: () => ({ city_ref: 'city' }), passes: [409] },
    // another dropshipper has none
    [`DELETE ${P}/delivery/own_key`]: { passes: [409] },
    [`GET ${P}/delivery/cities`]: { query: () => ({ q: 'Льв' }) },
    [`GET ${P}/delivery/warehouses`]: { query: () => ({ city: 'city' }) },
    [`GET ${P}/delivery/streets`]: { query: () => ({ city: 'city', q: 'Соб' }) },
    [`GET ${P}/delivery/price`]: { query: () => ({ city: 'city', weight: '1000', declared: '100' }), passes: [409] },
    [`GET ${WAYBILL}`]: { params: ofOrder },
    // the settings name no sender
    [`POST ${WAYBILL}`]: { params: ofOrder, body: () => ({}), passes: [409] },
    [`PATCH ${WAYBILL}`]: { params: ofOrder, body: () => ({ weight: 2_000 }), passes: [404] },
    // the supplier's own, which a dropshipper does not touch
    [`DELETE ${WAYBILL}`]: { params: ofOrder, passes: [409] },
    [`GET ${WAYBILL}/label`]: { params: ofOrder, passes: [404] },
    [`POST ${P}/delivery/labels`]: { body: ({ ids }) => ({ waybill_ids: [ids.waybills] }), passes: [422] },
    [`GET ${P}/orders/:id/tracking`]: { params: ofOrder },
    [`POST ${P}/orders/:id/tracking`]: { params: ofOrder },
    // nothing is suggested of it
    [`POST ${P}/orders/:id/tracking/decisions`]: { params: ofOrder, body: () => ({ deed: 'sent' }), passes: [409] },
    [`GET ${P}/delivery/waybills`]: {},
    [`GET ${P}/delivery/batches/:id`]: { params: ({ ids }) => ({ id: ids.batches as string }) },
    [`GET ${P}/delivery/registers`]: {},
    // the waybill was refused: it cannot stand in one
    [`POST ${P}/delivery/registers`]: { body: ({ ids }) => ({ waybill_ids: [ids.waybills] }), passes: [422] },
    [`GET ${P}/delivery/registers/:id`]: { params: ofRegister },
    [`POST ${P}/delivery/registers/:id/add`]: {
      ...{ params: ofRegister, body: ({ ids }) => ({ waybill_ids: [ids.waybills] }), passes: [422] },
    },
    [`POST ${P}/delivery/registers/:id/take`]: {
      ...{ params: ofRegister, body: ({ ids }) => ({ waybill_ids: [ids.waybills] }), passes: [422] },
    },
    [`DELETE ${P}/delivery/registers/:id`]: { params: ofRegister },
    [`GET ${P}/delivery/registers/:id/print`]: { params: ofRegister, passes: [422] },
    [`POST ${P}/delivery/batches`]: { body: ({ ids }) => ({ order_ids: [ids.deliveryOrder] }), passes: [409] },
  },
  growth: {
    reads: {
      [`GET ${P}/delivery/nova_poshta`]: {
        known: {
          delivery_connections: wholly('one row a project', 'delivery_connections'),
          delivery_directories: wholly('one row a carrier', 'delivery_directories'),
        },
      },
      [`GET ${P}/delivery/own_key`]: 'only a dropshipper asks it, as the supplier the key of the supplier',
      [`GET ${P}/delivery/cities`]: { queries: [{ q: 'льв' }, { ref: 'city-1' }] },
      [`GET ${P}/delivery/warehouses`]: {
        always: { city: 'city-1' },
        queries: [{ q: '5' }, { q: 'соборна' }, { kind: 'locker' }, { weight: '40000' }, { ref: 'branch-1' }],
      },
      [`GET ${P}/delivery/price`]: 'asks the carrier',
      [`GET ${P}/delivery/streets`]: {
        always: { city: 'city-1' },
        queries: [{ q: 'соб' }, { q: 'вул. Нова' }],
        known: { '': { why: 'the streets of one town, some thousands', sorts: 5_000, reads: 10_000 } },
      },
      [`GET ${WAYBILL}`]: {
        ...one({ id: '$waybillOrder' }),
        known: { delivery_connections: wholly('one row a project', 'delivery_connections') },
      },
      [`GET ${WAYBILL}/label`]: 'asks the carrier',
      [`GET ${P}/orders/:id/tracking`]: one({ id: '$waybillOrder' }),
      [`GET ${P}/delivery/waybills`]: {
        queries: [
          ...each('state', 'made', 'refused'),
          { open: 'true' },
          { free: 'true' },
          { batch: '$deliveryBatch' },
          { register: '$deliveryRegister' },
        ],
        known: {
          '': {
            ...wholly('6,000 waybills are a short table', 'delivery_waybills', 'delivery_tracks', 'orders'),
          },
        },
      },
      [`GET ${P}/delivery/batches/:id`]: {
        ...one({ id: '$deliveryBatch' }),
        known: { '': wholly('at most a hundred waybills that were asked for together', 'delivery_waybills') },
      },
      [`GET ${P}/delivery/registers`]: {
        known: { '': wholly('5,000 registers are a short table', 'delivery_registers') },
      },
      [`GET ${P}/delivery/registers/:id`]: one({ id: '$deliveryRegister' }),
      [`GET ${P}/delivery/registers/:id/print`]: 'asks the carrier',
    },
    writes: {
      [`PUT ${P}/delivery/nova_poshta`]: [{ body: { remind_days: 2 }, known: ONE_CONNECTION }],
      [`POST ${P}/delivery/registers`]: [{ body: { waybill_ids: ['$freeWaybill'] }, known: ONE_CONNECTION }],
      [`POST ${P}/delivery/registers/:id/add`]: [
        { params: { id: '$deliveryRegister' }, body: { waybill_ids: ['$freeWaybill'] }, known: ONE_CONNECTION },
      ],
      [`POST ${P}/delivery/registers/:id/take`]: [
        { params: { id: '$deliveryRegister' }, body: { waybill_ids: ['$registered'] }, known: ONE_CONNECTION },
      ],
      [`DELETE ${P}/delivery/registers/:id`]: [
        {
          params: { id: '$deliveryRegister' },
          known: { ...ONE_CONNECTION, delivery_tracks: wholly('6,000 tracks are a short table', 'delivery_tracks') },
        },
      ],
    },
    rows: [
      `insert into delivery_cities (ref, name, area, kind, key, branches, run)
         select 'city-' || n, 'Місто ' || n, 'Львівська обл.', 'місто', case when n % 1000 = 1 then 'львів ' else 'місто ' end || n, 10,
           pg_temp.key('run') from generate_series(1, 10000) n`,
      `insert into delivery_branches (ref, city_ref, number, name, address, words, kind, max_weight, run)
         select 'branch-' || n, 'city-' || (1 + n % 10000), n / 10000 + 1, 'Відділення №' || n, 'вул. Соборна, ' || n,
           'відділення №' || n || ' вул. соборна, ' || n, case when n % 3 = 0 then 'locker' else 'branch' end, 30, pg_temp.key('run')
         from generate_series(1, 30000) n`,
      `insert into delivery_streets (ref, city_ref, name, key)
         select 'street-' || n, 'city-' || (1 + n % 50), 'вул. Соборна ' || n, 'соборна ' || n from generate_series(1, 20000) n`,
      `insert into delivery_street_searches (city_ref, key, is_whole)
         select 'city-' || (1 + n % 5000), case when n <= 5000 then 'соб' else 'нова' end, true from generate_series(1, 10000) n`,
      `insert into delivery_connections (project_id, owner_id, sealed_key, key_tail, senders, defaults, rules)
         values (:project:, '00000000-0000-0000-0000-000000000000', ${settings})`,
      `insert into delivery_batches (project_id, id, refused, created_by)
         select :project:, pg_temp.key('delivery batch' || n), '[]', :user: from generate_series(1, 5000) n`,
      `insert into delivery_registers (project_id, id, owner_id, ref, number, created_by, created_at)
         select :project:, pg_temp.key('delivery register' || n), '00000000-0000-0000-0000-000000000000', 'sheet ' || n, '105-' || n, :user:,
           now() - make_interval(hours => n) from generate_series(1, 5000) n`,
      `insert into delivery_waybills (project_id, id, order_id, owner_id, state, own_ref, plan, ref, ttn, batch_id, register_id, register_state,
           created_by, created_at)
         select o.project_id, pg_temp.key('waybill' || o.id), o.id, '00000000-0000-0000-0000-000000000000', 'made', 'own ' || o.n,
           '${plan('Іваненко Ірина')}', 'ref ' || o.n, '2045' || lpad(o.n::text, 10, '0'), pg_temp.key('delivery batch' || (1 + o.n % 100)),
           case when o.n % 2 = 0 then pg_temp.key('delivery register' || (1 + o.n % 100)) end, case when o.n % 2 = 0 then 'in' end,
           :user:, o.created_at
         from (select *, row_number() over (order by id)::int as n from orders where project_id = :project: order by id limit ${ROWS}) o`,
      `insert into delivery_tracks (project_id, order_id, part_id, ttn, code, kind, ask_at)
         select project_id, order_id, order_id, ttn, '1', 'created', created_at from delivery_waybills where project_id = :project:`,
      `insert into delivery_events (project_id, order_id, part_id, id, ttn, code, kind, status)
         select project_id, order_id, part_id, pg_temp.key('event' || order_id), ttn, '5', 'moving', 'Прямує' from delivery_tracks
         where project_id = :project:`,
      ...[
        'cities',
        'branches',
        'streets',
        'street_searches',
        'batches',
        'waybills',
        'registers',
        'tracks',
        'events',
      ].map((name) => `analyze delivery_${name}`),
    ],
    ids: {
      waybillOrder: `(select order_id as id from delivery_waybills where project_id = :project: order by order_id limit 1) w`,
      deliveryBatch: `delivery_batches where project_id = :project: order by id`,
      deliveryRegister: `(select register_id as id from delivery_waybills where project_id = :project: and register_id is not null
        order by register_id limit 1) r`,
      registered: `delivery_waybills where project_id = :project: and register_id is not null order by register_id`,
      freeWaybill: `delivery_waybills where project_id = :project: and register_id is null order by id`,
    },
  },
};
