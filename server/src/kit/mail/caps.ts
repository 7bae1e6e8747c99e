import { type LetterCap, letterErrors } from '@lanka/domain/kit/letters';
import { formatDateTime } from '@lanka/domain/kit/time';
import { lt, sql } from 'drizzle-orm';
import type { Tx } from '../db/db';
import { hashSecret } from '../db/ids';
import { letterCounts } from '../db/tables';
import type { Config } from '../platform/config';

/** What a letter is counted under: `of` is who may not get, or ask for, more of it. */
export interface Counted {
  readonly cap: LetterCap;
  readonly of: string;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const SECONDS: Readonly<Record<LetterCap, number>> = { address: DAY, invitations: DAY, links: HOUR, contact: DAY };

/** Nobody asks for these: each tells of one thing that has happened to an account. */
export const NOT_ASKED_FOR: readonly Counted[] = [];

export const fromProject = (projectId: string, email: string): Counted[] => [
  { cap: 'address', of: `${projectId} ${email}` },
];

/** What happens in a project: it takes nothing from the letters that somebody writes to this address. */
export const fromNotices = (projectId: string, email: string): Counted[] => [
  { cap: 'address', of: `notices ${projectId} ${email}` },
];

/** What people outside a project bring about by their own deeds: it takes nothing from the letters that its own work brings. */
export const fromOutside = (projectId: string, email: string): Counted[] => [
  { cap: 'address', of: `outside ${projectId} ${email}` },
];

export const invitationFrom = (projectId: string, email: string): Counted[] => [
  ...fromProject(projectId, email),
  { cap: 'invitations', of: projectId },
];

/** From the platform: each kind by itself, so that nobody uses another's letters up. */
export const fromPlatform = (kind: string, email: string): Counted[] => [{ cap: 'address', of: `${kind} ${email}` }];

/** Letters with a link that lets one in: for a new password, to prove an address. */
export const withLink = (email: string): Counted[] => [{ cap: 'links', of: email }];

export const toOperators: readonly Counted[] = [{ cap: 'contact', of: 'all' }];

export type MailCaps = Config['mailCaps'];

/**
 * Counts a letter under each of these. The time begins with the first letter. Throws 429, which says the cap and when
 * it resets; the count is in the database, so it holds over all processes and restarts.
 */
export async function countLetter(tx: Tx, counted: readonly Counted[], caps: MailCaps): Promise<void> {
  for (const { cap, of } of counted) {
    const found = await tx.rows<{ count: number; resets_at: string; seconds: number }>(sql`
      insert into letter_counts as c (key_hash, count, resets_at)
      values (${hashSecret(`${cap} ${of}`)}, 1, now() + make_interval(secs => ${SECONDS[cap]}))
      on conflict (key_hash) do update set
        count = case when c.resets_at <= now() then 1 else c.count + 1 end,
        resets_at = case when c.resets_at <= now() then excluded.resets_at else c.resets_at end
      returning c.count, c.resets_at, greatest(1, ceil(extract(epoch from c.resets_at - now())))::int as seconds`);
    const [row] = found;
    if (!row || row.count <= caps[cap]) continue;
    const resets = new Date(row.resets_at);
    throw letterErrors[cap]({
      cap,
      limit: caps[cap],
      resets_at: resets.toISOString(),
      resets: formatDateTime(resets),
      seconds: row.seconds,
    });
  }
}

/** Counts whose time is over serve nothing; they are made from people's addresses. */
export async function forgetLetterCounts(tx: Tx): Promise<void> {
  await tx.delete(letterCounts).where(lt(letterCounts.resets_at, sql`now()`));
}
