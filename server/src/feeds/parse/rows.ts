import { feedErrors } from '@lanka/domain/feeds/errors';
import { DomainError } from '@lanka/domain/kit/errors';
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
      if (!isWorkbook(archive)) throw feedErrors.not_a_table({ found: file_name });
      const [sheet] = await readSheets(archive, limits);
      if (sheet) yield* readSheet(archive, sheet, await readSharedStrings(archive, limits), limits);
      return;
    }
    if (!isText(head, file_name)) throw feedErrors.not_a_table({ found: file_name });
    const text = decode(all, () => undefined);
    yield* readCsv(text, guessDelimiter(headText(head)), limits);
  } finally {
    await end();
  }
}

const NO_TABLES: readonly string[] = [feedErrors.unsupported.code, feedErrors.web_page.code];

/** Of another kind is what the readers of feeds know, and what they refuse; what is empty or an old table is told so. */
function isText(head: Buffer, file_name: string): boolean {
  try {
    return detectHead(head, file_name).container === 'csv';
  } catch (error) {
    if (error instanceof DomainError && NO_TABLES.includes(error.code)) return false;
    throw error;
  }
}
