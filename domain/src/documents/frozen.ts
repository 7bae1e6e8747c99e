import { z } from 'zod';
import { CalendarDate } from '../kit/ids';
import { Kopecks } from '../kit/money';
import { DocumentIssuer } from '../papers/issuer';

/**
 * What can be issued for an order (specification §3.4: invoice, delivery note or PDF of the order), and for what came
 * back of it: the note that goods go by, and what corrects the papers of the order.
 */
export const DocumentType = z.enum(['order', 'invoice', 'delivery_note', 'return_note', 'credit_note']);
export type DocumentType = z.infer<typeof DocumentType>;
/** What is issued for an order at somebody's wish. */
export const OrderDocumentType = DocumentType.exclude(['return_note', 'credit_note']);
export type OrderDocumentType = z.infer<typeof OrderDocumentType>;
export type ReturnDocumentType = Exclude<DocumentType, OrderDocumentType>;

const Labelled = z.object({ label: z.string(), value: z.string() });
/** `requisites` are the lines printed under the name: codes, bank account, address, contacts. */
const Party = z.object({ label: z.string(), name: z.string(), requisites: z.array(z.string()) });
export type FrozenParty = z.infer<typeof Party>;

const Line = z.object({
  number: z.int().min(1),
  sku: z.string(),
  title: z.string(),
  unit: z.string(),
  count: z.int().min(1),
  /** Of one piece, before the discount. */
  price: Kopecks,
  /** Integer hundredths of a percent. */
  discount: z.int().min(0).max(10_000),
  /** Of the line, after the discount: exactly what the order charges. */
  amount: z.int().min(0),
});
export type FrozenLine = z.infer<typeof Line>;

const Signature = z.object({
  label: z.string(),
  /** The organisation that signs, printed under the label. */
  party: z.string(),
  /** Known name of the one who signs; empty when it is to be written by hand. */
  name: z.string(),
  stamp: z.boolean(),
  /** Names of what is filled in by hand besides the signature. */
  blanks: z.array(z.string()),
});

/**
 * An issued document, complete: every text, number and sum that the paper shows. It is stored as JSON at issue and
 * never computed again, so that a later change of the order, of a price or of a name cannot change it.
 */
export const FrozenDocument = z.object({
  format: z.literal(1),
  type: DocumentType,
  issuer: DocumentIssuer,
  /** From the gapless sequence of `sequenceKey`. */
  number: z.int().min(1),
  /** Stands before the number; papers from before there were prefixes have none. */
  prefix: z.string().optional(),
  /** In Kyiv. */
  date: CalendarDate,
  /** `Видаткова накладна № 125 від 20 листопада 2026 р.` */
  title: z.string(),
  seller: Party,
  buyer: Party,
  /** Order, place and the like, printed under the parties. */
  particulars: z.array(Labelled),
  lines: z.array(Line).min(1),
  /** Rows under the table, top to bottom; money already as text. «Без ПДВ» has no value. */
  totals: z.array(z.object({ label: z.string(), value: z.string(), strong: z.boolean() })),
  /** Kopecks. */
  total: z.int().min(0),
  count_text: z.string(),
  sum_in_words: z.string(),
  notes: z.array(z.string()),
  /** Of an invoice: what its QR for payment says, and until when; none where a bank would refuse it. */
  payment: z.object({ link: z.string(), valid_until: CalendarDate }).nullish(),
  signatures: z.array(Signature).min(1),
});
export type FrozenDocument = z.infer<typeof FrozenDocument>;
