/**
 * What the browser keeps between visits (specification §9, Stored values). All keys stand here and nowhere else.
 * Storage may be switched off or full: then nothing is remembered and nothing breaks.
 */
export type StoredKey =
  | 'accessToken'
  /** Who signed in here last, so that only the password is left to type. */
  | 'signInEmail'
  | 'projectId'
  | 'lastProjectId'
  | 'locale'
  | 'fw-subscription-plan'
  /** `collapsed`: the right side panel of detail pages. */
  | 'side-panel'
  /** `compact`: lists with rows of 36 px instead of 44. */
  | 'density'
  | 'consent-analytics'
  | 'consent-advertising';

/** Of one list its view. */
type Named = `view:${string}`;

export function remembered(key: StoredKey | Named): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: StoredKey | Named, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private mode or a full store: the choice lives until the page closes.
  }
}

/** Logout clears the access token, the current project and the last project (specification §2.4). */
export function forgetSession(): void {
  remember('accessToken', null);
  remember('projectId', null);
  remember('lastProjectId', null);
}

/** What a page has under way and must not lose by a reload: scans that wait, what is picked. As JSON. */
export function kept<T>(key: `scan:${string}`): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Whether it is kept: in a full or closed store it lives until the page closes. */
export function keep(key: `scan:${string}`, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
