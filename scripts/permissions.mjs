/** Writes docs/permissions.md from the permission table. `node scripts/permissions.mjs` */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { ROOT } from './lib.mjs';

const { permissionsPage } = await tsImport('../server/test/permissions-page.ts', import.meta.url);
writeFileSync(join(ROOT, 'docs', 'permissions.md'), permissionsPage());
