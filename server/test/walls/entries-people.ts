import type { Entry } from './entry';
import type { Side } from './world';

const P = 'projects/:project_id';
const self = ({ people }: Side) => ({ id: people.Owner.id });
const idle = ({ ids }: Side) => ({ id: ids.idleCounterparty as string });
const invited = ({ ids }: Side) => ({ id: ids.invitedCounterparty as string });

/** The project itself, its members, counterparties and settings. */
export const peopleEntries: Readonly<Record<string, Entry>> = {
  'GET projects': {},
  'POST projects': {
    body: () => ({
      project: {
        legal_type: 'ФОП',
        legal_name: 'ФОП Нова',
        contact_person: 'Нова',
        edropoy_code: '3184710691',
        title: 'Нова',
        category: 'Одяг',
      },
    }),
  },
  [`GET ${P}`]: {},
  [`PATCH ${P}`]: { body: () => ({ project: { minimum_order: '1' } }) },
  [`GET ${P}/deletion`]: {},
  [`DELETE ${P}`]: { body: ({ mark }) => ({ title: mark }), passes: [409] },
  'GET users/me/deleted_projects': {},
  'POST users/me/deleted_projects/:id/restore': { params: ({ project }) => ({ id: project.id }), passes: [404] },

  [`GET ${P}/users`]: {},
  [`GET ${P}/users/counts`]: {},
  [`GET ${P}/users/me`]: {},
  // the own record is for everybody, those of others need `users.read`
  [`GET ${P}/users/:id`]: { verdicts: { Producer: 403, Stockman: 403, Client: 403, OtherClient: 403 } },
  [`POST ${P}/users`]: {
    body: ({ people }) => ({ email: 'new@example.com', role: 'Client', manager_id: people.Manager.id }),
  },
  [`PATCH ${P}/users/:id`]: {
    params: ({ people }) => ({ id: people.Client.id }),
    body: ({ people }) => ({ manager_id: people.Manager.id }),
  },
  [`PATCH ${P}/users/:id/update_role`]: { body: () => ({ role: 'Producer' }) },
  [`GET ${P}/users/:id/belongings`]: {},
  [`DELETE ${P}/users/:id`]: {
    params: ({ people }) => ({ id: people.Stockman.id }),
    query: ({ people }) => ({ hand_over_to: people.Administrator.id }),
  },
  [`GET ${P}/user_invitations`]: {},
  [`POST ${P}/user_invitations`]: { body: () => ({ email: 'worker@example.com', role: 'Manager' }) },
  [`POST ${P}/user_invitations/:id/resend_invitation`]: {},
  [`DELETE ${P}/user_invitations/:id`]: {},
  'GET invitations/:token': { open: true },
  'POST invitations/:token': { open: true },

  [`GET ${P}/payment_details`]: {},
  [`POST ${P}/payment_details`]: { body: () => ({ recipient_name: 'ФОП' }) },
  [`PATCH ${P}/payment_details/:id`]: { body: () => ({ comment: 'Так' }) },
  [`DELETE ${P}/payment_details/:id`]: {},
  [`GET ${P}/address`]: {},
  [`PATCH ${P}/address`]: { body: () => ({ city: 'Львів' }) },

  [`GET ${P}/counterparties`]: { query: ({ people }) => ({ manager_id: people.Manager.id }) },
  [`GET ${P}/counterparties/counts`]: {},
  [`POST ${P}/counterparties`]: { body: ({ people }) => ({ name: 'Новий', manager_id: people.Manager.id }) },
  [`GET ${P}/counterparties/:id`]: {},
  [`PATCH ${P}/counterparties/:id`]: { body: ({ people }) => ({ manager_id: people.Manager.id }) },
  [`DELETE ${P}/counterparties/:id`]: { params: idle },
  [`POST ${P}/counterparties/:id/invite`]: { params: idle, body: () => ({ email: 'drop@example.com' }) },
  [`POST ${P}/counterparties/:id/resend_invitation`]: { params: invited },
  [`POST ${P}/counterparties/:id/withdraw_invitation`]: { params: invited },
  [`POST ${P}/counterparties/:id/remove_access`]: {},
  [`GET ${P}/counterparties/:id/ledger`]: {},
  [`GET ${P}/counterparties/:id/reconciliation`]: { query: () => ({ from: '2025-01-01', to: '2025-12-31' }) },
  'GET dropshipping/suppliers': {},

  [`GET ${P}/billing_account`]: {},
  [`GET ${P}/plan_changes`]: {},
  [`PATCH ${P}/subscription_plan`]: { body: () => ({ subscription_plan: 'manufacturer-premium-monthly' }) },
  'GET users/billing_account': {},
  'GET users/plan_changes': {},
  'PATCH users/subscription_plan': { body: () => ({ subscription_plan: 'dropshipper-standard-monthly' }) },

  // the own account, by its id: anybody else is not there
  'GET users/:id': { params: self, only: ['Owner'] },
  'PATCH users/:id': { params: self, only: ['Owner'], body: () => ({ about: 'Я' }) },
};
