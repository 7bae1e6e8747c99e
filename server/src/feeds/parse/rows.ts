import { feedErrors } from '@lanka/domain/feeds/errors';
import { atMost, type Bytes, gunzip, inBlocks, isGzip, isZip, peek, readAll } from './bytes';
import { guessDelimiter, readCsv } from './csv';
import { detectHead, headText } from './detect';
import { decode } from './encoding';
import { DEFAULT_LIMITS, type FeedLimits } from './offer';
import type { TableRow } from './table';
import { isWorkbook, readSharedStrings, readSheet, readSheets } from './xlsx';
import { Archive } from './zip';

/**
 * Rows of a table as they stand: CSV, or the first sheet of XLSX, packed or not. What they mean the asker knows.
 * @throws DomainError `feeds.*` where the file is no table, or is broken
 */
export async function* readRows(
  source: Bytes,
  { file_name, limits: told }: { readonly file_name: string; readonly limits: Partial<FeedLimits> },
): AsyncGenerator<TableRow> {
  const limits = { ...DEFAULT_LIMITS, ...told };
  const { head, all, end } = await peek(inBlocks(atMost(source, limits.maxBytes, true), limits.blockBytes), 65_536);
  try {
    if (isGzip(head)) return yield* readRows(gunzip(all, limits), { file_name, limits });
    if (isZip(head)) {
      const archive = new Archive(await readAll(all, limits.maxArchiveBytes), limits);
      if (!isWorkbook(archive)) throw feedErrors.unsupported({ found: file_name });
      const [sheet] = await readSheets(archive, limits);
      if (sheet) yield* readSheet(archive, sheet, await readSharedStrings(archive, limits), limits);
      return;
    }
    if (detectHead(head, file_name).container !== 'csv') throw feedErrors.unsupported({ found: file_name });
    const text = decode(all, () => undefined);
    yield* readCsv(text, guessDelimiter(headText(head)), limits);
  } finally {
    await end();
  }
}
