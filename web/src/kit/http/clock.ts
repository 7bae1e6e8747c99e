/** By how much the server's clock is ahead of the one here: between these, in milliseconds. */
let ahead: { readonly from: number; readonly to: number } | null = null;

/** Learns it of an answer, whose `Date` names a second, and lay between the moments when it was asked for and came. */
export function noteServerClock(date: string | null, asked: number, came: number): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const now = { from: at - came, to: at + 1_000 - asked };
  const both = { from: Math.max(now.from, ahead?.from ?? now.from), to: Math.min(now.to, ahead?.to ?? now.to) };
  // one of the clocks was set: what was known before says nothing
  ahead = both.from <= both.to ? both : now;
}

/** What the server's clock shows now, to a second or so; undefined before its first answer. */
export const serverNow = (): string | undefined =>
  ahead ? new Date(Date.now() + (ahead.from + ahead.to) / 2).toISOString() : undefined;
