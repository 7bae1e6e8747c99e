import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../kit/errors';
import type { Role } from '../kit/roles';
import { ApplicationStatus } from './contract';
import { APPLICANT_DEEDS, type Deed, SUPPLIER_DEEDS } from './deeds';
import { type ApplicationState, planDeed, supplierDeeds } from './machine';

const STATES = ['none', ...ApplicationStatus.options] as const;
const DEEDS = [...APPLICANT_DEEDS, ...SUPPLIER_DEEDS] as const;

const outcome = (state: ApplicationState, deed: Deed, role: Role | null = null): string => {
  try {
    return planDeed({ state, role }, deed);
  } catch (error) {
    if (error instanceof DomainError) return error.code.replace('applications.', '!');
    throw error;
  }
};

/** Each deed in each state: where it leads, or `!` and why not. */
const TABLE: Record<Deed, Record<ApplicationState, string>> = {
  apply: {
    none: 'pending',
    pending: '!waits_already',
    // whoever has lost his access may ask for it again
    approved: 'pending',
    rejected: '!rejected_before',
    blocked: '!supplier_not_found',
    withdrawn: 'pending',
  },
  withdraw: {
    none: '!decided',
    pending: 'withdrawn',
    approved: '!decided',
    rejected: '!decided',
    blocked: '!decided',
    withdrawn: '!decided',
  },
  approve: {
    none: '!decided',
    pending: 'approved',
    approved: '!decided',
    rejected: '!decided',
    blocked: '!decided',
    withdrawn: '!decided',
  },
  reject: {
    none: '!decided',
    pending: 'rejected',
    approved: '!decided',
    rejected: '!decided',
    blocked: '!decided',
    withdrawn: '!decided',
  },
  invite: {
    none: '!decided',
    pending: '!decided',
    approved: '!decided',
    rejected: 'rejected',
    blocked: '!decided',
    withdrawn: '!decided',
  },
  block: {
    none: '!decided',
    pending: 'blocked',
    approved: 'blocked',
    rejected: 'blocked',
    blocked: '!decided',
    withdrawn: '!decided',
  },
  unblock: {
    none: '!decided',
    pending: '!decided',
    approved: '!decided',
    rejected: '!decided',
    blocked: 'pending',
    withdrawn: '!decided',
  },
};

describe('an application', () => {
  it.each(DEEDS.flatMap((deed) => STATES.map((state) => [state, deed, TABLE[deed][state]] as const)))(
    'that is %s: %s leads to %s',
    (state, deed, wanted) => expect(outcome(state, deed)).toBe(wanted),
  );

  it('is neither made nor answered by an invitation where both work together already', () => {
    for (const state of ['none', 'approved', 'rejected', 'withdrawn'] as const)
      expect(outcome(state, 'apply', 'Client')).toBe('!works_already');
    expect(outcome('rejected', 'invite', 'Client')).toBe('!works_already');
    expect(outcome('approved', 'block', 'Client')).toBe('blocked');
  });

  it('neither lets in nor shuts out whoever is on the staff by now', () => {
    for (const [state, deed] of [
      ['pending', 'approve'],
      ['pending', 'block'],
      ['rejected', 'invite'],
    ] as const)
      expect(outcome(state, deed, 'Manager')).toBe('!is_staff');
    expect(outcome('none', 'apply', 'Manager')).toBe('!own_project');
    expect(supplierDeeds({ state: 'pending', role: 'Manager' })).toEqual(['reject']);
  });

  it('offers the supplier those deeds that are possible', () => {
    expect(
      STATES.map((state) => [state, supplierDeeds({ state, role: state === 'approved' ? 'Client' : null })]),
    ).toEqual([
      ['none', []],
      ['pending', ['approve', 'reject', 'block']],
      ['approved', ['block']],
      ['rejected', ['invite', 'block']],
      ['blocked', ['unblock']],
      ['withdrawn', []],
    ]);
  });

  it('whatever both sides try, nobody gets in but by an approval, nor out of a block or a rejection by himself', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...DEEDS), { maxLength: 30 }), (tries) => {
        let state: ApplicationState = 'none';
        let isApproved = false;
        for (const deed of tries) {
          const before: ApplicationState = state;
          const next = outcome(before, deed, isApproved ? 'Client' : null);
          if (next.startsWith('!')) continue;
          state = next as ApplicationState;
          isApproved = state === 'approved';
          if (isApproved) expect([before, deed]).toEqual(['pending', 'approve']);
          if (before === 'blocked') expect(deed).toBe('unblock');
          if (before === 'rejected' && state !== 'rejected') expect(deed).toBe('block');
          expect(state).not.toBe('none');
        }
      }),
    );
  });
});
