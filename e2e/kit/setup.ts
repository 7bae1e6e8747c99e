import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of the loaded demo: see demo.ts. */
    demo: string;
  }
}

export function setup(project: TestProject): () => void {
  const demo = mkdtempSync(join(tmpdir(), 'lanka-demo-'));
  project.provide('demo', demo);
  return () => {
    for (const path of [demo, `${demo}.loading`, `${demo}.loaded`]) rmSync(path, { recursive: true, force: true });
  };
}
