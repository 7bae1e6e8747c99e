import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../src/demo/random';
import type { Body, Http, Reply } from './http';
import type { Deed, DeedKind, Journal, KnownOrder } from './journal';
import type { Stage } from './stage';

/** Answers that may come while the database or the server is away; what was asked is asked again with its key. */
const LATER = new Set([429, 503, 507]);
/** What may be refused rightly: an import that was hit holds the next ones up for some seconds. */
const MAY_REFUSE = new Set(['imports.too_many_waiting']);
const WAY = ['InProduction', 'Ready', 'Loading', 'Loaded', 'Sent', 'Complete'] as const;
const OPEN = new Set(['Pending', 'InProduction', 'Ready', 'Loading', 'Loaded']);

/**
 * A steady mixed load: so many people at once who place orders, move them, change stock, pay, comment, invite and
 * import, each waiting for an answer before the next thing. Whoever gets no answer waits until the product is back
 * and asks the same again with the same key, as a good client does.
 */
export class Load {
  private open = false;
  private opened: (() => void)[] = [];
  private busy = 0;
  private ended = false;
  private abandoned = false;
  private readonly people: Promise<void>[] = [];
  private nth = 0;

  constructor(
    private readonly http: Http,
    private readonly stage: Stage,
    private readonly journal: Journal,
    private readonly random: Random,
    private readonly options: { readonly actors: number; readonly imports: boolean },
  ) {
    for (let n = 0; n < options.actors; n += 1) this.people.push(this.person());
  }

  /** Lets everybody go on. */
  resume(): void {
    this.open = true;
    for (const go of this.opened.splice(0)) go();
  }

  /** Nobody asks anything new; those under way come to an end, with or without an answer. */
  async pause(): Promise<void> {
    this.open = false;
    while (this.busy > 0) await sleep(5);
  }

  /** Holds new requests back without waiting. */
  hold(): void {
    this.open = false;
  }

  /** Everybody comes to the end of what was begun; what has no answer is asked until it has one. */
  async end(): Promise<void> {
    this.ended = true;
    this.resume();
    await Promise.all(this.people);
  }

  /** Everybody stops where they are: the product will not come back. */
  abandon(): void {
    this.abandoned = true;
    this.ended = true;
    this.resume();
  }

  private async gate(): Promise<void> {
    while (!this.open) await new Promise<void>((go) => this.opened.push(go));
  }

  private async person(): Promise<void> {
    const mine: KnownOrder[] = [];
    while (!this.ended) {
      await this.gate();
      if (this.ended) return;
      await this.something(mine);
    }
  }

  private async something(mine: KnownOrder[]): Promise<void> {
    const dice = this.random.whole(1, 100);
    const living = mine.filter((order) => OPEN.has(order.statuses.at(-1) ?? '') || order.statuses.at(-1) === 'Sent');
    if (dice <= 34 || living.length === 0) return this.place(mine);
    if (dice <= 60) return this.move(this.random.one(living));
    if (dice <= 75) return this.changeStock();
    if (dice <= 81) return this.pay();
    if (dice <= 87) return this.reportAndConfirm();
    if (dice <= 95) return this.comment(this.random.one(mine));
    if (dice <= 99 || !this.options.imports) return this.invite();
    return this.import();
  }

  /** Asks until there is an answer, and writes it down. Null when it was refused. */
  private async act(
    kind: DeedKind,
    marker: string,
    path: string,
    body: object,
    token = this.stage.owner,
  ): Promise<Body | null> {
    const deed: Deed = {
      kind,
      marker,
      key: randomUUID(),
      asked: { method: 'POST', path: `/api/projects/${this.stage.project_id}/${path}`, body, token },
      state: 'asked',
      lost: 0,
    };
    this.journal.deeds.push(deed);
    while (!this.abandoned && (!this.ended || deed.lost > 0)) {
      const reply = await this.once(deed);
      if (!reply) {
        deed.state = 'unknown';
        deed.lost += 1;
        await sleep(100);
        await this.gate();
        continue;
      }
      if (reply.status < 300) {
        deed.state = 'done';
        deed.answer = reply.body;
        return reply.body;
      }
      deed.state = 'refused';
      const what = `${kind} ${reply.status} ${String(reply.body.code ?? '')}`;
      this.journal.refusals.set(what, (this.journal.refusals.get(what) ?? 0) + 1);
      if (MAY_REFUSE.has(String(reply.body.code))) return null;
      // the load asks only what may be done: a refusal means that something acknowledged is not there, or a fault
      this.journal.violation(
        `refused: ${deed.asked.path} ${JSON.stringify(body)} → ${what} ${JSON.stringify(reply.body)}`,
      );
      return null;
    }
    return null;
  }

  /** Null when there was no answer, or the answer was: later. */
  private async once({ asked, key }: Deed): Promise<Reply | null> {
    this.busy += 1;
    try {
      const reply = await this.http.ask({ ...asked, key });
      if (reply.status === 503 && reply.headers['retry-after'] === undefined) {
        this.journal.violation(`503 without Retry-After: ${asked.path} ${JSON.stringify(reply.body)}`);
      }
      return LATER.has(reply.status) ? null : reply;
    } catch {
      return null;
    } finally {
      this.busy -= 1;
    }
  }

  private mark(what: string): string {
    this.nth += 1;
    return `${what} ${this.nth}`;
  }

  private async place(mine: KnownOrder[]): Promise<void> {
    const marker = this.mark('Покупець');
    const items: Record<string, number> = {};
    for (let n = this.random.whole(1, 3); n > 0; n -= 1) {
      items[this.random.one(this.stage.variants)] = this.random.whole(1, 5);
    }
    const byDropshipper = this.random.chance(40);
    const answer = await this.act(
      'order',
      marker,
      'orders',
      {
        ...(byDropshipper ? {} : { counterparty_id: this.random.one(this.stage.counterparties) }),
        items: Object.entries(items).map(([product_variant_id, count]) => ({ product_variant_id, count })),
        customer: { name: marker, phone: '0671234567' },
        delivery: {
          operator: 'nova_poshta',
          recipient_name: marker,
          recipient_phone: '0671234567',
          address: 'Львів, відділення 1',
        },
        send: true,
      },
      byDropshipper ? this.stage.dropshipper : this.stage.owner,
    );
    if (!answer) return;
    const order: KnownOrder = {
      id: String(answer.id),
      number: Number(answer.number),
      sum: Number(answer.sum),
      marker,
      items,
      statuses: [String(answer.status)],
    };
    this.journal.orders.set(order.id, order);
    mine.push(order);
    if (mine.length > 200) mine.shift();
  }

  private async move(order: KnownOrder): Promise<void> {
    if (order.pending) return;
    const from = order.statuses.at(-1) ?? '';
    const at = WAY.indexOf(from as (typeof WAY)[number]);
    const cancel = OPEN.has(from) && this.random.chance(8);
    const skip = from === 'Pending' && this.random.chance(40);
    const to = cancel ? 'Canceled' : skip ? 'Sent' : WAY[at + 1];
    if (!to) return;
    order.pending = to;
    const body = cancel ? { to, reason: 'Покупець передумав' } : { to };
    const answer = await this.act('move', order.id, `orders/${order.id}/moves`, body);
    order.pending = undefined;
    if (answer) order.statuses.push(String(answer.status));
  }

  private async changeStock(): Promise<void> {
    const marker = this.mark('Приймання');
    const delta = this.random.chance(80) ? this.random.whole(1, 9) : -this.random.whole(1, 3);
    const variant = this.random.one(this.stage.variants);
    await this.act('stock', marker, `product_variants/${variant}/stock`, { delta, comment: marker });
  }

  private async pay(): Promise<void> {
    const marker = this.mark('Оплата');
    await this.act('payment', marker, 'payments', {
      counterparty_id: this.random.one(this.stage.counterparties),
      type: this.random.chance(85) ? 'receipt' : 'withdrawal',
      amount: this.random.whole(1, 100_000),
      date: '2026-01-15',
      comment: marker,
      account: 'bank',
    });
  }

  private async reportAndConfirm(): Promise<void> {
    const marker = this.mark('Звіт про оплату');
    const body = { type: 'receipt', amount: this.random.whole(1, 100_000), date: '2026-01-15', comment: marker };
    const reported = await this.act('report', marker, 'payments', body, this.stage.dropshipper);
    if (reported)
      await this.act('confirm', String(reported.id), `payments/${reported.id}/confirm`, { account: 'cash' });
  }

  private async comment(order: KnownOrder): Promise<void> {
    const marker = this.mark('Коментар');
    await this.act('comment', marker, `orders/${order.id}/comments`, { text: marker });
  }

  /** A letter goes out for it. */
  private async invite(): Promise<void> {
    const name = this.mark('Запрошений');
    const made = await this.act('counterparty', name, 'counterparties', { name });
    if (!made) return;
    const email = `${made.id}@shops.example`;
    await this.act('invitation', email, `counterparties/${made.id}/invite`, { email });
  }

  private async import(): Promise<void> {
    const marker = this.mark('Імпорт');
    const rows = Array.from({ length: 400 }, (_, row) => `${marker} товар ${row},${100 + row},${row}`);
    const file = Buffer.from(`Назва,Ціна,Залишок\n${rows.join('\n')}\n`, 'utf8');
    const project = `/api/projects/${this.stage.project_id}`;
    const token = this.stage.owner;
    this.busy += 1;
    let upload: string;
    try {
      const asked = { file_name: `${this.nth}.csv`, content_type: 'text/csv' };
      const place = await this.http.ask({ method: 'POST', path: `${project}/uploads`, body: asked, token });
      if (place.status !== 201) return;
      const { url, headers } = place.body.direct_upload as { url: string; headers: Record<string, string> };
      const sent = await this.http.ask({ method: 'PUT', path: url, body: file, headers });
      if (sent.status >= 300) return;
      upload = String(place.body.file_name);
    } catch {
      return; // an upload that was cut is begun anew by whoever wants it
    } finally {
      this.busy -= 1;
    }
    await this.act('import', upload, 'imports', { upload, source: marker });
  }
}
