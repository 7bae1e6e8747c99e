import { documentErrors, type IssuedDocument } from '@lanka/domain/documents/contract';
import type { OrderDocumentType, ReturnDocumentType } from '@lanka/domain/documents/frozen';
import {
  freezeDocument,
  issuerFor,
  type PartyForDocument,
  sequenceKey,
  whyNotIssue,
} from '@lanka/domain/documents/rules';
import { formatIban } from '@lanka/domain/kit/iban';
import { formatAmount } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import type { DocumentIssuer } from '@lanka/domain/papers/issuer';
import { shareOf } from '@lanka/domain/parcels/rules';
import { type StoredValues, TEMPLATE_SETS, type TemplateSet } from '@lanka/domain/templates/fields';
import type { MainInfo } from '@lanka/domain/templates/main_info';
import { printedFields } from '@lanka/domain/templates/rules';
import { readUser } from '../identity';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { readParcels } from '../parcels';
import { listPaymentDetails, readProject } from '../projects';
import { lockReturnWithOrder } from '../returns';
import { readMainInfo, readTemplates, type Templates } from '../templates';
import {
  type CorrectedPaper,
  countCorrectedBefore,
  documentOfReturn,
  drawNumber,
  insertDocument,
  type OrderForPaper,
  papersToCorrect,
  readOrderForPaper,
} from './documents.store';

export interface IssueInput {
  readonly order_id: string;
  readonly type: OrderDocumentType;
  readonly payment_details_id?: string | null | undefined;
  readonly parcel_id?: string | undefined;
}

/**
 * Issues a paper for an order: checks, freezes every text and sum, and numbers it. Whatever is refused leaves neither
 * a paper nor a gap in the numbers.
 */
export async function issueDocument(tx: Tx, scope: ProjectScope, input: IssueInput): Promise<IssuedDocument> {
  const whole = await readOrderForPaper(tx, scope, input.order_id);
  if (!whole) throw documentErrors.order_not_found();
  const order = input.parcel_id === undefined ? whole : await ofParcel(tx, scope, whole, input);
  const refusal = whyNotIssue(input.type, {
    status: order.status,
    item_count: order.lines.length,
    parcel_sent: order.parcel !== undefined,
  });
  if (refusal) throw documentErrors[refusal]({ path: 'type', status: order.status });

  const issuer = issuerFor(scope.role);
  const seller = await sellerFor(tx, scope, issuer, input);
  const { counterparty_id } = order;
  const issued_at = new Date();
  const date = kyivDate(issued_at);
  const sequence_key = sequenceKey({ issuer, counterparty_id, type: input.type, date });
  // last, because it makes everybody else who issues in this sequence wait for the commit
  const number = await drawNumber(tx, scope, sequence_key);
  const { paper_terms, paper_footer, prefixes } = await readMainInfo(tx, scope);
  const frozen = freezeDocument({
    // the manufacturer's terms and prefixes stand on his own papers, not on those a dropshipper gives to his customer
    ...(issuer === 'manufacturer'
      ? { notes: [paper_terms, paper_footer], prefix: prefixFor(input.type, prefixes) }
      : {}),
    type: input.type,
    issuer,
    number,
    date,
    issued_at,
    issued_by: scope.user.name,
    seller,
    counterparty: order.counterparty,
    customer: order.customer,
    order: {
      number: `${order.prefix}${order.number}`,
      date: kyivDate(new Date(order.created_at)),
      paid: order.paid,
      ...printed(order, await readTemplates(tx, scope, TEMPLATE_SETS)),
    },
  });
  return insertDocument(tx, scope, { order_id: input.order_id, counterparty_id, sequence_key, frozen });
}

/**
 * The note of a return, or what corrects the papers of its order: what was approved, for what was credited. A dropshipper
 * writes the note to his customer, for what that one paid, in his own numbers; the supplier does not see it. The order
 * and the return are locked, so that of two who ask the second gets what the first has issued.
 */
export async function issueForReturn(
  tx: Tx,
  scope: ProjectScope,
  return_id: string,
  type: ReturnDocumentType,
): Promise<IssuedDocument> {
  const { found } = await lockReturnWithOrder(tx, scope, return_id);
  const issuer = issuerFor(scope.role);
  const issued = await documentOfReturn(tx, scope, return_id, { type, issuer });
  if (issued) return issued;
  const approved = found.items.filter(({ status }) => status === 'approved');
  if (found.undecided > 0 || approved.length === 0) throw documentErrors.return_not_decided();
  const order = await readOrderForPaper(tx, scope, found.order_id);
  if (!order) throw documentErrors.order_not_found();
  const corrected = type === 'credit_note' ? await papersToCorrect(tx, scope, found.order_id) : [];
  if (type === 'credit_note' && corrected.length === 0) throw documentErrors.nothing_to_correct();
  const seller =
    issuer === 'dropshipper' ? await sellerOf(tx, scope, issuer) : await sellerOfCorrected(tx, scope, corrected);
  const date = kyivDate(new Date());
  const sequence = {
    issuer,
    counterparty_id: found.counterparty_id,
    type,
    date,
  } as const;
  const sequence_key = sequenceKey(sequence);
  const number = await drawNumber(tx, scope, sequence_key);
  const { prefixes } = await readMainInfo(tx, scope);
  const lines = new Map(order.lines.map((line) => [line.id, line]));
  const before = await countCorrectedBefore(tx, scope, { order_id: found.order_id, type, issuer });
  const parcels = found.parcel_id === null ? [] : await readParcels(tx, scope, { id: found.order_id });
  const frozen = freezeDocument({
    ...sequence,
    ...(issuer === 'manufacturer' ? { prefix: prefixes[type] } : {}),
    number,
    issued_at: new Date(),
    issued_by: scope.user.name,
    seller,
    counterparty: order.counterparty,
    customer: order.customer,
    order: {
      number: `${order.prefix}${order.number}`,
      date: kyivDate(new Date(order.created_at)),
      particulars: [
        { label: 'Повернення', value: `№\u00a0${found.number}` },
        ...parcels
          .filter(({ id }) => id === found.parcel_id)
          .map((parcel) => ({ label: 'Посилка', value: `${parcel.number}${parcel.ttn ? `, ТТН ${parcel.ttn}` : ''}` })),
        ...corrected.map(({ title }) => ({ label: 'Коригує', value: title })),
      ],
      lines: approved.map(({ order_item_id, count, credit }) => {
        const line = lines.get(order_item_id);
        if (!line) throw new Error('a line of an order that was sent stays');
        const { sku, product_title, modification_title, unit, base, customer } = line;
        const whole = { count: line.count, amount: customer.amount };
        const sent = before.get(order_item_id) ?? 0;
        const charged = shareOf({ ...whole, sent: 0, charged: 0 }, sent);
        return {
          ...{ sku, product_title, modification_title, unit, count },
          base: { ...base, amount: credit },
          // his share of what he paid: all returns of a line come to the line
          customer: { ...customer, amount: shareOf({ ...whole, sent, charged }, count) },
        };
      }),
    },
  });
  const { order_id, counterparty_id } = found;
  return insertDocument(tx, scope, { order_id, counterparty_id, return_id, sequence_key, frozen });
}

/**
 * What one parcel brought, for what was charged for it; what the customer pays for it is its share, so that all parcels
 * come to the order. @throws documents.no_parcel
 */
async function ofParcel(
  tx: Tx,
  scope: ProjectScope,
  order: OrderForPaper,
  { order_id, parcel_id, type }: IssueInput,
): Promise<OrderForPaper> {
  const parcels = await readParcels(tx, scope, { id: order_id });
  const parcel = parcels.find(({ id }) => id === parcel_id);
  if (!parcel?.sent_at || type !== 'delivery_note') throw documentErrors.no_parcel({ path: 'parcel_id' });
  const before = parcels.filter(({ number }) => number < parcel.number).flatMap(({ items }) => items);
  const lines = order.lines.flatMap((line) => {
    const part = parcel.items.find(({ order_item_id }) => order_item_id === line.id);
    if (!part) return [];
    const others = before.filter(({ order_item_id }) => order_item_id === line.id);
    const sent = others.reduce((sum, { count }) => sum + count, 0);
    const whole = { count: line.count, amount: line.customer.amount };
    const charged = shareOf({ ...whole, sent: 0, charged: 0 }, sent);
    const customer = { ...line.customer, amount: shareOf({ ...whole, sent, charged }, part.count) };
    return [{ ...line, count: part.count, base: { ...line.base, amount: part.amount }, customer }];
  });
  return { ...order, lines, parcel: parcel.number };
}

const prefixFor = (type: OrderDocumentType, prefixes: MainInfo['prefixes']): string =>
  type === 'order' ? '' : prefixes[type];

/** The fields that papers print: of the order as particulars, of its lines and their goods under the titles. */
function printed({ fields, lines, parcel, to_pay }: OrderForPaper, templates: Templates) {
  const words = (set: TemplateSet, values: StoredValues) =>
    printedFields(templates[set] ?? [], values).map(({ label, value }) => `${label}: ${value}`);
  return {
    particulars: [
      ...(parcel === undefined ? [] : [{ label: 'Посилка', value: `№\u00a0${parcel}` }]),
      // the sum is the order's, not the parcel's
      ...(to_pay === null || parcel !== undefined
        ? []
        : [{ label: 'Післяплата', value: `${formatAmount(to_pay)}\u00a0грн при отриманні` }]),
      ...printedFields(templates.order ?? [], fields),
    ],
    lines: lines.map(({ id: _, fields: own, product_fields, modification_fields, ...line }) => ({
      ...line,
      notes: [
        ...words('product', product_fields),
        ...words('product_modification', modification_fields),
        ...words('order_item', own),
      ],
    })),
  };
}

/**
 * Whose name and account the paper bears: of the details that were chosen, else of the project or of the dropshipper's
 * profile. An invoice of the project takes the account of the main details, where there are any.
 */
async function sellerFor(
  tx: Tx,
  scope: ProjectScope,
  issuer: DocumentIssuer,
  { type, payment_details_id }: IssueInput,
): Promise<PartyForDocument> {
  const needsAccount = type === 'invoice';
  if (payment_details_id) return sellerOfDetails(tx, scope, issuer, payment_details_id, needsAccount);
  if (needsAccount && issuer === 'manufacturer') {
    const all = await listPaymentDetails(tx, scope, false);
    const usable = all.filter(({ account_number, edrpou }) => account_number && edrpou);
    const project = await readProject(tx, scope);
    const found = usable.find(({ main }) => main) ?? (project.iban ? undefined : usable[0]);
    if (found) return sellerOfDetails(tx, scope, issuer, found.id, true);
  }
  return sellerOf(tx, scope, issuer);
}

/** Who issued what is corrected: of several payment details those that stand on it. */
async function sellerOfCorrected(
  tx: Tx,
  scope: ProjectScope,
  corrected: readonly CorrectedPaper[],
): Promise<PartyForDocument> {
  const printed = corrected.flatMap(({ requisites }) => requisites).join('\n');
  const all = printed === '' ? [] : await listPaymentDetails(tx, scope, false);
  const found = all.find(
    ({ edrpou, account_number }) =>
      edrpou && account_number && printed.includes(edrpou) && printed.includes(formatIban(account_number)),
  );
  const seller = found
    ? await sellerOfDetails(tx, scope, 'manufacturer', found.id, false)
    : await sellerOf(tx, scope, 'manufacturer');
  // his details were deleted or changed since: another seller cannot correct what he has issued
  if (printed !== '' && !printed.includes(seller.tax_code ?? '')) throw documentErrors.seller_changed();
  return seller;
}

/** The seller as the project, or the dropshipper's profile, names him. */
async function sellerOf(tx: Tx, scope: ProjectScope, issuer: DocumentIssuer): Promise<PartyForDocument> {
  if (issuer === 'manufacturer') {
    const project = await readProject(tx, scope);
    return {
      legal_type: project.legal_type,
      name: project.legal_name,
      tax_code: project.edropoy_code,
      iban: project.iban,
      phone: project.phone,
    };
  }
  const user = await readUser(tx, scope);
  return {
    legal_type: user.drop_legal_type,
    name: user.drop_legal_name ?? '',
    tax_code: user.edropoy_code,
    iban: user.iban,
    phone: user.phone_number,
    email: user.email,
  };
}

/** The seller by payment details of the project; a dropshipper may take those marked main (specification §6). */
async function sellerOfDetails(
  tx: Tx,
  scope: ProjectScope,
  issuer: DocumentIssuer,
  id: string,
  needsAccount: boolean,
): Promise<PartyForDocument> {
  const all = await listPaymentDetails(tx, scope, issuer === 'dropshipper');
  const details = all.find((one) => one.id === id);
  if (!details) throw documentErrors.payment_details_not_found({ path: 'payment_details_id' });
  if (!details.edrpou) throw documentErrors.details_without_tax_code({ path: 'payment_details_id' });
  if (needsAccount && !details.account_number)
    throw documentErrors.details_without_account({ path: 'payment_details_id' });
  const project = await readProject(tx, scope);
  return {
    // the form of the project says something about these details only when both are one person
    legal_type: details.edrpou === project.edropoy_code ? project.legal_type : null,
    name: details.recipient_name,
    tax_code: details.edrpou,
    iban: details.account_number,
    bank_name: details.bank_name,
    mfo: details.mfo,
    ipn: details.ipn,
    certificate_number: details.certificate_number,
    phone: project.phone,
  };
}
