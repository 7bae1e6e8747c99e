import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

/** For the role of the product, and for whoever may make databases. */
interface Cluster {
  readonly url: string;
  readonly adminUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One PostgreSQL for all journeys of a run: see demo.ts. */
    cluster: Cluster;
    /** The data folder of the loaded demo. */
    demo: string;
  }
}

const program = fileURLToPath(new URL('../../server/test/cluster.ts', import.meta.url));

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = mkdtempSync(join(tmpdir(), 'lanka-demo-'));
  // the system user of PostgreSQL must get in when we are root, else its data would lie elsewhere
  chmodSync(place, 0o755);
  const args = ['--import', 'tsx', program, join(place, 'database')];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close').then(([code]) => {
    rmSync(place, { recursive: true, force: true });
    return code as number | null;
  });
  const failed = ended.then((code) => {
    throw new Error(`PostgreSQL for the journeys ended with code ${code}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), failed]);
  project.provide('cluster', JSON.parse(line) as Cluster);
  project.provide('demo', join(place, 'demo'));
  return async () => {
    child.stdin.end();
    await ended;
  };
}
