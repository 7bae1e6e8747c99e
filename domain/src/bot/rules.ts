/** A link with a one-time code works so long. */
export const CODE_MINUTES = 30;
/** A project may have so many groups. */
export const MOST_GROUPS = 20;

/** Letters, digits and `_` (specification §5). */
export const USERNAME = /^[A-Za-z0-9_]{5,32}$/;

/** As people type it: with or without `@`, or as an address. */
export const plainUsername = (typed: string): string => typed.trim().replace(/^(https?:\/\/)?(t\.me\/|@)/i, '');

export const sameUsername = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const B64 = /^[A-Za-z0-9_-]+$/;
const ID_SIGNS = 22;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A UUID in 22 signs, as they may stand in links and buttons of the bot. */
export function shortId(id: string): string {
  let bits = '';
  for (const digit of id.replaceAll('-', '')) bits += Number.parseInt(digit, 16).toString(2).padStart(4, '0');
  bits = bits.padEnd(ID_SIGNS * 6, '0');
  let text = '';
  for (let at = 0; at < bits.length; at += 6) text += ALPHABET[Number.parseInt(bits.slice(at, at + 6), 2)];
  return text;
}

/** Null where it is none. */
export function longId(text: string): string | null {
  if (text.length !== ID_SIGNS || !B64.test(text)) return null;
  const bits = [...text].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(6, '0')).join('');
  let hex = '';
  for (let at = 0; at < 128; at += 4) hex += Number.parseInt(bits.slice(at, at + 4), 2).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** What `/start` carries: whose code it is, and the code. At most 64 signs. */
export const startPayload = (projectId: string, code: string): string => `${shortId(projectId)}${code}`;

export function readStart(payload: string): { readonly project_id: string; readonly code: string } | null {
  const project_id = longId(payload.slice(0, ID_SIGNS));
  const code = payload.slice(ID_SIGNS);
  return project_id && code.length >= 16 && B64.test(code) ? { project_id, code } : null;
}

/** What a button does: `confirm` an order, show its `ttn`, or the `stock` of goods. */
export const PRESSES = { c: 'confirm', t: 'ttn', s: 'stock' } as const;
export type Press = (typeof PRESSES)[keyof typeof PRESSES];

/** What a button carries: at most 64 bytes. */
export function pressData(press: Press, projectId: string, id: string): string {
  const sign = Object.entries(PRESSES).find(([, name]) => name === press)?.[0];
  return `${sign}${shortId(projectId)}${shortId(id)}`;
}

export function readPress(
  data: string,
): { readonly press: Press; readonly project_id: string; readonly id: string } | null {
  const press = Object.hasOwn(PRESSES, data.slice(0, 1)) ? PRESSES[data.slice(0, 1) as keyof typeof PRESSES] : null;
  const project_id = longId(data.slice(1, 1 + ID_SIGNS));
  const id = longId(data.slice(1 + ID_SIGNS));
  return press && project_id && id ? { press, project_id, id } : null;
}

/** Messages are HTML: what people wrote must not be read as such. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A message has at most so many signs; what is longer is cut, never refused. */
export const LONGEST_MESSAGE = 4_096;
export const cutText = (text: string, most: number): string =>
  text.length <= most
    ? text
    : // half of a sign that takes two is no text: neither Telegram nor the database takes it
      `${text
        .slice(0, most - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;

/** As many of these as there is room for, each of them whole: they are HTML. */
export function joinUpTo(parts: readonly string[], between: string, most: number): string {
  let joined = '';
  for (const [at, part] of parts.entries()) {
    const next = at === 0 ? part : joined + between + part;
    // the sign that there is more needs room
    if (next.length > most - (between.length + 1)) return at === 0 ? '…' : `${joined}${between}…`;
    joined = next;
  }
  return joined;
}

const plainOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** HTML that is as long as a message may be. Telegram counts what is read; what is longer goes as plain text, cut. */
export function cutHtml(html: string, most: number): string {
  const plain = plainOf(html);
  return plain.length <= most ? html : escapeHtml(cutText(plain, most));
}

/** Milliseconds between two messages of one chat: one a second, in a group twenty a minute. */
export const pauseInChat = (isGroup: boolean): number => (isGroup ? 3_000 : 1_000);
/** And over all chats: a little under thirty a second. */
export const MOST_A_SECOND = 25;

/** So many messages that wait for one chat, and they go as one. */
export const FOLDED_FROM = 4;
/** One message has so many of them. */
export const MOST_FOLDED = 20;

const PAUSES_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 900_000];
const LONGEST_PAUSE_MS = 3_600_000;
/** Telegram may be away for so long before a message is given up. */
export const PATIENCE_MS = 72 * 3_600_000;

/** How long a message waits after its `attempts`-th try that failed for a passing reason; null when it is given up. */
export function pauseAfter(attempts: number, ageMs: number): number | null {
  if (ageMs >= PATIENCE_MS) return null;
  return PAUSES_MS[attempts - 1] ?? LONGEST_PAUSE_MS;
}

/** What an answer of Telegram means for the message that was sent. */
export type Outcome =
  | { readonly kind: 'sent'; readonly message_id: number | null }
  /** Whoever has the chat does not want us, or it is gone: nothing more is sent there. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'moved'; readonly to: string }
  /** Too many: not before so long. */
  | { readonly kind: 'slow'; readonly afterMs: number }
  /** Our token is wrong: no message can go. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'refused'; readonly why: string }
  /** Nobody knows whether it was sent: it is sent again. */
  | { readonly kind: 'unknown'; readonly why: string };

export interface Refusal {
  readonly error_code: number;
  readonly description: string;
  readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number };
}

const LONGEST_WAIT_S = 3_600;

/** @see https://core.telegram.org/bots/api#making-requests */
export function outcomeOf({ error_code, description, parameters }: Refusal): Exclude<Outcome, { kind: 'sent' }> {
  const to = parameters?.migrate_to_chat_id;
  if (to !== undefined) return { kind: 'moved', to: String(to) };
  if (error_code === 429) {
    const seconds = Math.min(Math.max(parameters?.retry_after ?? 1, 1), LONGEST_WAIT_S);
    return { kind: 'slow', afterMs: seconds * 1_000 };
  }
  if (error_code === 401 || (error_code === 404 && /^not found$/i.test(description))) return { kind: 'locked' };
  if (error_code === 403) return { kind: 'closed' };
  if (error_code === 400 && /chat not found|user is deactivated|group chat was deactivated|kicked/i.test(description))
    return { kind: 'closed' };
  if (error_code >= 500) return { kind: 'unknown', why: description };
  return { kind: 'refused', why: description };
}
