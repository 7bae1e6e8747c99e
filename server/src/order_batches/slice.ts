import * as contract from '@lanka/domain/order_batches/contract';
import {
  type BatchColumns,
  batchRow,
  FIELD_SETS,
  guessBatchColumns,
  guessFieldColumns,
  isBatchHeader,
  PLAIN_COLUMNS,
  refOf,
  unreadHeaders,
} from '@lanka/domain/order_batches/rules';
import { headersOf, pastedRows, readSmallTable, uploadedRows } from '../feeds';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { readTemplates } from '../templates';
import { checkBatch, createBatch } from './batch';

/** Many orders at once, out of a table. */
export const orderBatches = slice({
  name: 'order_batches',
  level: 10,
  routes: [
    serve(contract.readBatch, async ({ tx, app, scope, body: { upload, pasted = '', columns: told } }) => {
      const rows = upload === undefined ? pastedRows(pasted) : await uploadedRows(tx, app, scope, upload);
      const isHeader = (cells: readonly string[]) => isBatchHeader(guessBatchColumns(cells));
      const { header, rest } = await readSmallTable(rows, { most: contract.MAX_ROWS, isHeader });
      const headers = headersOf(header?.cells ?? []);
      const { order = [], order_item = [] } = await readTemplates(tx, scope, FIELD_SETS);
      const known = [...order, ...order_item].filter(({ archived }) => !archived);
      const guessed = header ? guessBatchColumns(header.cells) : PLAIN_COLUMNS;
      const named = guessFieldColumns(header?.cells ?? [], told ?? guessed, known);
      const columns: BatchColumns = told ?? { ...guessed, fields: named.fields };
      return {
        headers,
        columns,
        rows: rest.map(({ cells }) => batchRow(cells, columns)),
        fields: known.filter(({ type }) => type !== 'file').map((field) => ({ ref: refOf(field), name: field.name })),
        unread: unreadHeaders(headers, columns),
        files: [...named.files],
      };
    }),

    serve(contract.checkBatch, async ({ tx, app, scope, body }) => {
      const { orders } = await checkBatch(tx, app, scope, body);
      return { orders };
    }),

    serve(contract.createBatch, async ({ tx, app, scope, body, changed }) => {
      const answer = await createBatch(tx, app, scope, body);
      for (const { id } of answer.made) changed('order', id);
      if (body.send) for (const id of answer.variants) changed('product_variant', id);
      return { made: answer.made, skipped: answer.skipped };
    }),
  ],
});
