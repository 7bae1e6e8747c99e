import * as contract from '@lanka/domain/automation/contract';
import { Id } from '@lanka/domain/kit/ids';
import { z } from 'zod';

/** What people fill in: counterparties with their names, where the contract has ids. */
export const RuleForm = contract.RuleBody.omit({ counterparty_ids: true })
  .extend({ counterparties: z.array(z.object({ id: Id, name: z.string() })) })
  .check((context) => {
    for (const { path, code } of contract.ruleProblems(toBody(context.value)))
      context.issues.push({ code: 'custom', path: [path], message: code, input: context.value });
  });
export type RuleForm = z.infer<typeof RuleForm>;

/** Statuses, payment and delivery are of the triggers that ask for them alone. */
export function toBody({ counterparties, ...rest }: RuleForm): contract.RuleBody {
  return {
    ...rest,
    statuses: rest.trigger === 'moved' ? rest.statuses : [],
    paid_states: rest.trigger === 'paid' ? rest.paid_states : [],
    delivery_states: rest.trigger === 'delivery' ? rest.delivery_states : [],
    counterparty_ids: counterparties.map(({ id }) => id),
  };
}

export const EMPTY: RuleForm = {
  name: '',
  enabled: true,
  trigger: 'moved',
  statuses: [],
  paid_states: [],
  delivery_states: [],
  sum_from: null,
  sum_to: null,
  counterparties: [],
  tags: [],
  move_to: null,
  paper: null,
  comment: null,
  comment_visibility: 'managers',
  notice_to: null,
  notice_text: null,
};
