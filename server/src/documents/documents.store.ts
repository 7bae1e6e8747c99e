import type { IssuedDocument } from '@lanka/domain/documents/contract';
import type { FrozenDocument, ReturnDocumentType } from '@lanka/domain/documents/frozen';
import type { OrderLineForDocument, PaidBefore, PartyForDocument } from '@lanka/domain/documents/rules';
import type { Page } from '@lanka/domain/kit/lists';
import type { LegalType } from '@lanka/domain/kit/tax_code';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import type { DocumentIssuer } from '@lanka/domain/papers/issuer';
import type { StoredValues } from '@lanka/domain/templates/fields';
import { type SQL, sql } from 'drizzle-orm';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import { type ListQuery, readPage, toInstant } from '../kit/db/paging';
import { counters } from '../kit/db/tables';
import type { OwnersOf } from '../kit/live/topics';
import { asCharge, CHARGE_COLUMNS, WITH_CHARGE } from '../ledger';
import { registerPaper } from '../papers';
import { LEFT_TO_COLLECT } from '../parcels';
import { documents } from './tables';

type Row = Record<string, unknown>;

/**
 * Whose papers the asker sees. The project's people see the manufacturer's own and not those a dropshipper writes to
 * his customer: the paper carries his name, his tax code and his customer's, and what he sells for is between the two
 * of them, so the supplier has no more claim to it than to his invoices elsewhere. A Client sees what he issued
 * and what the manufacturer made out to him, and never those of another dropshipper.
 */
function mayRead(scope: ProjectScope): SQL {
  return scope.role === 'Client'
    ? sql`d.counterparty_id = ${scope.counterparty_id}::uuid`
    : sql`d.issuer = 'manufacturer'`;
}

/** The order exists and is the asker's to see: a Client sees his own. */
const orderInSight = (scope: ProjectScope, orderId: string): SQL =>
  sql`o.project_id = ${scope.project.id} and o.id = ${orderId}::uuid
    and ${scope.role === 'Client' ? sql`o.counterparty_id = ${scope.counterparty_id}::uuid` : sql`true`}`;

/** Everything of an order that a paper may print. */
export interface OrderForPaper {
  readonly number: number;
  readonly prefix: string;
  readonly status: OrderStatus;
  readonly created_at: string;
  readonly counterparty_id: string;
  /** Null for the project's own retail sales, which have no counterparty to name. */
  readonly counterparty: PartyForDocument | null;
  readonly customer: PartyForDocument;
  readonly fields: StoredValues;
  /** What the carrier collects; null: nothing any more, or never. */
  readonly to_pay: number | null;
  /** By the counterparty against the order, and by the end customer ahead. */
  readonly paid: Readonly<Record<'base' | 'customer', PaidBefore>>;
  readonly lines: readonly PaperLine[];
  /** Its number, where the paper is of one parcel alone. */
  readonly parcel?: number;
}

/** Beside what is frozen on the line: its fields, and those that its goods have at this moment. */
export interface PaperLine extends OrderLineForDocument {
  readonly id: string;
  readonly fields: StoredValues;
  readonly product_fields: StoredValues;
  readonly modification_fields: StoredValues;
}

export async function hasOrder(tx: Tx, scope: ProjectScope, orderId: string): Promise<boolean> {
  const found = await tx.rows(sql`select 1 from orders o where ${orderInSight(scope, orderId)}`);
  return found.length > 0;
}

/** The codes and the account of a counterparty stand in the profile of whoever has access as it, or had it last. */
export const LAST_USER_OF = sql`
  left join lateral (select m.user_id from memberships m
    where m.project_id = c.project_id and m.counterparty_id = c.id and m.ended_at is null limit 1) m on true
  left join users u on u.id = coalesce(m.user_id, c.user_id)`;

/**
 * The order with its items and parties, null when the asker may not see it. The order is locked against changes
 * first and read by a statement of its own, so that status, items and sums are of one moment.
 */
export async function readOrderForPaper(tx: Tx, scope: ProjectScope, orderId: string): Promise<OrderForPaper | null> {
  const locked = await tx.rows(sql`select 1 from orders o where ${orderInSight(scope, orderId)} for share`);
  if (locked.length === 0) return null;
  const found = await tx.rows<Row>(sql`
    select o.number, o.prefix, o.status, o.fields, o.created_at, o.counterparty_id, o.customer_name, o.customer_phone, o.customer_email,
      ${LEFT_TO_COLLECT} as to_pay,
      o.prepaid, ${CUSTOMER_CREDITED} as customer_credited, ${CHARGE_COLUMNS}, c.name, c.legal_name, c.phone, c.email, c.own_sales, u.drop_legal_type, u.drop_legal_name, u.edropoy_code, u.iban,
      coalesce((
        select json_agg(json_build_object(
          'id', i.id, 'sku', i.sku, 'product_title', i.product_title, 'modification_title', i.modification_title, 'count', i.count, 'unit', i.unit,
          'fields', i.fields, 'product_fields', p.fields, 'modification_fields', v.fields,
          'base', json_build_object('price', i.base_price, 'discount', i.discount, 'amount', i.amount),
          'customer', json_build_object('price', coalesce(i.customer_price, i.recommended_price),
            'discount', case when i.customer_price is null then i.customer_discount else 0 end, 'amount', i.customer_amount)
        ) order by i.position, i.id)
        from order_items i
        join product_variants v on v.project_id = i.project_id and v.id = i.product_variant_id
        join products p on p.project_id = v.project_id and p.id = v.product_id
        where i.project_id = o.project_id and i.order_id = o.id
      ), '[]') as lines
    from orders o
    join counterparties c on c.project_id = o.project_id and c.id = o.counterparty_id
    ${LAST_USER_OF}
    ${WITH_CHARGE}
    where ${orderInSight(scope, orderId)}`);
  return found[0] ? asOrder(found[0]) : null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Null for the project's own retail sales, which have no counterparty to name. */
export function asParty(row: Row): PartyForDocument | null {
  if (row.own_sales === true) return null;
  const legalName = textOf(row.legal_name) || textOf(row.drop_legal_name);
  return {
    // a trade name takes no legal form: «ФОП Магазин Марта» would name nobody
    legal_type: legalName ? (row.drop_legal_type as LegalType | null) : null,
    name: legalName || textOf(row.name),
    tax_code: textOf(row.edropoy_code),
    iban: textOf(row.iban),
    phone: textOf(row.phone),
    email: textOf(row.email),
  };
}

/** Of what the customer paid for the lines, the share of the pieces that came back: the ledger credits base prices. */
const CUSTOMER_CREDITED = sql`coalesce((
  select sum(i.customer_amount * b.pieces / i.count)::bigint from order_items i
  cross join lateral (select sum(r.count) as pieces from return_items r where r.project_id = i.project_id
    and r.order_id = i.order_id and r.order_item_id = i.id and r.status = 'approved') b
  where i.project_id = o.project_id and i.order_id = o.id and o.returned > 0), 0)`;

/** What one's own retail customer paid is known by either: what he gave ahead, or what was entered against the order. */
function paidBefore(row: Row): OrderForPaper['paid'] {
  const charge = asCharge(row);
  const { credited = 0, put = 0 } = charge ?? {};
  const base = { paid: Math.max(put, charge ? charge.charged - credited - charge.unpaid : 0), credited };
  const prepaid = Number(row.prepaid);
  const customer =
    row.own_sales === true
      ? { paid: Math.max(put, prepaid), credited: Number(row.customer_credited) }
      : { paid: prepaid, credited: 0 };
  return { base, customer };
}

function asOrder(row: Row): OrderForPaper {
  return {
    number: Number(row.number),
    prefix: String(row.prefix),
    status: row.status as OrderStatus,
    created_at: toInstant(row.created_at),
    counterparty_id: String(row.counterparty_id),
    counterparty: asParty(row),
    customer: {
      name: textOf(row.customer_name),
      phone: textOf(row.customer_phone),
      email: textOf(row.customer_email),
    },
    fields: row.fields as StoredValues,
    to_pay: row.to_pay === null ? null : Number(row.to_pay),
    paid: paidBefore(row),
    lines: row.lines as PaperLine[],
  };
}

/** Whether anybody has issued anything for the order, the asker's to see or not. */
export async function hasDocuments(tx: Tx, scope: ActingIn, orderId: string): Promise<boolean> {
  const found = await tx.rows(
    sql`select 1 from documents d where d.project_id = ${scope.project.id} and d.order_id = ${orderId}::uuid limit 1`,
  );
  return found.length > 0;
}

/**
 * The next number of a sequence. The counter's row stays locked until the transaction ends: whoever issues next waits,
 * and a refused issue takes its number back with it, so the numbers have no gaps. Call it last.
 */
export async function drawNumber(tx: Tx, scope: ProjectScope, sequenceKey: string): Promise<number> {
  const [row] = await tx
    .insert(counters)
    .values({ project_id: scope.project.id, name: `documents:${sequenceKey}`, value: 1 })
    .onConflictDoUpdate({ target: [counters.project_id, counters.name], set: { value: sql`${counters.value} + 1` } })
    .returning({ value: counters.value });
  if (!row) throw new Error('an upsert returns its row');
  return row.value;
}

interface NewDocument {
  readonly order_id: string;
  readonly counterparty_id: string;
  readonly return_id?: string;
  readonly sequence_key: string;
  readonly frozen: FrozenDocument;
}

export async function insertDocument(tx: Tx, scope: ProjectScope, values: NewDocument): Promise<IssuedDocument> {
  const { frozen } = values;
  const [row] = await tx
    .insert(documents)
    .values({
      ...values,
      project_id: scope.project.id,
      id: newId(),
      type: frozen.type,
      issuer: frozen.issuer,
      number: frozen.number,
      date: frozen.date,
      user_id: scope.user.id,
    })
    .returning();
  if (!row) throw new Error('insert returns its row');
  const { type, issuer, number, date, title, buyer, total } = frozen;
  await registerPaper(tx, scope, {
    ...{ id: row.id, type, issuer, number, date, title, total, source: 'document', source_id: row.id },
    ...{ shared: issuer === 'manufacturer', counterparty_id: values.counterparty_id, party_name: buyer.name },
    ...(values.return_id
      ? { subject_kind: 'return', subject_id: values.return_id }
      : { subject_kind: 'order', subject_id: values.order_id }),
    user_id: scope.user.id,
  });
  return asDocument(scope, {
    ...row,
    title: frozen.title,
    seller_name: frozen.seller.name,
    buyer_name: frozen.buyer.name,
    total: frozen.total,
    issued_by: scope.user.name,
  });
}

function asDocument(scope: ProjectScope, row: Row): IssuedDocument {
  return {
    id: String(row.id),
    order_id: String(row.order_id),
    return_id: (row.return_id as string | null) ?? null,
    type: row.type as IssuedDocument['type'],
    issuer: row.issuer as IssuedDocument['issuer'],
    number: Number(row.number),
    date: String(row.date),
    title: String(row.title),
    seller_name: String(row.seller_name),
    buyer_name: String(row.buyer_name),
    total: Number(row.total),
    issued_by: String(row.issued_by),
    url: `/api/projects/${scope.project.friendly_id}/documents/${String(row.id)}/pdf`,
    created_at: toInstant(row.created_at),
  };
}

const COLUMNS = sql`d.id, d.order_id, d.return_id, d.type, d.issuer, d.number, to_char(d.date, 'YYYY-MM-DD') as date,
  d.created_at, d.frozen->>'title' as title, d.frozen->'seller'->>'name' as seller_name,
  d.frozen->'buyer'->>'name' as buyer_name, (d.frozen->>'total')::bigint as total, u.name as issued_by`;
const FROM = sql`documents d join users u on u.id = d.user_id`;

/** The note of a return, or what corrects the papers of its order; null while this side has issued none. */
export async function documentOfReturn(
  tx: Tx,
  scope: ProjectScope,
  return_id: string,
  { type, issuer }: { readonly type: ReturnDocumentType; readonly issuer: DocumentIssuer },
): Promise<IssuedDocument | null> {
  const found = await tx.rows<Row>(sql`
    select ${COLUMNS} from ${FROM}
    where d.project_id = ${scope.project.id} and d.return_id = ${return_id}::uuid and d.type = ${type} and d.issuer = ${issuer}`);
  return found[0] ? asDocument(scope, found[0]) : null;
}

export interface CorrectedPaper {
  readonly title: string;
  /** What is printed of its seller. */
  readonly requisites: readonly string[];
}

/** The manufacturer's newest invoice and newest delivery note of an order, as they are called. */
export function papersToCorrect(tx: Tx, scope: ProjectScope, order_id: string): Promise<CorrectedPaper[]> {
  return tx.rows<CorrectedPaper>(sql`
    select distinct on (d.type) d.frozen->>'title' as title, d.frozen->'seller'->'requisites' as requisites from documents d
    where d.project_id = ${scope.project.id} and d.order_id = ${order_id}::uuid and d.issuer = 'manufacturer'
      and d.type in ('invoice', 'delivery_note')
    order by d.type desc, d.created_at desc, d.id desc`);
}

/** Documents of one order that the asker may see, newest first. */
export function listDocuments(
  tx: Tx,
  scope: ProjectScope,
  orderId: string,
  query: ListQuery,
): Promise<Page<IssuedDocument>> {
  return readPage(
    tx,
    query,
    {
      columns: COLUMNS,
      from: FROM,
      countFrom: sql`documents d`,
      where: sql`d.project_id = ${scope.project.id} and d.order_id = ${orderId}::uuid and ${mayRead(scope)}`,
      sorts: { created_at: { by: sql`d.created_at`, type: 'timestamptz' } },
      id: sql`d.id`,
    },
    (row) => asDocument(scope, row),
  );
}

/** The paper as it was issued, null when the asker may not see it. */
export async function readFrozen(tx: Tx, scope: ProjectScope, id: string): Promise<FrozenDocument | null> {
  const found = await tx.rows<{ frozen: FrozenDocument }>(sql`
    select d.frozen from documents d
    where d.project_id = ${scope.project.id} and d.id = ${id}::uuid and ${mayRead(scope)}`);
  return found[0]?.frozen ?? null;
}

/** For who has found it in the register, where it was asked who may see it. */
export async function readRegistered(tx: Tx, scope: ActingIn, id: string): Promise<FrozenDocument> {
  const [found] = await tx.rows<{ frozen: FrozenDocument }>(sql`
    select d.frozen from documents d where d.project_id = ${scope.project.id} and d.id = ${id}::uuid`);
  if (!found) throw new Error('what is in the register was issued');
  return found.frozen;
}

export const ownersOfDocuments: OwnersOf = async (tx, projectId, ids) => {
  const found = await tx.rows<{ id: string; counterparty_id: string }>(sql`
    select id, counterparty_id from documents where project_id = ${projectId} and id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(found.map((row) => [row.id, row.counterparty_id]));
};

/** Pieces of each line of an order that papers of this type were issued for: of one after the other, by the order's lock. */
export async function countCorrectedBefore(
  tx: Tx,
  scope: ProjectScope,
  {
    order_id,
    type,
    issuer,
  }: { readonly order_id: string; readonly type: ReturnDocumentType; readonly issuer: DocumentIssuer },
): Promise<ReadonlyMap<string, number>> {
  const found = await tx.rows<{ order_item_id: string; pieces: string }>(sql`
    select i.order_item_id, sum(i.count) as pieces from documents d
    join return_items i on i.project_id = d.project_id and i.return_id = d.return_id and i.status = 'approved'
    where d.project_id = ${scope.project.id} and d.order_id = ${order_id}::uuid and d.type = ${type}
      and d.issuer = ${issuer}
    group by i.order_item_id`);
  return new Map(found.map((row) => [row.order_item_id, Number(row.pieces)]));
}
