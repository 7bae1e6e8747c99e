import { kyivDate } from '@lanka/domain/kit/time';
import { v7 } from 'uuid';
import { enterProjects } from '../projects';
import type { Person } from './caller';
import {
  ageGoods,
  chainMovements,
  insertMonths,
  type Named,
  type Rows,
  readNames,
  settleMonths,
  type Table,
} from './months.store';
import { CUSTOMERS } from './people';
import { type Random, seeded } from './random';
import type { Sellable } from './shelves';
import { DAY, HOUR, morning, type Stage } from './stage';
import { ANSWERS, marksOf, QUESTIONS, type Trade } from './story';

/** The story begins so many days ago; these months lie before it. */
const STORY = 32;
export const MONTHS = 5;
const DAYS = 30;
export const FIRST_DAY = STORY + MONTHS * DAYS + 3;
/** Every so many of the orders have one line of theirs sent back. */
const RETURNED = 9;
const REASONS = ['not_needed', 'damaged', 'incorrect_item', 'other'] as const;

/** Who bought in these months, and how often in each. */
export interface Regular {
  readonly counterparty_id: string;
  /** Places the orders; staff does it for the others. */
  readonly person?: Person;
  /** Orders a month, from the first one to the last. */
  readonly orders: readonly number[];
  readonly pieces: readonly [min: number, max: number];
}

interface Line {
  readonly id: string;
  readonly variant: Sellable;
  readonly named: Named;
  readonly count: number;
}

/** What a sale of the last month says besides: where it came from, what was asked and answered, and when it was paid. */
interface Lately {
  readonly marks: ReturnType<typeof marksOf>;
  readonly asked: readonly { readonly by: Person; readonly text: string }[];
  /** Null: it is owed. */
  readonly paid_at: number | null;
}

interface Sale extends Partial<Lately> {
  readonly id: string;
  readonly at: number;
  readonly by: Person;
  readonly counterparty_id: string;
  readonly customer: (typeof CUSTOMERS)[number];
  readonly lines: readonly Line[];
  readonly sum: number;
  readonly recommended: number;
}

/**
 * The months before the story: what counterparties bought, sent back and paid, so that lists are long and statistics
 * have months to compare. Written set-wise, not through the routes: a tenth of a second where these would take ten.
 * Each month is paid at its end and what was sold had come in before, so nobody owes anything when the story begins and
 * the shelves are as full as without; the self-check asks the same of these rows as of all others.
 * @returns to be called when the story has got its days
 */
export async function addMonths(
  stage: Stage,
  { project_id, staff, shelves }: Trade,
  regulars: readonly Regular[],
): Promise<() => Promise<void>> {
  const { tx, app, now } = stage;
  await enterProjects(tx, [project_id]);
  const names = await readNames(
    tx,
    project_id,
    shelves.map(({ id }) => id),
  );
  const sales = plan(now, staff, shelves, regulars, names);
  const numbers = await Promise.all(sales.map(() => app.numbers.next(project_id, 'order')));
  const book = new Book(project_id, staff.user_id);
  book.comesIn(sales, morning(now, FIRST_DAY));
  for (const [nth, sale] of sales.entries()) book.sell(sale, numbers[nth] ?? nth + 1, nth % RETURNED === RETURNED - 1);
  await insertMonths(tx, book.rowsIn(now));
  await settleMonths(tx, project_id, book.balances, book.returned);
  return () => ageGoods(tx, project_id, FIRST_DAY - STORY);
}

/** The one order of a small dropshipper in the last month, long since done. */
export interface Past {
  readonly trade: Trade;
  readonly counterparty_id: string;
  readonly person: Person;
  readonly at: number;
  readonly paid_at: number | null;
  /** Drawn in the story, so that numbers of orders follow its days. */
  number: number;
}

/**
 * Orders of the last month that were done long ago, set-wise as those of the months before: each is the only one of its
 * dropshipper, so nothing that is told depends on it. What they took had come in before.
 */
export async function addPast(stage: Stage, trade: Trade, orders: readonly Past[]): Promise<void> {
  const { project_id, staff, shelves } = trade;
  const { tx, now } = stage;
  await enterProjects(tx, [project_id]);
  const names = await readNames(
    tx,
    project_id,
    shelves.map(({ id }) => id),
  );
  const random = seeded(9_17);
  const sales = orders.map(({ person, counterparty_id, at, paid_at }): Sale => {
    const buyer = { person, counterparty_id, pieces: [1, 2] } as const;
    const question = random.chance(35) ? [{ by: person, text: random.one(QUESTIONS) }] : [];
    const answer = question.length > 0 && random.chance(70) ? [{ by: staff, text: random.one(ANSWERS) }] : [];
    const said = { marks: marksOf(trade, at, buyer), asked: [...question, ...answer], paid_at };
    return { ...saleAt(random, at, { ...buyer, by: person }, shelves, names), ...said };
  });
  const book = new Book(project_id, staff.user_id);
  book.comesIn(sales, morning(now, FIRST_DAY));
  for (const [nth, sale] of sales.entries()) book.sell(sale, orders[nth]?.number ?? 0, false);
  await insertMonths(tx, book.rowsOf(sales));
  await settleMonths(tx, project_id, book.balances, book.returned);
  await chainMovements(
    tx,
    project_id,
    sales.flatMap(({ lines }) => lines.map(({ variant }) => variant.id)),
  );
}

/** An id of its moment: rows of the story, whose ids are of today, are the newer ones. */
const idAt = (at: number): string => v7({ msecs: at });
const iso = (at: number): string => new Date(at).toISOString();

function plan(
  now: number,
  staff: Person,
  shelves: readonly Sellable[],
  regulars: readonly Regular[],
  names: ReadonlyMap<string, Named>,
): Sale[] {
  // draws of their own: nothing of the story moves when one is added
  const random = seeded(5_30);
  const sales: Sale[] = [];
  for (const { counterparty_id, person, orders, pieces } of regulars)
    for (const [month, count] of orders.entries())
      for (let nth = 0; nth < count; nth += 1) {
        const daysAgo = STORY + (MONTHS - month) * DAYS - random.whole(1, DAYS - 9);
        const at = morning(now, daysAgo) + random.whole(0, 9 * 60) * 60_000;
        sales.push(saleAt(random, at, { by: person ?? staff, counterparty_id, pieces }, shelves, names));
      }
  return sales.sort((a, b) => a.at - b.at);
}

function saleAt(
  random: Random,
  at: number,
  { by, counterparty_id, pieces }: Pick<Sale, 'by' | 'counterparty_id'> & Pick<Regular, 'pieces'>,
  shelves: readonly Sellable[],
  names: ReadonlyMap<string, Named>,
): Sale {
  const chosen = new Map(
    Array.from({ length: random.whole(1, 2) }, () => random.one(shelves)).map((one) => [one.id, one]),
  );
  const lines = [...chosen.values()].flatMap((variant) => {
    const named = names.get(variant.id);
    return named ? [{ id: idAt(at), variant, named, count: random.whole(...pieces) }] : [];
  });
  const total = (of: 'price' | 'recommended') =>
    lines.reduce((sum, { variant, count }) => sum + variant[of] * count, 0);
  return {
    ...{ id: idAt(at), at, by, counterparty_id, customer: random.one(CUSTOMERS), lines },
    ...{ sum: total('price'), recommended: total('recommended') },
  };
}

/** What belongs to the ledger, before it is put into the order of its days. */
interface Entry {
  readonly at: number;
  readonly counterparty_id: string;
  readonly purpose: 'charge' | 'return' | 'payment';
  readonly account: 'sales' | 'returns' | 'bank';
  readonly change: number;
  readonly ref: readonly [kind: 'order' | 'return_item' | 'payment', id: string];
  /** The number of the order or return, as whoever posts says it: statements and acts name them by it. */
  readonly comment: string;
}

class Book {
  private readonly rows = new Map<Table, Record<string, unknown>[]>();
  private readonly entries: Entry[] = [];
  /** Pieces of each modification on the shelf meanwhile. */
  private readonly shelf = new Map<string, number>();
  /** What each counterparty has at the end: nothing is owed. */
  readonly balances: { readonly counterparty_id: string; readonly balance: number }[] = [];
  returned = 0;

  constructor(
    private readonly project_id: string,
    private readonly user_id: string,
  ) {}

  private add(table: Table, row: Record<string, unknown>): void {
    const known = this.rows.get(table);
    const own = { project_id: this.project_id, ...row };
    if (known) known.push(own);
    else this.rows.set(table, [own]);
  }

  private get by() {
    return { actor_kind: 'user', actor_id: this.user_id };
  }

  private move(kind: string, variant: string, delta: number, at: number, ref: readonly [string, string]): void {
    const before = this.shelf.get(variant) ?? 0;
    this.shelf.set(variant, before + delta);
    const [ref_kind, ref_id] = ref;
    const moved = { kind, product_variant_id: variant, delta, before, after: before + delta, ref_kind, ref_id };
    this.add('stock_movements', { id: idAt(at), ...moved, ...this.by, created_at: iso(at) });
  }

  /** All that is sold comes in beforehand. */
  comesIn(sales: readonly Sale[], at: number): void {
    const total = new Map<string, number>();
    for (const { variant, count } of sales.flatMap(({ lines }) => lines))
      total.set(variant.id, (total.get(variant.id) ?? 0) + count);
    const delivery = idAt(at);
    for (const [variant, count] of total) this.move('income', variant, count, at, ['import', delivery]);
  }

  sell(sale: Sale, number: number, isReturned: boolean): void {
    const { id, at, by, counterparty_id, customer, lines, sum, recommended, marks, asked = [] } = sale;
    const [name, phone, address] = customer;
    const [sent, done] = [at + 20 * HOUR, at + 4 * DAY];
    const back = isReturned ? lines[0] : undefined;
    const pieces = lines.reduce((all, { count }) => all + count, 0);
    this.add('orders', {
      ...{ id, number, counterparty_id, status: 'Complete', sum, recommended_sum: recommended },
      ...{ customer_sum: recommended, customer_name: name, customer_phone: `38${phone}` },
      ...{ delivery_operator: 'nova_poshta', recipient_name: name, recipient_phone: `38${phone}` },
      ...{ delivery_address: address, delivery_town: address.split(',')[0] ?? '', created_by: by.user_id },
      ttn: `2045${String(at).slice(0, 10)}`,
      search_text: [name, phone, ...lines.map(({ named }) => `${named.sku} ${named.title}`)].join(' ').toLowerCase(),
      ...{ sent_to_manager_at: iso(at), first_sent_on: kyivDate(new Date(at)) },
      ...{ shipped_at: iso(sent), charged_at: iso(sent), returned: back?.count ?? 0 },
      ...{ source: marks?.source ?? '', external_number: marks?.external_number ?? null, utm: marks?.utm ?? null },
      ...{
        tags: marks?.tags ?? [],
        prepaid: marks?.prepayment?.amount ?? 0,
        prepaid_on: marks?.prepayment?.date ?? null,
      },
      ...{ created_at: iso(at), updated_at: iso(done) },
    });
    for (const [nth, { by: person, text }] of asked.entries()) {
      const said = at + (nth + 1) * 3 * HOUR;
      const comment = { order_id: id, id: idAt(said), user_id: person.user_id, visibility: 'all', text };
      this.add('order_comments', { ...comment, created_at: iso(said) });
    }
    for (const [position, line] of lines.entries()) this.line(sale, line, position, sent);
    const steps: readonly [string | null, string, number, readonly object[]][] = [
      [null, 'Draft', at, []],
      [
        'Draft',
        'Pending',
        at,
        [
          { kind: 'freeze_prices', amount: sum },
          { kind: 'book', count: pieces },
        ],
      ],
      [
        'Pending',
        'Sent',
        sent,
        [
          { kind: 'ship', count: pieces },
          { kind: 'charge', amount: sum },
        ],
      ],
      ['Sent', 'Complete', done, []],
    ];
    for (const [from, to, moment, effects] of steps)
      this.add('order_history', {
        ...{ order_id: id, id: idAt(moment), kind: from ? 'moved' : 'created', from, to, effects },
        ...{ ...this.by, created_at: iso(moment) },
      });
    this.entries.push({
      ...{ at: sent, counterparty_id, purpose: 'charge', account: 'sales', change: -sum, ref: ['order', id] },
      comment: `№ ${number}`,
    });
    if (back) this.takeBack(sale, back, at + 6 * DAY);
    this.add('charges', {
      ...{ order_id: id, counterparty_id, charged: sum, credited: back ? back.variant.price * back.count : 0 },
      unpaid: sale.paid_at === null ? sum : 0,
      // with the dropshippers of the last month no term was agreed
      ...{ charged_on: kyivDate(new Date(sent)), due_on: marks ? null : kyivDate(new Date(sent + 14 * DAY)) },
    });
  }

  private line({ id, at, by }: Sale, { variant, named, count, ...line }: Line, position: number, sent: number): void {
    this.add('order_items', {
      ...{ order_id: id, id: line.id, position, product_variant_id: variant.id, product_title: named.title },
      ...{ modification_title: named.name, sku: named.sku, count, base_price: variant.price },
      ...{ recommended_price: variant.recommended, amount: variant.price * count },
      ...{ recommended_amount: variant.recommended * count, customer_amount: variant.recommended * count },
    });
    this.add('bookings', {
      ...{ id: idAt(at), product_variant_id: variant.id, count, status: 'Completed', ref_kind: 'order', ref_id: id },
      ...{ ref_line: line.id, user_id: by.user_id, created_at: iso(at), updated_at: iso(sent) },
    });
    this.move('shipment', variant.id, -count, sent, ['order', id]);
  }

  /** The line came back whole, was credited and sold to somebody else over the counter since. */
  private takeBack({ id, counterparty_id, by }: Sale, { variant, named, count, ...line }: Line, at: number): void {
    this.returned += 1;
    const [return_id, item_id] = [idAt(at), idAt(at)];
    const credit = variant.price * count;
    const reason = REASONS[this.returned % REASONS.length];
    this.add('returns', {
      ...{ id: return_id, number: this.returned, order_id: id, counterparty_id, status: 'approved', origin: 'request' },
      ...{ reason, count, undecided: 0, credit, created_by: by.user_id, created_at: iso(at), updated_at: iso(at) },
      search_text: `${named.sku} ${named.title}`.toLowerCase(),
    });
    this.add('return_items', {
      ...{ return_id, id: item_id, order_id: id, order_item_id: line.id, product_variant_id: variant.id, position: 0 },
      ...{ count, to_warehouse: false, status: 'approved', credit, decided_by: this.user_id, decided_at: iso(at) },
    });
    const history = { return_id, count, ...this.by, created_at: iso(at) };
    this.add('return_history', { id: idAt(at), kind: 'created', approved: 0, ...history });
    this.add('return_history', { id: idAt(at), kind: 'decided', approved: count, ...history });
    this.entries.push({
      ...{ at, counterparty_id, purpose: 'return', account: 'returns', change: credit, ref: ['return_item', item_id] },
      comment: `№ ${this.returned}`,
    });
  }

  /** With a payment of each counterparty for what it owes at the end of each month. */
  rowsIn(now: number): Readonly<Record<string, Rows>> {
    return this.posted(this.withPayments(now));
  }

  /** With a payment of each order that was paid, by its day. */
  rowsOf(sales: readonly Sale[]): Readonly<Record<string, Rows>> {
    const paid = sales.flatMap(({ counterparty_id, sum, paid_at }) =>
      paid_at ? [this.pay(counterparty_id, sum, paid_at, 'Оплата за товар')] : [],
    );
    return this.posted([...this.entries, ...paid].sort((a, b) => a.at - b.at));
  }

  /** All postings with their balances. */
  private posted(entries: readonly Entry[]): Readonly<Record<string, Rows>> {
    const balances = new Map<string, number>();
    const sums = new Map<string, { counterparty_id: string; account: string; change: number; postings: number }>();
    for (const entry of entries) {
      const { at, counterparty_id, purpose, account, change, ref, comment } = entry;
      const balance_after = (balances.get(counterparty_id) ?? 0) + change;
      balances.set(counterparty_id, balance_after);
      const key = `${counterparty_id} ${account}`;
      const known = sums.get(key) ?? { counterparty_id, account, change: 0, postings: 0 };
      sums.set(key, { ...known, change: known.change + change, postings: known.postings + 1 });
      const [source, destination] = change < 0 ? ['counterparty', account] : [account, 'counterparty'];
      this.add('postings', {
        ...{ id: idAt(at), purpose, source, destination, amount: Math.abs(change), counterparty_id },
        ...{ counterparty_change: change, balance_after, ref_kind: ref[0], ref_id: ref[1], comment, ...this.by },
        ...{ day: kyivDate(new Date(at)), created_at: iso(at) },
      });
    }
    for (const [counterparty_id, balance] of balances) this.balances.push({ counterparty_id, balance });
    for (const { change, ...sum } of sums.values()) this.add('account_sums', { ...sum, counterparty_change: change });
    return Object.fromEntries(this.rows);
  }

  private withPayments(now: number): Entry[] {
    const owed = new Map<string, number>();
    const all = this.entries.sort((a, b) => a.at - b.at);
    const ends = Array.from({ length: MONTHS }, (_, nth) => morning(now, STORY + 1 + (MONTHS - 1 - nth) * DAYS));
    const told: Entry[] = [];
    for (const [nth, end] of ends.entries()) {
      const from = nth === 0 ? 0 : (ends[nth - 1] ?? 0);
      const own = all.filter(({ at }) => at > from && at <= end);
      told.push(...own);
      for (const { counterparty_id, change } of own)
        owed.set(counterparty_id, (owed.get(counterparty_id) ?? 0) + change);
      for (const [counterparty_id, balance] of owed) {
        if (balance >= 0) continue;
        owed.set(counterparty_id, 0);
        told.push(this.pay(counterparty_id, -balance, end));
      }
    }
    return told;
  }

  private pay(counterparty_id: string, amount: number, at: number, comment = 'Оплата замовлень за місяць'): Entry {
    const id = idAt(at);
    const of = { created_by: this.user_id, processed_by: this.user_id, processed_at: iso(at), created_at: iso(at) };
    this.add('payments', {
      ...{ id, counterparty_id, type: 'receipt', account: 'bank', amount, date: kyivDate(new Date(at)) },
      ...{ comment, status: 'confirmed', ...of },
    });
    return { at, counterparty_id, purpose: 'payment', account: 'bank', change: amount, ref: ['payment', id], comment };
  }
}
