import { z } from 'zod';
import { errors } from '../kit/errors';
import { CalendarDate, Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { OneInProject, route } from '../kit/route';
import { manufactureErrors } from '../manufacture/contract';
import { DocumentIssuer } from '../papers/issuer';
import { returnErrors } from '../returns/contract';
import { turnoverErrors } from '../turnover/contract';
import { DocumentType, OrderDocumentType } from './frozen';

export const documentErrors = errors('documents', {
  not_found: { status: 404, ua: 'Документ не знайдено', en: 'No such document' },
  number_used: {
    status: 409,
    ua: 'Такий номер міг уже бути виданий: наступний вільний – {next}',
    en: 'This number may have been given already: the next free one is {next}',
  },
  order_not_found: { status: 404, ua: 'Замовлення не знайдено', en: 'No such order' },
  order_not_sent: {
    status: 409,
    ua: 'Видаткову накладну можна створити, коли замовлення відправлене. До того доступний рахунок на оплату',
    en: 'A delivery note can be issued once the order is Sent. Until then issue an invoice',
  },
  no_parcel: {
    status: 422,
    ua: 'Окремо для посилки створюють лише видаткову накладну, коли цю посилку замовлення відправлено',
    en: 'For a parcel alone there is only a delivery note, once that parcel of the order is sent',
  },
  order_canceled: {
    status: 409,
    ua: 'Замовлення скасоване, документи за ним не створюються',
    en: 'The order is canceled, no documents are issued for it',
  },
  order_has_documents: {
    status: 409,
    ua: 'За замовленням створено документи, тому видалити його не можна. Скасуйте замовлення',
    en: 'Documents were issued for the order, so it cannot be deleted. Cancel it instead',
  },
  return_not_decided: {
    status: 409,
    ua: 'Накладну на повернення можна створити, коли щодо всіх позицій є рішення і щось прийнято',
    en: 'The note of a return can be issued once all its lines are decided and something was approved',
  },
  nothing_to_correct: {
    status: 409,
    ua: 'За замовленням не видано ні рахунка, ні видаткової накладної, тож коригувати нічого',
    en: 'Neither an invoice nor a delivery note was issued for the order, so there is nothing to correct',
  },
  order_empty: {
    status: 409,
    ua: 'У замовленні немає жодної позиції. Додайте товар',
    en: 'The order has no items. Add a product',
  },
  no_customer: {
    status: 422,
    ua: 'Вкажіть у замовленні ім’я покупця: документ виписується на нього',
    en: 'Give the customer’s name in the order: the document is made out to them',
  },
  seller_changed: {
    status: 409,
    ua: 'Реквізити, від яких виставлено рахунок, змінено або видалено: додайте їх знову в реквізитах проєкту, щоб його коригувати',
    en: 'The payment details that the invoice was issued from were changed or deleted: add them again among the details of the project to correct it',
  },
  no_buyer: {
    status: 422,
    ua: 'Вкажіть у замовленні контрагента або покупця: документ виписується на нього',
    en: 'Give the counterparty or the customer of the order: the document is made out to them',
  },
  no_seller_name: {
    status: 422,
    ua: 'Заповніть юридичну назву у профілі (постачальник – у налаштуваннях проєкту) або оберіть реквізити',
    en: 'Fill the legal name in your profile (a supplier: in the project settings), or choose payment details',
  },
  no_seller_tax_code: {
    status: 422,
    ua: 'Заповніть код ЄДРПОУ / РНОКПП у профілі (постачальник – у налаштуваннях проєкту) або оберіть реквізити',
    en: 'Fill the tax code in your profile (a supplier: in the project settings), or choose payment details',
  },
  details_without_tax_code: {
    status: 422,
    ua: 'У цих реквізитах немає коду ЄДРПОУ / РНОКПП. Доповніть їх або оберіть інші',
    en: 'These payment details have no tax code. Complete them, or choose others',
  },
  details_without_account: {
    status: 422,
    ua: 'У цих реквізитах немає рахунку IBAN. Доповніть їх або оберіть інші',
    en: 'These payment details have no account (IBAN). Complete them, or choose others',
  },
  no_account: {
    status: 422,
    ua: 'Рахунок має називати, куди платити: додайте платіжні реквізити в налаштуваннях проєкту (дропшипер – IBAN у своєму профілі) або оберіть реквізити',
    en: 'An invoice names the account to pay to: add payment details in the project settings (a dropshipper: the IBAN in his profile), or choose payment details',
  },
  too_many_papers: {
    status: 409,
    ua: 'За документом видано вже {limit} паперів, більше не можна',
    en: '{limit} papers were issued for the document already, which is as many as there may be',
  },
  payment_details_not_found: {
    status: 422,
    ua: 'Ці реквізити недоступні. Оберіть інші',
    en: 'These payment details are not available. Choose others',
  },
});

/** One issued document of an order. Sums in kopecks. */
export const IssuedDocument = z.object({
  id: Id,
  order_id: Id,
  /** Of the note of a return. */
  return_id: Id.nullable(),
  type: DocumentType,
  issuer: DocumentIssuer,
  number: z.int(),
  date: CalendarDate,
  title: z.string(),
  seller_name: z.string(),
  buyer_name: z.string(),
  total: z.int(),
  /** The user who issued it. */
  issued_by: z.string(),
  /** Where the PDF is. */
  url: z.string(),
  created_at: Instant,
});
export type IssuedDocument = z.infer<typeof IssuedDocument>;

export const issueDocument = route({
  method: 'POST',
  path: 'projects/:project_id/orders/:id/documents',
  summary: 'Issue the order, an invoice or a delivery note; all texts and prices are frozen',
  auth: 'documents.issue',
  whileRestricted: true,
  changes: ['document', 'paper'],
  params: OneInProject,
  status: 201,
  body: z.object({
    type: OrderDocumentType,
    /**
     * Payment details to print as the seller’s. A Client may choose those marked main. Without them an invoice of the
     * manufacturer takes the main ones, one of a dropshipper the account of his profile.
     */
    payment_details_id: Id.nullish(),
    /** Of an order that is split: a delivery note of this parcel alone. */
    parcel_id: Id.optional(),
  }),
  returns: IssuedDocument,
  errors: [
    documentErrors.order_not_found,
    documentErrors.order_not_sent,
    documentErrors.no_parcel,
    documentErrors.order_canceled,
    documentErrors.order_empty,
    documentErrors.no_customer,
    documentErrors.no_buyer,
    documentErrors.no_seller_name,
    documentErrors.no_seller_tax_code,
    documentErrors.details_without_tax_code,
    documentErrors.details_without_account,
    documentErrors.no_account,
    documentErrors.payment_details_not_found,
  ],
});

export const issueReturnNote = route({
  method: 'POST',
  path: 'projects/:project_id/returns/:id/documents',
  summary:
    'Issue the note of a return that is decided: what was approved, for what was credited, or by a dropshipper to his customer for what that one paid; a second time it is the same',
  auth: 'documents.issue',
  changes: ['document', 'paper'],
  params: OneInProject,
  status: 201,
  returns: IssuedDocument,
  errors: [
    returnErrors.not_found,
    documentErrors.return_not_decided,
    documentErrors.no_customer,
    documentErrors.no_buyer,
    documentErrors.no_seller_name,
    documentErrors.no_seller_tax_code,
  ],
});

export const issueCreditNote = route({
  method: 'POST',
  path: 'projects/:project_id/returns/:id/credit_note',
  summary:
    'Issue what corrects the invoice and the delivery note of an order by a return that is decided, and names them; a second time it is the same',
  auth: 'returns.decide',
  changes: ['document', 'paper'],
  params: OneInProject,
  status: 201,
  returns: IssuedDocument,
  errors: [
    returnErrors.not_found,
    documentErrors.return_not_decided,
    documentErrors.nothing_to_correct,
    documentErrors.seller_changed,
    documentErrors.no_buyer,
    documentErrors.no_seller_name,
    documentErrors.no_seller_tax_code,
  ],
});

export const listDocuments = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/documents',
  summary: 'The documents issued for an order, newest first; those of a dropshipper are seen by himself alone',
  auth: 'orders.read',
  params: OneInProject,
  query: listQuery(['-created_at'], {}),
  returns: page(IssuedDocument),
  errors: [documentErrors.order_not_found],
});

export const readDocumentPdf = route({
  method: 'GET',
  path: 'projects/:project_id/documents/:id/pdf',
  summary: 'The document as PDF',
  auth: 'orders.read',
  params: OneInProject,
  status: 200,
  raw: 'application/pdf',
  errors: [documentErrors.not_found],
});

/** One issued paper of a posted document of turnover. It never changes; a later one names those that it replaces. */
export const TurnoverPaper = z.object({
  id: Id,
  document_id: Id,
  title: z.string(),
  /** The user who issued it. */
  issued_by: z.string(),
  /** Where the PDF is. */
  url: z.string(),
  created_at: Instant,
});
export type TurnoverPaper = z.infer<typeof TurnoverPaper>;

/** A mistake in requisites is mended once or twice. */
export const MAX_TURNOVER_PAPERS = 50;

export const issueTurnoverPaper = route({
  method: 'POST',
  path: 'projects/:project_id/turnover/:id/papers',
  summary:
    'Issue the paper of a posted document: an income or outcome note, an act of write-off, a note of a return; all texts are frozen',
  auth: 'turnover.edit',
  changes: ['turnover_paper', 'paper'],
  params: OneInProject,
  status: 201,
  returns: TurnoverPaper,
  errors: [
    turnoverErrors.not_found,
    turnoverErrors.is_draft,
    documentErrors.no_seller_name,
    documentErrors.no_seller_tax_code,
    documentErrors.too_many_papers,
  ],
});

export const listTurnoverPapers = route({
  method: 'GET',
  path: 'projects/:project_id/turnover/:id/papers',
  summary: 'The papers issued for a document of turnover, newest first',
  auth: 'turnover.read',
  params: OneInProject,
  returns: z.object({ items: z.array(TurnoverPaper) }),
  errors: [turnoverErrors.not_found],
});

export const readTurnoverPaperPdf = route({
  method: 'GET',
  path: 'projects/:project_id/turnover_papers/:id/pdf',
  summary: 'A paper of a document of turnover as PDF, as it was issued',
  auth: 'turnover.read',
  params: OneInProject,
  status: 200,
  raw: 'application/pdf',
  errors: [documentErrors.not_found],
});

export const readManufacturePdf = route({
  method: 'GET',
  path: 'projects/:project_id/manufacture_requests/:id/pdf',
  summary: 'A manufacture request as PDF to hang in the workshop: photos, lines, deadline, comments, materials',
  auth: 'manufacture.read',
  params: OneInProject,
  status: 200,
  raw: 'application/pdf',
  errors: [manufactureErrors.not_found],
});
