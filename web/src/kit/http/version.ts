/**
 * Which release this page is of: the name of its script, which carries a hash. After a new release the page's HTML
 * names another one.
 */
const SCRIPT = /<script[^>]+type="module"[^>]+src="([^"]+)"/;

const own = (): string | null => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Whether the server has another release by now. False when it cannot be told. */
export async function hasNewRelease(): Promise<boolean> {
  try {
    const answer = await fetch('/cp', { cache: 'no-store', headers: { accept: 'text/html' } });
    if (!answer.ok) return false;
    const named = SCRIPT.exec(await answer.text())?.[1];
    return named !== undefined && own() !== null && named !== own();
  } catch {
    return false;
  }
}

const RELOADED = 'lanka-reloaded';

/** Code of a page did not come: the network is away, or a new release has taken its place. */
export const isGone = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);

/** Loads the new release, once, where there is one; without a network the browser would take away what is open. */
export async function reloadForRelease(): Promise<void> {
  if (!(await hasNewRelease())) return;
  try {
    if (sessionStorage.getItem(RELOADED) === own()) return;
    sessionStorage.setItem(RELOADED, own() ?? '');
  } catch {
    return;
  }
  location.reload();
}
