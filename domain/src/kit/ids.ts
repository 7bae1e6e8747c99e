import { z } from 'zod';

export const Id = z.uuid();
/** The version of an editable entity; sent back as `If-Match` on PATCH. */
export const Version = z.int().min(1);
/** An instant: ISO 8601 in UTC. */
export const Instant = z.iso.datetime();
/** A calendar date in Kyiv, `YYYY-MM-DD`. */
export const CalendarDate = z.iso.date();

/** What caused a stock movement, a booking or a posting. Stock and ledger never know more than this. */
export const Ref = z.object({ kind: z.string().max(40), id: Id });
export type Ref = z.infer<typeof Ref>;

/** Tab, line feed and carriage return are text; other control characters choke PostgreSQL (NUL) or XML. */
function isPlainText(value: string): boolean {
  if (!value.isWellFormed()) return false;
  for (let i = 0; i < value.length; i += 1) {
    const code = value.charCodeAt(i);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return false;
  }
  return true;
}

/** Text that people type in: trimmed, at most `max` characters, without control characters or broken surrogates. */
export const text = (max: number) => z.string().trim().max(max).refine(isPlainText, { error: 'text.control' });
export const requiredText = (max: number) => text(max).min(1, { error: 'required' });

/** Who did it: a user, an API key, or the system by itself. */
export const Actor = z.object({
  kind: z.enum(['user', 'api_key', 'system']),
  id: Id.nullable(),
  name: z.string().nullable(),
});
export type Actor = z.infer<typeof Actor>;
