import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kit/errors';
import { type Access, type AccessChange, planAccess, resendableAt } from './rules';

const user: Access = { blocked: false, staff: false };
const operator: Access = { blocked: false, staff: true };
const blocked: Access = { blocked: true, staff: false };

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return (error as DomainError).code;
  }
}

describe('a change of access', () => {
  it.each<[string, Access, AccessChange, string[], boolean]>([
    ['block', user, { blocked: true }, ['user_blocked'], true],
    ['block again', blocked, { blocked: true }, [], false],
    ['unblock', blocked, { blocked: false }, ['user_unblocked'], false],
    ['give the role', user, { platform_role: 'Staff' }, ['staff_given'], false],
    ['take the role', operator, { platform_role: null }, ['staff_taken'], false],
    [
      'block an operator and take the role',
      operator,
      { blocked: true, platform_role: null },
      ['user_blocked', 'staff_taken'],
      true,
    ],
    [
      'unblock and give the role',
      blocked,
      { blocked: false, platform_role: 'Staff' },
      ['user_unblocked', 'staff_given'],
      false,
    ],
    ['nothing', operator, {}, [], false],
  ])('%s', (_, before, change, deeds, endSessions) => {
    const plan = planAccess(before, change, false, 1);
    expect([plan.deeds, plan.endSessions]).toEqual([deeds, endSessions]);
  });

  it.each<[Access, AccessChange, boolean, number, string]>([
    [operator, { blocked: true }, true, 5, 'operator.oneself'],
    [operator, { platform_role: null }, true, 5, 'operator.oneself'],
    [operator, { blocked: true }, false, 0, 'operator.last_staff'],
    [operator, { platform_role: null }, false, 0, 'operator.last_staff'],
    [blocked, { platform_role: 'Staff' }, false, 1, 'operator.blocked_staff'],
    [user, { blocked: true, platform_role: 'Staff' }, false, 1, 'operator.blocked_staff'],
  ])('%j with %j is refused (%s, %i others)', (before, change, isOneself, others, code) => {
    expect(codeOf(() => planAccess(before, change, isOneself, others))).toBe(code);
  });

  it('never leaves the platform without an operator who can sign in', () => {
    const access = fc.record({ blocked: fc.boolean(), staff: fc.boolean() });
    const change = fc.record(
      { blocked: fc.boolean(), platform_role: fc.constantFrom<'Staff' | null>('Staff', null) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(access, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(), change)),
        (start, changes) => {
          const isActive = ({ blocked, staff }: Access) => staff && !blocked;
          const all = start.map((one) => ({ ...one }));
          if (!all.some(isActive)) all[0] = operator;
          for (const [n, one] of changes) {
            const at = n % all.length;
            const others = all.filter((other, i) => i !== at && isActive(other)).length;
            try {
              all[at] = planAccess(all[at] as Access, one, false, others).after;
            } catch (error) {
              expect(error).toBeInstanceOf(DomainError);
            }
            expect(all.some(isActive)).toBe(true);
          }
        },
      ),
    );
  });
});

it('an invitation may be sent again after 15 minutes', () => {
  expect(resendableAt('2026-11-21T10:00:00.000Z')).toBe('2026-11-21T10:15:00.000Z');
  expect(resendableAt(null)).toBeNull();
});
