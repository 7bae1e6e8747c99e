import { type Entries, P } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`GET ${P}/billing_account`]: {},
    [`GET ${P}/plan_changes`]: {},
    [`PATCH ${P}/subscription_plan`]: { body: () => ({ subscription_plan: 'manufacturer-premium-monthly' }) },
    'GET users/billing_account': {},
    'GET users/plan_changes': {},
    'PATCH users/subscription_plan': { body: () => ({ subscription_plan: 'dropshipper-standard-monthly' }) },
  },
  growth: {
    reads: {
      [`GET ${P}/billing_account`]: {},
      [`GET ${P}/plan_changes`]: {},
      'GET users/billing_account': 'of one user or visitor, by key',
      'GET users/plan_changes': 'of one user or visitor, by key',
    },
  },
  fuzz: { undone: [`PATCH ${P}/subscription_plan`, 'PATCH users/subscription_plan'] },
};
