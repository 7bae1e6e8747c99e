import type { readTable as readRoute } from '@lanka/domain/cod/contract';
import { MAX_COD_ROWS } from '@lanka/domain/cod/contract';
import { codRow, guessCodColumns, isCodHeader, PLAIN_COLUMNS } from '@lanka/domain/cod/table';
import type { z } from 'zod';
import { headersOf, pastedRows, readSmallTable, uploadedRows } from '../feeds';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

/** Reads a register that was pasted or uploaded; rows that name nothing, like its total, are left out. */
export async function readTable(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { upload, pasted = '', columns: given }: z.infer<typeof readRoute.body>,
) {
  const source = upload === undefined ? pastedRows(pasted) : await uploadedRows(tx, app, scope, upload);
  const { header, rest } = await readSmallTable(source, {
    most: MAX_COD_ROWS,
    isHeader: (cells) => isCodHeader(guessCodColumns(headersOf(cells))),
  });
  const headers = header ? headersOf(header.cells) : [];
  const columns = given ?? (header ? guessCodColumns(headers) : PLAIN_COLUMNS);
  const rows = rest.map(({ cells }) => codRow(cells, columns)).filter(({ ref }) => ref !== '');
  return { headers, columns, rows };
}
