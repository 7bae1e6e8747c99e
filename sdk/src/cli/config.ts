import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refusal } from './refusal.js';

/** What is kept of a sign-in. */
export interface Config {
  readonly url: string;
  readonly key: string;
  /** Set where the key is a project's; a dropshipper's works at all his suppliers. */
  readonly project: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Where the system keeps settings of programs: `XDG_CONFIG_HOME`, `APPDATA`, or `~/.config`. */
export const configFile = (env: Env): string =>
  join(env.XDG_CONFIG_HOME || env.APPDATA || join(homedir(), '.config'), 'lanka', 'config.json');

/** Written whole or not at all, and never for a moment readable by others. */
export function saveConfig(file: string, config: Config): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}

export const forgetConfig = (file: string): void => rmSync(file, { force: true });

/** @throws Refusal when nothing is kept, when it cannot be read, and when others can read it */
export function readConfig(file: string): Config {
  let text: string;
  try {
    // what others can read may be known to them: a key that is left open is not used in silence
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Refusal((t) => t.openConfig(file));
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Refusal((t) => t.notSignedIn);
    throw error;
  }
  try {
    const { url, key, project } = JSON.parse(text) as Partial<Config>;
    if (typeof url === 'string' && typeof key === 'string') return { url, key, project: project ?? null };
  } catch {
    // told below
  }
  throw new Refusal((t) => t.badConfig(file));
}

/** A key goes over the wire: nobody on the way may read it. */
export function addressOf(given: string | undefined): string {
  if (!given) throw new Refusal((t) => t.needsUrl, 'wrong');
  const url = URL.canParse(given) ? new URL(given) : null;
  const isHere = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere)))
    throw new Refusal((t) => t.badUrl, 'wrong');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
