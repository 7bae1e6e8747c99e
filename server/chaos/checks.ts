import pg from 'pg';
import type { Http } from './http';
import type { Deed, Journal } from './journal';
import type { Stage } from './stage';

type Row = Record<string, unknown>;

/**
 * What the journal says against what the database holds. Every function answers what does not agree, in words; an
 * empty list is what it must be. `settled`: nothing is under way or unknown any more.
 */
export class Checks {
  constructor(
    private readonly http: Http,
    private readonly stage: Stage,
    private readonly journal: Journal,
    private readonly databaseUrl: () => string,
  ) {}

  async all(): Promise<string[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl() });
    await client.connect();
    try {
      await client.query(`select set_config('lanka.project_ids', $1, false)`, [this.stage.project_id]);
      const ask = async (text: string, values: unknown[] = []): Promise<Row[]> =>
        (await client.query(text, [this.stage.project_id, ...values])).rows;
      return [
        ...(await this.orders(ask)),
        ...(await this.placements(ask)),
        ...(await this.movements(ask)),
        ...(await this.payments(ask)),
        ...(await this.comments(ask)),
        ...(await this.invitations(ask)),
        ...(await this.nothingHalfDone(ask)),
        ...(await this.audit()),
      ];
    } finally {
      await client.end();
    }
  }

  /** Acknowledged orders: number, sum, lines, and the moves in their order. A move asked and not answered may be there. */
  private async orders(ask: Ask): Promise<string[]> {
    const known = [...this.journal.orders.values()];
    const rows = await ask(
      `select k.id, o.number, o.sum::int as sum, o.status, o.customer_name,
         (select jsonb_object_agg(i.product_variant_id, i.count) from order_items i
           where i.project_id = $1 and i.order_id = o.id) as items,
         (select jsonb_agg(h."to" order by h.created_at, h.id) from order_history h
           where h.project_id = $1 and h.order_id = o.id and h."to" is not null) as moves
       from unnest($2::uuid[]) k(id) left join orders o on o.project_id = $1 and o.id = k.id`,
      [known.map(({ id }) => id)],
    );
    const byId = new Map(rows.map((row) => [String(row.id), row]));
    return known.flatMap((order) => {
      const row = byId.get(order.id);
      if (!row || row.number === null) return [`order ${order.id} was acknowledged and is not there`];
      const wrong: string[] = [];
      const same = (what: string, expected: unknown, found: unknown): void => {
        if (JSON.stringify(expected) !== JSON.stringify(found))
          wrong.push(
            `order ${order.id}: ${what} ${JSON.stringify(expected)} acknowledged, ${JSON.stringify(found)} found`,
          );
      };
      same('number', order.number, row.number);
      same('sum', order.sum, row.sum);
      same('customer', order.marker, row.customer_name);
      same('lines', sorted(order.items), sorted(row.items as Record<string, number>));
      // the way begins with Draft or nothing, as the history has it, and ends with the acknowledged moves
      const moves = ((row.moves as string[] | null) ?? []).filter((to) => to !== 'Draft');
      const expected = order.statuses;
      const further = order.pending && moves.length === expected.length + 1 ? [...expected, order.pending] : expected;
      same('moves', further, moves);
      same('status', further.at(-1), row.status);
      return wrong;
    });
  }

  /** Each placing, acknowledged or not, made one order or none; what was acknowledged made one. */
  private placements(ask: Ask): Promise<string[]> {
    return this.once(
      'order',
      ask,
      'select customer_name as marker, count(*)::int as count from orders where project_id = $1 group by 1',
    );
  }

  private async movements(ask: Ask): Promise<string[]> {
    const problems = await this.once(
      'stock',
      ask,
      `select comment as marker, count(*)::int as count from stock_movements
       where project_id = $1 and comment like 'Приймання %' group by 1`,
    );
    const rows = await ask(
      `select comment, product_variant_id, delta from stock_movements where project_id = $1 and comment like 'Приймання %'`,
    );
    const byMarker = new Map(rows.map((row) => [String(row.comment), row]));
    for (const { marker, asked } of this.journal.of('stock')) {
      const row = byMarker.get(marker);
      const { delta } = asked.body as { delta: number };
      if (row && (row.delta !== delta || !asked.path.includes(String(row.product_variant_id))))
        problems.push(`${marker}: ${delta} acknowledged, ${row.delta} found`);
    }
    return problems;
  }

  private async payments(ask: Ask): Promise<string[]> {
    const text = `select comment as marker, count(*)::int as count from payments where project_id = $1 group by 1`;
    const problems = [...(await this.once('payment', ask, text)), ...(await this.once('report', ask, text))];
    const rows = await ask(
      `select p.id, p.comment, p.amount::int as amount, p.status,
         (select count(*)::int from postings g where g.project_id = $1 and g.ref_kind = 'payment' and g.ref_id = p.id
           and g.amount = p.amount and g.counterparty_id = p.counterparty_id) as posted
       from payments p where p.project_id = $1`,
    );
    const byId = new Map(rows.map((row) => [String(row.id), row]));
    for (const row of rows) {
      if (Number(row.posted) !== (row.status === 'confirmed' ? 1 : 0))
        problems.push(`payment ${row.id} is ${row.status} and posted ${row.posted} times`);
    }
    for (const kind of ['payment', 'report'] as const) {
      for (const { answer, asked } of this.journal.of(kind)) {
        const row = byId.get(String(answer?.id));
        const { amount } = asked.body as { amount: number };
        if (row?.amount !== amount)
          problems.push(`payment ${answer?.id}: ${amount} acknowledged, ${row?.amount} found`);
        if (kind === 'payment' && row?.status !== 'confirmed')
          problems.push(`payment ${answer?.id} was acknowledged as confirmed and is ${row?.status}`);
      }
    }
    for (const { marker } of this.journal.of('confirm')) {
      const status = byId.get(marker)?.status;
      if (status !== 'confirmed') problems.push(`payment ${marker} was acknowledged as confirmed and is ${status}`);
    }
    return problems;
  }

  private comments(ask: Ask): Promise<string[]> {
    return this.once(
      'comment',
      ask,
      'select text as marker, count(*)::int as count from order_comments where project_id = $1 group by 1',
    );
  }

  /** One invitation and one letter for each. */
  private async invitations(ask: Ask): Promise<string[]> {
    return [
      ...(await this.once(
        'counterparty',
        ask,
        'select name as marker, count(*)::int as count from counterparties where project_id = $1 group by 1',
      )),
      ...(await this.once(
        'invitation',
        ask,
        `select recipient as marker, count(*)::int as count from mails where $1::uuid is not null group by 1`,
      )),
      ...(await this.once(
        'invitation',
        ask,
        'select email as marker, count(*)::int as count from invitations where project_id = $1 group by 1',
      )),
    ];
  }

  private async once(kind: Deed['kind'], ask: Ask, text: string): Promise<string[]> {
    const found = new Map((await ask(text)).map((row) => [String(row.marker), Number(row.count)]));
    return this.journal.deeds.flatMap((deed) => {
      if (deed.kind !== kind) return [];
      const count = found.get(deed.marker) ?? 0;
      if (deed.state === 'done' && count !== 1)
        return [`${kind} “${deed.marker}” was acknowledged and is there ${count} times`];
      if (deed.state === 'unknown' && count > 1) return [`${kind} “${deed.marker}” is there ${count} times`];
      return [];
    });
  }

  /** Whatever was cut off is there with all that belongs to it, or not at all. */
  private async nothingHalfDone(ask: Ask): Promise<string[]> {
    const problems: string[] = [];
    for (const [what, text] of HALVES) {
      const rows = await ask(`${text} limit 5`);
      for (const row of rows) problems.push(`${what}: ${JSON.stringify(row)}`);
    }
    return problems;
  }

  /** The product's own self-check. */
  private async audit(): Promise<string[]> {
    const path = `/api/projects/${this.stage.project_id}/audit`;
    const { status, body } = await this.http.ask({ method: 'GET', path, token: this.stage.owner });
    return status === 200 && body.ok === true && body.live === true
      ? []
      : [`the self-check: ${status} ${JSON.stringify(body).slice(0, 2000)}`];
  }

  /** The same request with the same key is answered as it was before the crash. */
  async sameAnswers(deeds: readonly Deed[]): Promise<string[]> {
    const problems: string[] = [];
    for (const { asked, key, answer, kind } of deeds) {
      const { status, body } = await this.http.ask({ ...asked, key });
      if (status >= 300 || body.id !== answer?.id || body.number !== answer?.number)
        problems.push(
          `${kind} ${answer?.id} asked again with its key: ${status} ${JSON.stringify(body).slice(0, 300)}`,
        );
    }
    return problems;
  }
}

type Ask = (text: string, values?: unknown[]) => Promise<Row[]>;

const sorted = (value: Record<string, number> | null): [string, number][] =>
  Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));

/** What would be half of something. Each selects rows that may not exist. */
const HALVES: readonly (readonly [string, string])[] = [
  [
    'an order without lines',
    `select o.id from orders o where o.project_id = $1
       and not exists (select 1 from order_items i where i.project_id = $1 and i.order_id = o.id)`,
  ],
  [
    'an order whose history does not end with its status',
    `select o.id, o.status, h."to" from orders o left join lateral (
       select "to" from order_history where project_id = $1 and order_id = o.id and "to" is not null
       order by created_at desc, id desc limit 1) h on true
     where o.project_id = $1 and h."to" is distinct from o.status`,
  ],
  [
    'an order that was sent and not charged, or charged otherwise than its sum',
    `select o.id, o.status, o.sum from orders o where o.project_id = $1
       and (o.status in ('Sent', 'Complete')) <> (o.shipped_at is not null and o.charged_at is not null and exists (
         select 1 from postings p where p.project_id = $1 and p.ref_kind = 'order' and p.ref_id = o.id
           and p.amount = o.sum and p.counterparty_change = -o.sum))`,
  ],
  [
    'a line that was sent and did not leave the shelf, or the other way round',
    `select o.id, i.product_variant_id, i.count from orders o
     join order_items i on i.project_id = o.project_id and i.order_id = o.id
     where o.project_id = $1 and (o.status in ('Sent', 'Complete')) <> exists (
       select 1 from stock_movements m where m.project_id = $1 and m.ref_kind = 'order' and m.ref_id = o.id
         and m.product_variant_id = i.product_variant_id and m.kind = 'shipment' and m.delta = -i.count)`,
  ],
  [
    'a booking of an order that needs none',
    `select b.id, o.status from bookings b join orders o on o.project_id = b.project_id and o.id = b.ref_id
     where b.project_id = $1 and b.ref_kind = 'order' and b.status = 'Active'
       and o.status in ('Draft', 'Sent', 'Complete', 'Canceled', 'Blocked')`,
  ],
  ['a key without an answer', `select key from idempotency_keys where project_id = $1 and status is null`],
  [
    'an invitation without a letter',
    `select i.email from invitations i where i.project_id = $1
       and not exists (select 1 from mails m where m.recipient = i.email)`,
  ],
];
