import * as contract from '@lanka/domain/documents/contract';
import { documentErrors } from '@lanka/domain/documents/contract';
import * as numbers from '@lanka/domain/documents/numbers';
import { asPaper } from '@lanka/domain/documents/paper';
import { printPickingList } from '@lanka/domain/documents/picking-list';
import { fileNameOf } from '@lanka/domain/documents/rules';
import * as papers from '@lanka/domain/papers/contract';
import * as acts from '@lanka/domain/reconciliations/contract';
import { turnoverErrors } from '@lanka/domain/turnover/contract';
import { type Served, serve } from '../kit/http/serve';
import { findSource } from '../papers';
import { readStatus } from '../turnover';
import { actForPaper, actWorkbook } from './act';
import { archiveRoutes } from './archives';
import { hasOrder, listDocuments, readFrozen } from './documents.store';
import { drawnOf } from './drawn';
import { issueTurnoverPaper, readTurnoverPaper, sheetOfRequest } from './goods';
import { issueDocument, issueForReturn } from './issue';
import { readNextNumbers, saveNextNumbers } from './numbers.store';
import { offsetPaperRoutes } from './offsets';
import { paperOf } from './papers';
import { payoutPaperRoutes } from './payouts';
import { pickingListFor } from './picking-list';
import { listPapers } from './turnover-papers.store';

export const documentRoutes: Served[] = [
  serve(numbers.readNextNumbers, ({ tx, scope }) => readNextNumbers(tx, scope)),
  serve(numbers.saveNextNumbers, async ({ tx, scope, body, changed }) => {
    await saveNextNumbers(tx, scope, body);
    changed('next_number', scope.project.id);
    return readNextNumbers(tx, scope);
  }),

  serve(contract.issueDocument, async ({ tx, scope, params, body, changed }) => {
    const issued = await issueDocument(tx, scope, { order_id: params.id, ...body });
    changed('document', issued.id);
    changed('paper', issued.id);
    return issued;
  }),

  serve(contract.issueReturnNote, async ({ tx, scope, params, changed }) => {
    const issued = await issueForReturn(tx, scope, params.id, 'return_note');
    changed('document', issued.id);
    changed('paper', issued.id);
    return issued;
  }),

  serve(contract.issueCreditNote, async ({ tx, scope, params, changed }) => {
    const issued = await issueForReturn(tx, scope, params.id, 'credit_note');
    changed('document', issued.id);
    changed('paper', issued.id);
    return issued;
  }),

  serve(contract.listDocuments, async ({ tx, scope, params, query }) => {
    if (!(await hasOrder(tx, scope, params.id))) throw documentErrors.order_not_found();
    return listDocuments(tx, scope, params.id, query);
  }),

  serve(contract.readDocumentPdf, async ({ tx, scope, params, app }) => {
    const frozen = await readFrozen(tx, scope, params.id);
    if (!frozen) throw documentErrors.not_found();
    return {
      stream: () => paperOf(app.threads, { paper: asPaper(frozen) }),
      content_type: 'application/pdf',
      file_name: fileNameOf(frozen),
    };
  }),

  serve(contract.issueTurnoverPaper, async ({ tx, app, scope, params, changed }) => {
    const issued = await issueTurnoverPaper(tx, app, scope, params.id);
    changed('turnover_paper', issued.id);
    changed('paper', issued.id);
    return issued;
  }),

  serve(contract.listTurnoverPapers, async ({ tx, scope, params }) => {
    if (!(await readStatus(tx, scope, params.id))) throw turnoverErrors.not_found();
    return { items: await listPapers(tx, scope, params.id) };
  }),

  serve(contract.readTurnoverPaperPdf, async ({ tx, app, scope, params }) => {
    const { paper, file_name } = await readTurnoverPaper(tx, scope, params.id);
    return { stream: () => paperOf(app.threads, { paper }), content_type: 'application/pdf', file_name };
  }),

  serve(contract.readManufacturePdf, async ({ tx, app, scope, params }) => {
    const { sheet, file_name } = await sheetOfRequest(tx, app, scope, params.id);
    return {
      stream: async () => paperOf(app.threads, { sheet: await sheet() }),
      content_type: 'application/pdf',
      file_name,
    };
  }),

  serve(printPickingList, async ({ tx, app, scope, body }) => {
    const { list, file_name } = await pickingListFor(tx, app, scope, body.order_ids);
    return {
      stream: async () => paperOf(app.threads, { picking: await list() }),
      content_type: 'application/pdf',
      file_name,
    };
  }),

  serve(acts.readReconciliationPdf, async ({ tx, app, scope, params, query }) => {
    const { paper, name } = await actForPaper(tx, app, scope, params.id, query.revision);
    return {
      stream: () => paperOf(app.threads, { act: paper }),
      content_type: 'application/pdf',
      file_name: `${name}.pdf`,
    };
  }),

  serve(papers.readPaperPdf, async ({ tx, scope, params, app }) => {
    const source = await findSource(tx, scope, params.id);
    if (!source) throw papers.paperErrors.not_found();
    const { drawn, file_name } = await drawnOf(tx, app, scope, source);
    return { stream: () => paperOf(app.threads, drawn), content_type: 'application/pdf', file_name };
  }),

  ...archiveRoutes,

  ...payoutPaperRoutes,

  ...offsetPaperRoutes,

  serve(acts.readReconciliationXlsx, async ({ tx, app, scope, params, query }) => {
    const { paper, name } = await actForPaper(tx, app, scope, params.id, query.revision);
    return {
      stream: () => actWorkbook(paper),
      content_type: acts.readReconciliationXlsx.raw ?? '',
      file_name: `${name}.xlsx`,
    };
  }),
];
