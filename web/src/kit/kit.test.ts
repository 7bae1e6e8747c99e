import { can } from '@lanka/domain/kit/permissions';
import type { Role } from '@lanka/domain/kit/roles';
import { concerns } from '@lanka/domain/kit/route';
import { readSiteOptions as siteOptions } from '@lanka/domain/site/contract';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { pageKind } from './analytics';
import { accepts } from './form/files';
import { parseCount, parsePercent, readNumber } from './form/inputs';
import { stepFrom } from './form/steps';
import { formatSize, formatWeight, formatWhen, initials } from './format';
import { CallError, call, errorFrom, fillPath, queryString, signInPath } from './http/call';
import { fileNameFrom, reportName } from './http/download';
import { eventParser, type LiveEvent, subscribe } from './http/live';
import { actionKeys, isAnswered, makeQueryClient } from './http/query';
import { storageFailure } from './http/upload';
import { isNarrowed, patchSearch, readListValues } from './list/list';
import { shownColumns, withView } from './list/views';
import { matches, readings, toLatin, toUkrainian } from './palette/keyboard-layout';
import { searchEverywhere } from './palette/search';
import { factsOf } from './report';
import type { Session } from './session';
import { type SidebarId, type Slice, sidebarFor } from './slice';

test('a path takes its values escaped, and refuses a missing one', () => {
  expect(fillPath('projects/:project_id/orders/:id', { project_id: 'a/b', id: 7 })).toBe('projects/a%2Fb/orders/7');
  expect(() => fillPath('projects/:project_id', {})).toThrow('project_id');
});

test('a query leaves out what is empty and joins lists', () => {
  expect(queryString({ q: '', a: null, b: undefined, status: ['Pending', 'Ready'], on: false, n: 0 })).toBe(
    '?status=Pending%2CReady&on=false&n=0',
  );
  expect(queryString(undefined)).toBe('');
});

test('our error body is read; anything else is the status text of the specification', () => {
  const ours = errorFrom(409, { code: 'orders.short', message: 'Бракує', details: [{ wanted: 3 }, 'odd'] });
  expect(ours).toMatchObject({ status: 409, code: 'orders.short', message: 'Бракує', details: [{ wanted: 3 }] });
  expect(errorFrom(502, '<html>').message).toBe('Request failed with status 502');
  expect(errorFrom(502, '<html>').outcomeUnknown).toBe(true);
  expect(ours.outcomeUnknown).toBe(false);
});

test('a report of a crash names the call at which the server failed, as the log of the server does', async () => {
  vi.stubGlobal('location', { pathname: '/cp/orders' });
  vi.stubGlobal('navigator', { userAgent: 'A browser' });
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'common.internal', message: 'Збій' }, { status: 500, headers: { 'X-Request-Id': 'id-1' } }),
  );
  try {
    const failed = await call(siteOptions, {}).catch((error: unknown) => error);
    expect(failed).toMatchObject({ status: 500, requestId: 'id-1' });
    const named = 'GET site/options: 500 common.internal · X-Request-Id: id-1';
    const [first, second, third] = factsOf(failed).split('\n');
    expect([first, second]).toEqual(['CallError: Збій (500 common.internal)', named]);
    expect(third).toMatch(/^\/cp\/orders · \d{4}-/);
    // a page that fell over what it did not get
    expect(factsOf(new TypeError('x is undefined'))).toContain(named);
    // long ago
    expect(factsOf(new TypeError('x'), new Date(Date.now() + 61_000))).not.toContain('id-1');
    // another call than the last that failed
    const other = factsOf(errorFrom(500, null, 'id-2'));
    expect(other).toContain('X-Request-Id: id-2');
    expect(other).not.toContain('id-1');
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each([
  ['/cp/orders', '?q=1', '/cp/signin?return=%2Fcp%2Forders%3Fq%3D1'],
  ['/', '', '/cp/signin'],
  ['/cp/signin', '?return=x', '/cp/signin'],
])('the way back from %s%s', (pathname, search, expected) => {
  expect(signInPath({ pathname, search })).toBe(expected);
});

test('an action keeps its idempotency key while nobody knows whether it was done, and only then', () => {
  let n = 0;
  const keys = actionKeys(() => `key-${++n}`);
  const args = { body: { a: 1 } };
  expect(keys.keyFor(args)).toBe('key-1');
  keys.settled(args, new CallError(0, 'network', ''));
  expect(keys.keyFor({ body: { a: 1 } })).toBe('key-1');
  expect(keys.keyFor({ body: { a: 2 } })).toBe('key-2');
  keys.settled(args, new CallError(503, 'x', ''));
  expect(keys.keyFor(args)).toBe('key-1');
  keys.settled(args, new CallError(422, 'x', ''));
  expect(keys.keyFor(args)).toBe('key-3');
  keys.settled(args, null);
  expect(keys.keyFor(args)).toBe('key-4');
});

test('of two presses in one moment the second does nothing', () => {
  const keys = actionKeys();
  const args = { body: { a: 1 } };
  expect([keys.begin(args), keys.begin({ body: { a: 1 } }), keys.begin({ body: { a: 2 } })]).toEqual([
    true,
    false,
    true,
  ]);
  keys.settled(args, new CallError(0, 'network', ''));
  expect(keys.begin(args)).toBe(true);
});

test('the stream is cut anywhere and the events stay whole', () => {
  const stream =
    ': hello\n\nevent: orders\ndata: {"id":"1"}\n\ndata: {"kind":"product","id":"2"}\r\n\r\ndata: x\ndata: y\n\n';
  const expected: LiveEvent[] = [
    { topic: 'orders', data: { id: '1' } },
    { topic: 'product', data: { kind: 'product', id: '2' } },
    { topic: 'message', data: 'x\ny' },
  ];
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
      const seen: LiveEvent[] = [];
      const feed = eventParser((event) => seen.push(event));
      let from = 0;
      for (const cut of [...cuts.sort((a, b) => a - b), stream.length]) {
        feed(stream.slice(from, cut));
        from = cut;
      }
      expect(seen).toEqual(expected);
    }),
  );
});

test('a stream tells when it stands, and when it is back', async () => {
  const opened: boolean[] = [];
  const answered = vi.fn(async () => new Response(': open\n\n'));
  vi.stubGlobal('fetch', answered);
  try {
    const again = new Promise<void>((resolve) => {
      const stop = subscribe(
        'users/me',
        () => undefined,
        (isBack) => {
          opened.push(isBack);
          if (!isBack) return;
          stop();
          resolve();
        },
      );
    });
    await again;
  } finally {
    vi.unstubAllGlobals();
  }
  expect(opened).toEqual([false, true]);
});

test('what was answered before the stream stood is asked for again, what is on its way is not', async () => {
  const client = makeQueryClient();
  client.setQueryData(['notices'], { items: [] });
  const cache = client.getQueryCache();
  const late = client.fetchQuery({ queryKey: ['late'], queryFn: () => new Promise(() => undefined) });
  expect(cache.getAll().filter(isAnswered)).toEqual([cache.find({ queryKey: ['notices'] })]);
  void late;
});

test.each([
  ['projects/:project_id/orders/:id/history', 'order', true],
  ['projects/:project_id/orders', 'orders', true],
  ['projects/:project_id/counterparties', 'counterparty', true],
  ['projects/:project_id/products', 'orders', false],
  ['projects/:project_id/products', 'product_variant', true],
  ['projects/:project_id/product_variants/all_records', 'product', false],
  ['projects/:project_id/orders', 'project', false],
  ['projects/:project_id', 'project', true],
])('%s concerns %s: %s', (path, topic, expected) => {
  expect(concerns({ path }, topic)).toBe(expected);
});

test.each([
  ['pfvjdktyyz', 'замовлення'],
  ['Jktyf', 'Олена'],
  ["'rjyjvsrf", 'єкономіка'],
])('%s was meant as %s', (typed, meant) => {
  expect(readings(typed)).toEqual([typed, meant]);
});

test('the two layouts undo each other', () => {
  expect(toLatin('щквук')).toBe('order');
  expect(readings('12345')).toEqual(['12345']);
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Z0-9 [\];',]*$/), (text) => {
      expect(toLatin(toUkrainian(text))).toBe(text);
    }),
  );
});

test.each([
  ['Створити замовлення', 'зам', true],
  ['Створити замовлення', 'pfv', true],
  ['Створити замовлення', 'замо ств', true],
  ['Створити замовлення', 'овлення', false],
  ["Комп'ютер", 'комп’ю', true],
])('%s by %s: %s', (label, query, expected) => {
  expect(matches(label, query)).toBe(expected);
});

const query = z.object({
  limit: z.coerce.number().default(50),
  sort: z.enum(['sum', '-sum']).default('-sum'),
  status: z.enum(['Pending', 'Ready']).optional(),
  cursor: z.string().optional(),
});

test('the URL gives a list only what its schema accepts', () => {
  expect(readListValues(query, new URLSearchParams('sort=sum&status=Nonsense&evil=1&cursor=c'))).toEqual({
    sort: 'sum',
    cursor: 'c',
  });
});

test('a filter starts again from the first page; paging keeps the filters', () => {
  const search = new URLSearchParams('status=Ready&cursor=c&tab=x');
  expect(patchSearch(search, { status: ['Ready', 'Pending'] }).toString()).toBe('status=Ready%2CPending&tab=x');
  expect(patchSearch(search, { cursor: 'd' }).toString()).toBe('status=Ready&cursor=d&tab=x');
  expect(patchSearch(search, { status: null }).toString()).toBe('tab=x');
});

test('columns: the first always, the rest as chosen, else the ordinary ones', () => {
  const all = [{ id: 'a' }, { id: 'b' }, { id: 'c', optional: true }];
  const ids = (stored: string[] | null) => shownColumns(all, stored).map(({ id }) => id);
  expect(ids(null)).toEqual(['a', 'b']);
  expect(ids(['c', 'gone'])).toEqual(['a', 'c']);
});

test('a view of the same name replaces, and forgets the page', () => {
  const once = withView({ columns: ['b'], views: [] }, 'Мої', 'q=1&cursor=z');
  expect(once.views).toEqual([{ name: 'Мої', search: 'q=1', columns: ['b'] }]);
  expect(withView(once, 'Мої', 'q=2').views).toEqual([{ name: 'Мої', search: 'q=2', columns: ['b'] }]);
});

const session = (role: Role | null): Session => ({
  user: {} as Session['user'],
  project: null,
  isDropshipping: false,
  role,
  can: (permission) => role !== null && can(role, permission),
  switchTo: () => {},
  signOut: async () => {},
  refresh: async () => {},
});

const everything: Slice = {
  name: 'all',
  level: 1,
  sidebar: (
    [
      'users-admin',
      'project-setting',
      'manufacture-request',
      'wallet',
      'catalogue',
      'dropshipper-profile',
      'checkbox',
      'billing',
      'dropshipper-billing',
      'counterparties',
      'bookings',
      'turnover',
      'orders',
      'products',
    ] as SidebarId[]
  ).map((id) => ({
    id,
    to: `/cp/${id}`,
    label: { ua: id, en: id },
    icon: () => null,
    group: id === 'orders' ? 'sales' : 'warehouse',
  })),
};

test.each([
  [
    'Owner',
    'orders users-admin project-setting manufacture-request checkbox billing counterparties bookings turnover products',
  ],
  ['Manager', 'orders counterparties bookings turnover products'],
  ['Client', 'orders wallet catalogue dropshipper-profile dropshipper-billing products'],
] as const)('%s sees what specification §6 leaves, groups in order', (role, expected) => {
  expect(
    sidebarFor([everything], session(role))
      .map(({ id }) => id)
      .join(' '),
  ).toBe(expected);
});

test('a tab narrows nothing: its list has words of its own for nothing', () => {
  const narrowed = (filters: Record<string, string>, q = '') =>
    isNarrowed({ filters, values: { ...filters, q } }, 'tab');
  expect([narrowed({}), narrowed({ tab: 'mine' })]).toEqual([false, false]);
  expect([narrowed({ tab: 'mine', city: 'Львів' }), narrowed({}, 'льон')]).toEqual([true, true]);
});

test('the palette asks with both layouts, shows a finding once and survives a failing provider', async () => {
  const find = vi.fn(async (text: string) => [{ id: 'same', label: text }]);
  const groups = await searchEverywhere(
    [
      { title: 'a', find },
      { title: 'b', find: () => Promise.reject(new Error('down')) },
      { title: 'c', find, visible: () => false },
    ],
    'jktyf',
    session('Owner'),
    new AbortController().signal,
  );
  expect(find.mock.calls.map(([text]) => text)).toEqual(['jktyf', 'олена']);
  expect(groups).toEqual([{ title: 'a', items: [{ id: 'same', label: 'олена' }] }]);
});

test.each([
  ['', null],
  ['12,5', 1250],
  ['12.5 %', 1250],
  ['abc', Number.NaN],
  ['1,234', Number.NaN],
])('the percent %s is %s hundredths', (text, expected) => {
  expect(readNumber(text, parsePercent)).toBe(expected);
});

test('counts are whole', () => {
  expect(readNumber('1 234', parseCount)).toBe(1234);
  expect(readNumber('1,5', parseCount)).toBeNaN();
});

test.each([
  [null, 0],
  ['2', 2],
  ['9', 3],
  ['-1', 0],
  ['x', 0],
])('step %s of the URL is %s', (text, expected) => {
  expect(stepFrom(text, 3)).toBe(expected);
});

test('time is relative within a day either way', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const before = (minutes: number) => formatWhen(new Date(now.getTime() - minutes * 60_000), now);
  expect(before(0)).toBe('щойно');
  expect(before(5)).toMatch(/^5\s*хв/);
  expect(before(180)).toMatch(/^3\s*год/);
  expect(before(24 * 60)).toBe('19.11.2026 14:00');
});

test('small formats', () => {
  expect(formatWeight(850)).toBe('850\u00a0г');
  expect(formatWeight(1250)).toBe('1,25\u00a0кг');
  expect(formatSize(1_468_006)).toBe('1,4\u00a0МБ');
  expect(initials('ТОВ «Текстиль-Плюс»')).toBe('ТТ');
  expect(initials('')).toBe('');
});

test('file names and types', () => {
  expect(fileNameFrom("attachment; filename*=UTF-8''%D0%B7%D0%B2%D1%96%D1%82.pdf")).toBe('звіт.pdf');
  expect(fileNameFrom('attachment; filename="a.pdf"')).toBe('a.pdf');
  expect(fileNameFrom(null)).toBeNull();
  expect(reportName(new Date('2026-11-20T10:15:00Z'))).toBe('report_2026-11-20T10-15-00.xlsx');
  expect(accepts(['.CSV', 'image/*'], { name: 'a.csv', type: '' })).toBe(true);
  expect(accepts(['image/*'], { name: 'a.pdf', type: 'application/pdf' })).toBe(false);
});

test('a storage that answers 200 with an error inside has failed', () => {
  expect(storageFailure(200, '')).toBeNull();
  expect(storageFailure(200, '<Error><Code>X</Code><Message>Denied</Message></Error>')?.message).toBe('Denied');
  expect(storageFailure(413, '{"code":"files.too_large","message":"Завеликий"}')?.code).toBe('files.too_large');
  expect(storageFailure(500, 'oops')?.message).toBe('Request failed with status 500');
});

test.each([
  ['/cp/orders/0192-a/edit', '/cp/orders/:id/edit'],
  ['/cp/applications/suppliers/tekstyl-plius', '/cp/applications/suppliers/:id'],
  ['/cp/suppliers/past', '/cp/suppliers/past'],
  ['/cp/suppliers', '/cp/suppliers'],
  ['/cp/catalogue/tekstyl-plius', '/cp/catalogue/:id'],
  ['/cp/catalogue/products/0192-a', '/cp/catalogue/products/:id'],
  ['/cp/operator/catalogue', '/cp/operator/catalogue'],
  ['/cp/settings/catalogue/facts', '/cp/settings/catalogue/facts'],
  ['/s/tekstyl-plius', '/s/:id'],
])('statistics are told of %s which page it is, not whose', (path, kind) => expect(pageKind(path)).toBe(kind));
