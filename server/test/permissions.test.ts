import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { can, PERMISSIONS, permissionsOf } from '@lanka/domain/kit/permissions';
import { Role } from '@lanka/domain/kit/roles';
import * as slices from '@lanka/domain/permissions';
import { expect, it } from 'vitest';
import { permissionsPage } from './permissions-page';

const page = readFileSync(fileURLToPath(new URL('../../docs/permissions.md', import.meta.url)), 'utf8');

it('has the permission table in the documentation as it is (node scripts/permissions.mjs writes it)', () => {
  expect(page).toBe(permissionsPage());
});

it('names each permission once, with words in both languages, and lets at least the Owner have it, or the dropshipper alone', () => {
  const names = Object.values(slices).flatMap(({ table }) => Object.keys(table));
  expect([...new Set(names)]).toEqual(names);
  expect(Object.keys(PERMISSIONS).sort()).toEqual(names.sort());
  for (const [name, { roles, ua, en }] of Object.entries(PERMISSIONS)) {
    expect([name, ua, en].filter((words) => words.trim() === '')).toEqual([]);
    const isForDropshippers = roles.length === 1 && roles[0] === 'Client';
    expect([name, isForDropshippers || roles.includes('Owner')]).toEqual([name, true]);
  }
});

it('keeps the order of the areas, so that what belongs together stands together', () => {
  expect(permissionsOf('Owner').slice(0, 3)).toEqual(['project.read', 'project.edit', 'project.delete']);
  expect(permissionsOf('Owner').at(-1)).toBe('files.upload');
  expect(Role.options.filter((role) => can(role, 'project.delete'))).toEqual(['Owner']);
});
