import { DomainError } from '@lanka/domain/kit/errors';
import type { Services } from '../services';

interface Work<Row> {
  /** For the log. */
  readonly name: string;
  /** The next portion, of those behind the last row of the one before: a row that stays is not met again. */
  find(last: Row | null): Promise<readonly Row[]>;
  /** In a transaction of its own. */
  act(row: Row): Promise<void>;
}

/** What a job by the clock has to do in a project, row by row: one that the rules refuse holds up none of the others. */
export async function rowByRow<Row extends { readonly id: string }>(
  { log }: Pick<Services, 'log'>,
  { name, find, act }: Work<Row>,
): Promise<void> {
  for (let rows = await find(null); rows.length > 0; rows = await find(rows.at(-1) ?? null))
    for (const row of rows)
      await act(row).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        log.info({ job: name, id: row.id, code: error.code }, 'a row was refused and stays');
      });
}
