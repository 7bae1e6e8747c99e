import type { Logger } from 'pino';
import { slowStatements } from './meters';
import type { Work } from './work';

const MOST_TEXT = 2_000;

/** Told of a statement that took long. Never of its parameters: they are what people typed. */
export type TellSlow = (text: string, ms: number, rows: number | null, work: Work | undefined) => void;

/** One line a slow statement, with who sent it: the route or the job, and the request it began with. */
export function slowLog(log: Logger): TellSlow {
  return (text, ms, rows, work) => {
    slowStatements.inc({ kind: work?.kind ?? 'other', name: work?.name ?? 'none' });
    log.warn(
      {
        ...work?.facts,
        ...(work ? { request_id: work.request_id } : {}),
        ms: Math.round(ms),
        rows,
        sql: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text,
      },
      'slow statement',
    );
  };
}
