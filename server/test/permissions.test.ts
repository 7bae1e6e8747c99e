import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PERMISSION_WORDS } from '@lanka/domain/kit/permission-words';
import { PERMISSIONS } from '@lanka/domain/kit/roles';
import { expect, it } from 'vitest';
import { permissionsPage } from './permissions-page';

const page = readFileSync(fileURLToPath(new URL('../../docs/permissions.md', import.meta.url)), 'utf8');

it('has the permission table in the documentation as it is (node scripts/permissions.mjs writes it)', () => {
  expect(page).toBe(permissionsPage());
});

it('has words for every permission, in the order of the table', () => {
  expect(Object.keys(PERMISSION_WORDS).sort()).toEqual(Object.keys(PERMISSIONS).sort());
});
