import type { Role } from '@lanka/domain/kit/roles';
import { expect, test } from 'vitest';
import { inWorkspace } from '../kit/page/workspace';
import { askedWorkspace, chooseProject, safeReturn, startOf } from './choose_project';

const project = (id: string, role: Role) => ({ id, friendly_id: `${id}-name`, role });
const user = (
  projects: ReturnType<typeof project>[],
  invited_only = false,
  subscription_plan: string | null = null,
) => ({
  projects,
  invited_only,
  subscription_plan,
});
const own = project('a', 'Owner');
const managed = project('b', 'Manager');
const client = project('c', 'Client');

test.each([
  ['nobody yet', user([]), null, null],
  ['nobody yet, with a stale memory', user([]), 'gone', null],
  ['invited only', user([], true), null, 'dropshipping'],
  ['has a plan', user([], false, 'dropshipper-standard-monthly'), null, 'dropshipping'],
  ['has a plan, remembers a lost project', user([], false, 'dropshipper-standard-monthly'), 'gone', 'dropshipping'],
  ['the only project is a Client one', user([client]), null, 'dropshipping'],
  ['the only project is a Client one and is remembered', user([client]), 'c', 'dropshipping'],
  ['remembers dropshipping', user([own, managed]), 'dropshipping', 'dropshipping'],
  ['remembers the second', user([own, managed]), 'b', 'b'],
  ['remembers by friendly id', user([own, managed]), 'b-name', 'b'],
  ['remembers nothing: the first', user([own, managed]), null, 'a'],
  ['remembers one that is no longer his: the first', user([own, managed]), 'gone', 'a'],
  ['one project of his own', user([own]), null, 'a'],
  ['buys of others too: his own before theirs', user([client, own]), null, 'a'],
  ['buys of others too, remembers one of them', user([client, own]), 'c', 'c'],
  ['two Client projects: the first', user([client, project('d', 'Client')]), null, 'c'],
  ['two Client projects, remembers the second', user([client, project('d', 'Client')]), 'd', 'd'],
])('%s', (_, who, last, expected) => {
  expect(chooseProject(who, last)).toBe(expected);
});

test.each([
  ['dropshipping', 'Client', '/cp/orders'],
  ['dropshipping', 'Owner', '/cp/catalogue'],
  ['dropshipping', null, '/cp/catalogue'],
  ['a', 'Owner', '/cp/orders'],
  ['a', 'Client', '/cp/orders'],
] as const)('switching to %s as %s leads to %s', (workspace, role, path) => {
  expect(startOf(workspace, role)).toBe(path);
});

test.each([
  ['/cp/orders?status=Pending', '/cp/orders?status=Pending'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['https://evil.example', null],
  ['/cp/signin?return=/cp', null],
  [null, null],
])('the way back %s', (given, expected) => {
  expect(safeReturn(given)).toBe(expected);
});

test.each([
  ['his project', user([own, managed]), 'b', 'b'],
  ['somebody else’s project', user([own]), 'b', null],
  [
    'dropshipping, of a dropshipper',
    user([own], false, 'dropshipper-standard-monthly'),
    'dropshipping',
    'dropshipping',
  ],
  ['dropshipping, of who is none', user([own]), 'dropshipping', null],
])('a link names %s', (_, who, named, expected) => {
  const link = new URL(inWorkspace('/cp/orders/7?tab=history#comments', named), 'https://lanka.test');
  expect([link.pathname, link.searchParams.get('tab'), link.hash]).toEqual(['/cp/orders/7', 'history', '#comments']);
  expect(askedWorkspace(who, link.search, null)).toBe(expected);
});

const other = project('d', 'Client');
test.each([
  ['a supplier where he does not stand', user([client, other], true), 'c', 'd', 'dropshipping'],
  ['the supplier where he stands', user([client, other], true), 'd', 'd', null],
  ['a supplier, from his own workspace', user([client, other], true), 'dropshipping', 'd', 'dropshipping'],
  ['another project of his', user([own, managed]), 'a', 'b', 'b'],
  ['a supplier, to somebody without a workspace of a dropshipper', user([own, client]), 'a', 'c', 'c'],
  ['a project that is not his', user([own]), 'a', 'd', null],
])('a letter names %s', (_, who, last, named, expected) => {
  expect(askedWorkspace(who, `?project=${named}`, last)).toBe(expected);
});
