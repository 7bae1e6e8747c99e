import * as contract from '@lanka/domain/order_batches/contract';
import {
  type BatchColumns,
  batchRow,
  guessBatchColumns,
  isBatchHeader,
  PLAIN_COLUMNS,
} from '@lanka/domain/order_batches/rules';
import { headersOf, pastedRows, readSmallTable, uploadedRows } from '../feeds';
import { serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
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
      const columns: BatchColumns = told ?? (header ? guessBatchColumns(header.cells) : PLAIN_COLUMNS);
      return {
        headers: headersOf(header?.cells ?? []),
        columns,
        rows: rest.map(({ cells }) => batchRow(cells, columns)),
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
