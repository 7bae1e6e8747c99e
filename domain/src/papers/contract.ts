import { z } from 'zod';
import { errors } from '../kit/errors';
import { CalendarDate, Id, Instant, Ref } from '../kit/ids';
import { commaList, listQuery, page } from '../kit/lists';
import { Kopecks } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { DocumentIssuer } from './issuer';

export const paperErrors = errors('papers', {
  not_found: { status: 404, ua: 'Документ не знайдено', en: 'No such paper' },
  archive_not_found: { status: 404, ua: 'Архів не знайдено', en: 'No such archive' },
  some_unknown: {
    status: 422,
    ua: 'Деяких із цих документів немає або вони недоступні: {missing}',
    en: 'Some of these papers do not exist or are not yours to see: {missing}',
  },
  too_many_archives: {
    status: 409,
    ua: 'Уже готуються {limit} ваші архіви. Дочекайтеся, доки один з них буде готовий',
    en: '{limit} archives of yours are being made already. Wait until one of them is ready',
  },
});

export const PaperType = z.enum([
  'order',
  'invoice',
  'delivery_note',
  'return_note',
  'credit_note',
  'income_note',
  'supplier_return_note',
  'write_off',
  'reconciliation',
  'offset',
]);
export type PaperType = z.infer<typeof PaperType>;

/** An issued paper, of whatever kind. It never changes. */
export const Paper = z.object({
  id: Id,
  project_id: Id,
  project_title: z.string(),
  type: PaperType,
  /** Whose paper it is: of the supplier, or of a dropshipper for his customer. */
  issuer: DocumentIssuer,
  number: z.int(),
  /** Of an act that was sent again, which version it is. */
  revision: z.int().nullable(),
  /** The day on the paper. */
  date: CalendarDate,
  title: z.string(),
  counterparty_id: Id.nullable(),
  /** To whom it is made out, as the paper says. */
  party_name: z.string(),
  /** Kopecks; null on a paper without money. */
  total: Kopecks.nullable(),
  /** What it was issued for: order, return, turnover, reconciliation, counterparty. */
  subject: Ref,
  /** Null: the system. */
  issued_by: z.string().nullable(),
  url: z.string(),
  created_at: Instant,
});
export type Paper = z.infer<typeof Paper>;

const filters = {
  type: commaList(PaperType),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
};

export const listPapers = route({
  method: 'GET',
  path: 'projects/:project_id/papers',
  summary: 'All papers that were issued; a Client sees his own and those made out to him',
  auth: 'papers.read',
  params: InProject,
  query: listQuery(['-date'], { ...filters, counterparty_id: Id.optional() }),
  returns: page(Paper),
});

export const listMyPapers = route({
  method: 'GET',
  path: 'dropshipping/papers',
  summary: 'The dropshipper’s own papers and those made out to him, at all suppliers',
  auth: 'dropshipping',
  query: listQuery(['-date'], { ...filters, project_id: Id.optional() }),
  returns: page(Paper),
});

export const readPaperPdf = route({
  method: 'GET',
  path: 'projects/:project_id/papers/:id/pdf',
  summary: 'An issued paper of any kind as PDF',
  auth: 'papers.read',
  params: OneInProject,
  status: 200,
  raw: 'application/pdf',
  errors: [paperErrors.not_found],
});

/** As many as are drawn within minutes. */
export const MAX_ARCHIVED = 1_000;
export const MAX_ARCHIVES = 3;

export const PaperArchive = z.object({
  id: Id,
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** Papers drawn, of how many. */
  papers: z.int(),
  papers_total: z.int(),
  /** Percent. */
  progress: z.int(),
  file_name: z.string(),
  /** Where the ZIP is, for one hour; null until it is done. */
  url: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
});
export type PaperArchive = z.infer<typeof PaperArchive>;

export const createPaperArchive = route({
  method: 'POST',
  path: 'projects/:project_id/paper_archives',
  summary: `Put up to ${MAX_ARCHIVED} papers into one ZIP, in the background`,
  auth: 'papers.archive',
  whileRestricted: true,
  changes: ['paper_archive'],
  params: InProject,
  status: 201,
  body: z.object({ ids: z.array(Id).min(1).max(MAX_ARCHIVED) }),
  returns: PaperArchive,
  errors: [paperErrors.some_unknown, paperErrors.too_many_archives],
});

export const readPaperArchive = route({
  method: 'GET',
  path: 'projects/:project_id/paper_archives/:id',
  summary: 'How far an archive of one’s own is, and where it lies',
  auth: 'papers.read',
  params: OneInProject,
  returns: PaperArchive,
  errors: [paperErrors.archive_not_found],
});
