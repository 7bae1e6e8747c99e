import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from './kit/product';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data of a product that has loaded the demo and was stopped: see kit/demo.ts. */
    demoData: string;
  }
}

/** Loads the demo once for all journeys. */
export async function setup(project: TestProject): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lanka-demo-'));
  const product = await startProduct({ demo: true, dataDir });
  await product.stop();
  project.provide('demoData', dataDir);
  return () => rmSync(dataDir, { recursive: true, force: true });
}
