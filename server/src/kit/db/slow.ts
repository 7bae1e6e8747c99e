import type { Logger } from 'pino';
import type { RequestContext } from '../observe/context';
import { NAMED } from '../observe/log';
import { slowStatements } from '../observe/meters';

const MOST_TEXT = 2_000;
/**
 * A database that is slow for everybody would fill the log with what it has said already: so many lines a minute for
 * one text, and for all of them; the rest is counted, and the count is told when the minute is over.
 */
const MOST_LINES = { ofOneText: 10, inAll: 200 } as const;
const MINUTE_MS = 60_000;

/** Told of a statement that took long. Never of its parameters: they are what people typed. */
export type SlowLog = (text: string, ms: number, rows: number | null, context: RequestContext | undefined) => void;

interface LeftOut {
  count: number;
  slowestMs: number;
}

/** One line a slow statement, with who sent it: the route or the job, and the request it began with. */
export function slowLog(log: Logger): SlowLog {
  // told of a minute, not of the request in whose course it began
  const ofTheMinute = Object.assign(log.child({}), { [NAMED]: true });
  const mayTell = rateLimited((text, { count, slowestMs }) =>
    ofTheMinute.warn(
      { left_out: count, slowest_ms: Math.round(slowestMs), sql: shortened(text) },
      'slow statements left out',
    ),
  );
  return (text, ms, rows, context) => {
    slowStatements.inc({ kind: context?.kind ?? 'other', name: context?.name ?? 'none' });
    if (!mayTell(text, ms)) return;
    log.warn(
      {
        ...context?.facts,
        ...(context ? { request_id: context.request_id } : {}),
        ms: Math.round(ms),
        rows,
        sql: shortened(text),
      },
      'slow statement',
    );
  };
}

const shortened = (text: string): string => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text);

/** Answers whether there is a line left for the text in this minute. */
function rateLimited(tellLeftOut: (text: string, left: LeftOut) => void): (text: string, ms: number) => boolean {
  let lines = 0;
  const texts = new Map<string, { lines: number; left: LeftOut }>();
  // texts that came when all lines had been written
  let others: LeftOut = { count: 0, slowestMs: 0 };
  const leaveOut = (left: LeftOut, ms: number): false => {
    left.count += 1;
    left.slowestMs = Math.max(left.slowestMs, ms);
    return false;
  };
  const minuteIsOver = (): void => {
    for (const [text, { left }] of texts) if (left.count > 0) tellLeftOut(text, left);
    if (others.count > 0) tellLeftOut('others', others);
    texts.clear();
    others = { count: 0, slowestMs: 0 };
    lines = 0;
  };
  return (text, ms) => {
    if (texts.size === 0) setTimeout(minuteIsOver, MINUTE_MS).unref();
    const known = texts.get(text);
    if (!known && lines >= MOST_LINES.inAll) return leaveOut(others, ms);
    const mine = known ?? { lines: 0, left: { count: 0, slowestMs: 0 } };
    texts.set(text, mine);
    if (mine.lines >= MOST_LINES.ofOneText || lines >= MOST_LINES.inAll) return leaveOut(mine.left, ms);
    mine.lines += 1;
    lines += 1;
    return true;
  };
}
