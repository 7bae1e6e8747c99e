import * as contract from '@lanka/domain/documents/contract';
import { documentErrors } from '@lanka/domain/documents/contract';
import * as numbers from '@lanka/domain/documents/numbers';
import { asPaper } from '@lanka/domain/documents/paper';
import { fileNameOf } from '@lanka/domain/documents/rules';
import { type Served, serve } from '../kit/http/serve';
import { hasOrder, listDocuments, readFrozen } from './documents.store';
import { paperOfTurnover, sheetOfRequest } from './goods';
import { issueDocument } from './issue';
import { readNextNumbers, saveNextNumbers } from './numbers.store';
import { paperOf } from './papers';

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

  serve(contract.readTurnoverPdf, async ({ tx, app, scope, params }) => {
    const { paper, file_name } = await paperOfTurnover(tx, app, scope, params.id);
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
];
