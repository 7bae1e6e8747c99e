import { Readable } from 'node:stream';
import { feedErrors } from '@lanka/domain/feeds/errors';
import { parse } from 'csv-parse';
import type { FeedLimits } from './offer';
import type { TableRow } from './table';

/** Of those that stand equally often the first: a tab is no part of a number. */
const DELIMITERS = ['\t', ',', ';', '|'] as const;

/** The delimiter that stands most often outside quotes in the first lines; `sep=;` of Excel is obeyed. */
export function guessDelimiter(head: string): string {
  const told = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(head)?.[1];
  if (told) return told;
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  let lines = 0;
  for (const char of head.slice(0, 16_384)) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && char === '\n') {
      lines += 1;
      if (lines === 1 && Math.max(...counts.values()) > 0) break; // the header tells most
    } else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  const [best, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  return count === 0 ? ',' : best;
}

/** Rows of a CSV text. Row numbers are those a spreadsheet would show: a quoted line break starts no row. */
export async function* readCsv(
  text: AsyncIterable<string>,
  delimiter: string,
  limits: FeedLimits,
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: limits.maxText,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  const input = Readable.from(text);
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      yield { row, cells: cells.length > limits.maxFields ? cells.slice(0, limits.maxFields) : cells };
    }
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const line = error.lines ?? row + 1;
    throw error.code === 'CSV_MAX_RECORD_SIZE'
      ? feedErrors.value_too_long({ line, limit: limits.maxText })
      : feedErrors.csv_broken({ line });
  } finally {
    input.destroy();
    parser.destroy();
  }
}

function isCsvError(error: unknown): error is Error & { code: string; lines?: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}
