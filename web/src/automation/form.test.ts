import { describe, expect, it } from 'vitest';
import { EMPTY, RuleForm, toBody } from './form';

const good = { ...EMPTY, name: 'Великі', statuses: ['Pending' as const], move_to: 'InProduction' as const };

describe('the form of a rule', () => {
  it('sends ids of counterparties, and statuses only where they are asked', () => {
    const counterparties = [{ id: '018f0000-0000-7000-8000-000000000001', name: 'Крамниця' }];
    expect(toBody({ ...good, counterparties })).toMatchObject({
      counterparty_ids: ['018f0000-0000-7000-8000-000000000001'],
      statuses: ['Pending'],
    });
    expect(toBody({ ...good, trigger: 'ttn_given' }).statuses).toEqual([]);
    const paid = { ...good, trigger: 'paid' as const, paid_states: ['overdue' as const] };
    expect(toBody(paid)).toMatchObject({ statuses: [], paid_states: ['overdue'] });
    expect(toBody({ ...paid, trigger: 'moved' }).paid_states).toEqual([]);
    const told = { ...good, trigger: 'delivery' as const, delivery_states: ['waiting' as const] };
    expect(toBody(told)).toMatchObject({ statuses: [], delivery_states: ['waiting'] });
    expect(toBody({ ...told, trigger: 'moved' }).delivery_states).toEqual([]);
  });

  it('complains on the fields that it has', () => {
    const paths = (change: object) =>
      RuleForm.safeParse({ ...good, ...change }).error?.issues.map((issue) => issue.path.join('.'));
    expect(paths({})).toBeUndefined();
    expect(paths({ statuses: [] })).toEqual(['statuses']);
    expect(paths({ trigger: 'paid' })).toEqual(['paid_states']);
    expect(paths({ trigger: 'delivery' })).toEqual(['delivery_states']);
    expect(paths({ move_to: null })).toEqual(['move_to']);
    expect(paths({ notice_to: 'leaders' })).toEqual(['notice_text']);
  });
});
