import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

/** What the operating system says about processes, users and paths. Linux, macOS and Windows. */

/**
 * When the process started, as text that only that process has. Null when there is no such process, empty when the
 * system does not tell.
 */
export function processBirth(pid: number): string | null {
  if (!isRunning(pid)) return null;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in brackets may hold spaces and brackets; the fields after it are the state (3rd) and so on.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return null;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' && !isRunning(pid) ? null : '';
    }
  }
  if (process.platform === 'win32') return '';
  const listed = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return listed.stdout?.trim() ?? '';
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Where numbers of processes mean the same: this machine since its start, and within it this container. Two containers
 * may share a folder, a host name and every number, and be no neighbours.
 */
export function processSpace(): string {
  const told = [hostname()];
  if (process.platform === 'linux') {
    try {
      told.push(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid'));
    } catch {
      // a system that hides them has its host name
    }
  }
  return createHash('sha256').update(told.join(' ')).digest('hex').slice(0, 12);
}

/** Sends a signal; a process that has gone meanwhile is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The numbers of the processes whose command line holds the text. Always empty on Windows. */
export function processesNamed(text: string): number[] {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') {
    const listed = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' });
    const lines = (listed.stdout ?? '').split('\n').filter((line) => line.includes(text));
    return lines.map((line) => Number.parseInt(line, 10));
  }
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(text)) found.push(Number(entry));
    } catch {
      // gone meanwhile
    }
  }
  return found;
}

export interface OsUser {
  uid: number;
  gid: number;
  name: string;
}

function findUser(test: (user: OsUser) => boolean): OsUser | undefined {
  let lines: string[] = [];
  try {
    lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    // no such file: the look-up finds nobody
  }
  for (const line of lines) {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid) continue;
    const user = { name, uid: Number(uid), gid: Number(gid) };
    if (test(user)) return user;
  }
  return undefined;
}

/**
 * The user that PostgreSQL runs as when we are root (it refuses to run as root): the owner of the data that is
 * there already, else `postgres`, else a system user made for it, else `nobody`.
 */
export function serviceUser(existingData: string | undefined): OsUser {
  const owner = existingData ? statSync(existingData) : undefined;
  if (owner && owner.uid !== 0) {
    return findUser((user) => user.uid === owner.uid) ?? { uid: owner.uid, gid: owner.gid, name: String(owner.uid) };
  }
  const byName = (name: string) => findUser((user) => user.name === name && user.uid !== 0);
  const existing = byName('postgres') ?? byName('lanka');
  if (existing) return existing;
  const made = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'lanka',
  ]);
  if (made.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', 'lanka']); // BusyBox
  const user = byName('lanka') ?? byName('nobody');
  if (user) return user;
  throw new Error(
    'PostgreSQL не працює від root, а користувача для нього створити не вдалося. Створіть користувача postgres або задайте DATABASE_URL.\n' +
      'PostgreSQL does not run as root and no user could be made for it. Create a user named postgres or set DATABASE_URL.',
  );
}

/** Whether the user may pass through all folders above the path. Access lists beyond the mode bits are not seen. */
export function canReach(user: OsUser, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
