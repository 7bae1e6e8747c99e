/** Writes docs/notices.md from what the slices declare. `node scripts/notices.mjs` */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { ROOT } from './lib.mjs';

const { noticesPage } = await tsImport('../server/test/notices-page.ts', import.meta.url);
writeFileSync(join(ROOT, 'docs', 'notices.md'), noticesPage());
