import type { Role } from '@lanka/domain/kit/roles';
import { type Move, OrderStatus } from '@lanka/domain/orders/contract';
import { TRANSITIONS } from '@lanka/domain/orders/rules';
import { expect, test } from 'vitest';
import { consequencesOf, irreversibleOf, isOnlyStatus } from './effects';
import { bulkTargets, otherMoves, planBulk, primaryMove } from './moves';
import { text } from './text';

const move = (to: OrderStatus, over: Partial<Move> = {}): Move => ({
  to,
  allowed: true,
  needs_reason: false,
  final: false,
  effects: [],
  refusal: null,
  warning: null,
  ...over,
});
const movesFrom = (status: OrderStatus): Move[] =>
  TRANSITIONS.filter(({ from }) => from.includes(status)).map(({ to }) => move(to));

test.each([
  ['Draft', 'Pending'],
  ['Blocked', 'Pending'],
  ['Pending', 'Ready'],
  ['InProduction', 'Ready'],
  ['Ready', 'Loading'],
  ['Loading', 'Loaded'],
  ['Loaded', 'Sent'],
  ['Sent', 'Complete'],
  ['Complete', undefined],
  ['Canceled', undefined],
] as const)('from %s the page offers %s first', (status, to) => {
  expect(primaryMove(status, movesFrom(status))?.to).toBe(to);
});

test('a refused move on stays first and says why; giving up is never first', () => {
  const refused = move('Pending', { allowed: false, refusal: { code: 'orders.no_items', message: 'немає позицій' } });
  expect(primaryMove('Draft', [move('Canceled'), refused])).toBe(refused);
  expect(primaryMove('Draft', [move('Canceled')])).toBeNull();
  expect(primaryMove('Ready', [move('InProduction'), move('Blocked')])?.to).toBe('InProduction');
});

test('every other move stands in the menu, giving up last', () => {
  for (const status of OrderStatus.options) {
    const moves = movesFrom(status);
    const first = primaryMove(status, moves);
    const rest = otherMoves(status, moves);
    expect(rest.length + (first ? 1 : 0)).toBe(moves.length);
    const back = rest.findIndex(({ to }) => to === 'Canceled' || to === 'Blocked');
    if (back >= 0) expect(rest.slice(back).every(({ to }) => to === 'Canceled' || to === 'Blocked')).toBe(true);
  }
});

const row = (status: OrderStatus, sum = 100) => ({ status, sum });

test('a bulk move takes those it can, names the others, and sums what it charges', () => {
  const rows = [row('Pending', 100), row('Loaded', 250), row('Sent', 999), row('Draft', 5)];
  const plan = planBulk(rows, 'Sent', 'Manager');
  expect(plan.able).toEqual([rows[0], rows[1]]);
  expect(plan.unable).toEqual([rows[2], rows[3]]);
  expect(plan.effects).toEqual(['ship', 'charge']);
  expect(plan.charge).toBe(350);
  // what is sent was charged then
  expect(planBulk(rows, 'Complete', 'Manager').charge).toBe(350);
  expect(planBulk(rows, 'Canceled', 'Manager')).toMatchObject({ needs_reason: true, final: true });
});

test.each<[Role, readonly OrderStatus[]]>([
  ['Manager', ['InProduction', 'Loading', 'Sent', 'Complete', 'Blocked', 'Canceled']],
  ['Stockman', ['Loading', 'Sent', 'Complete']],
  ['Producer', ['InProduction']],
])('%s may move ready orders to %j', (role, targets) => {
  expect(bulkTargets([row('Ready')], role)).toEqual(targets);
});

const order = { status: 'Loaded', counterparty_name: 'Зірка', project_title: 'Фабрика', items: [] } as const;
const shipping = move('Sent', {
  effects: [
    { kind: 'ship', count: 5 },
    { kind: 'charge', amount: 91808 },
  ],
});

test('consequences are said in words and figures, to each from his side', () => {
  expect(consequencesOf(shipping, { ...order, items: [] }, false, text.ua, 'ua')).toEqual([
    'Спишеться зі складу: 5 од.',
    'Баланс контрагента «Зірка» зменшиться на 918,08\u00a0₴',
  ]);
  expect(consequencesOf(shipping, { ...order, items: [] }, true, text.ua, 'ua')[1]).toContain(
    'у постачальника «Фабрика»',
  );
  expect(consequencesOf(move('Loading'), { ...order, items: [] }, false, text.ua, 'ua')).toEqual([
    'Зміниться лише статус: з «Завантажене» на «Завантажується»',
  ]);
});

test('a draft that was not booked releases nothing', () => {
  const cancel = move('Canceled', { effects: [{ kind: 'release', count: 5 }] });
  const draft = { ...order, status: 'Draft' as const, items: [] };
  expect(consequencesOf(cancel, draft, false, text.ua, 'ua')).toEqual([
    'Зміниться лише статус: з «Чернетка» на «Скасоване»',
  ]);
  expect(consequencesOf(cancel, { ...order, items: [] }, false, text.ua, 'ua')[0]).toContain('5 од.');
});

test('what cannot be undone is said', () => {
  expect(irreversibleOf('Ready', false, text.ua)).toBeNull();
  expect(irreversibleOf('Sent', true, text.ua)).toBe(text.ua.irreversibleSent);
  expect(irreversibleOf('Complete', true, text.ua)).toContain(text.ua.irreversibleComplete);
});

test('a move that changes only the status is not asked about', () => {
  const known = { ...order, items: [] };
  expect(isOnlyStatus(move('Loading'), known, text.ua)).toBe(true);
  expect(isOnlyStatus(shipping, known, text.ua)).toBe(false);
  expect(isOnlyStatus(move('Ready', { needs_reason: true }), known, text.ua)).toBe(false);
  expect(isOnlyStatus(move('Ready', { effects: [{ kind: 'release', count: 2 }] }), known, text.ua)).toBe(false);
  // given up, finished or sent back: each says more than a status
  for (const to of ['Canceled', 'Complete', 'Blocked'] as const)
    expect(isOnlyStatus(move(to), known, text.ua)).toBe(false);
});
