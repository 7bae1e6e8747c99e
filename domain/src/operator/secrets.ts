/**
 * What an operator may see of a job that failed: what it was about, not what opens anything. Whoever looks after the
 * platform needs no password, token or link of its users.
 */
const HIDDEN = '•••';
const SECRET_NAME =
  /pass(word)?|secret|token|authorization|cookie|credential|api_?key|private|signature|otp|^key$|hash$/i;
/** Long runs of letters and digits without a meaning of their own: tokens, keys, hashes. Ids stay readable. */
const RANDOM = /\b(?![0-9a-f]{8}-)[A-Za-z0-9_-]{32,}\b/g;
const MAX_TEXT = 1000;
const MAX_DEPTH = 6;
const MAX_ITEMS = 50;

/** A text without credentials in addresses, tokens in links, authorization headers and the like. */
export function withoutSecrets(text: string): string {
  const clean = text
    // the query builder adds the values of a failed statement
    .replace(/\nparams: [\s\S]*$/, '')
    .replace(/\/\/[^/\s:@]*:[^/\s@]*@/g, `//${HIDDEN}@`)
    .replace(/\b(Bearer|Basic)\s+\S+/gi, `$1 ${HIDDEN}`)
    .replace(/([?&;\s](?:\w*(?:token|secret|password|signature|key|code)\w*)=)[^&\s;]+/gi, `$1${HIDDEN}`)
    .replace(RANDOM, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) && !isUuid(run) ? HIDDEN : run));
  return clean.length > MAX_TEXT ? `${clean.slice(0, MAX_TEXT)}…` : clean;
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export type Shown = string | number | boolean | null | Shown[] | { [key: string]: Shown };

/** Data of a job to show: values under the name of a secret are hidden, texts are cleaned, long lists are cut. */
export function shownData(value: unknown, depth = 0): Shown {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => shownData(item, depth + 1));
    return value.length > MAX_ITEMS ? [...items, '…'] : items;
  }
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, inner]) => [name, SECRET_NAME.test(name) ? HIDDEN : shownData(inner, depth + 1)]),
  );
}
