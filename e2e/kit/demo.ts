import { chmodSync, copyFileSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Product, startProduct } from './product';

/** Copies a folder with owners and modes: PostgreSQL opens only data of its own, which is another user where we are root. */
function copyFolder(from: string, to: string): void {
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    const found = lstatSync(join(from, name));
    const copy = join(to, name);
    if (found.isDirectory()) mkdirSync(copy);
    else copyFileSync(join(from, name), copy);
    chmodSync(copy, found.mode);
    lchownSync(copy, found.uid, found.gid);
  }
}

/** The product with the demo's data, on a copy of its own of what e2e/setup.ts has loaded. */
export async function startDemo(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lanka-e2e-'));
  copyFolder(inject('demoData'), dataDir);
  const product = await startProduct({ demo: true, dataDir, env });
  return {
    ...product,
    async stop() {
      const code = await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
