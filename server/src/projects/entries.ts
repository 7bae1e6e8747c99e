import { kyivDate } from '@lanka/domain/kit/time';
import { type Ask, type Entries, each, type Known, one, P, sorted } from '../../test/entries';
import type { Side } from '../../test/walls/side';

const self = ({ people }: Side) => ({ id: people.Owner.id });
/** Each member with his user: 3,000 here. */
const BY_NAME: Known = {
  why: 'names of members stand with the people of the platform; the members of one project are looked up one by one',
  sorts: 3_100,
  reads: 15_000,
};
const TEAM: Ask['known'] = {
  'lower(u.name) collate "uk-x-icu" as cursor_key': BY_NAME,
  'u.email as cursor_key': BY_NAME,
  // PostgreSQL takes the project for an average one, which has ten
  'm.created_at as cursor_key': BY_NAME,
  'group by m.role': BY_NAME,
};
const BALANCES: Ask['known'] = {
  'as debts': { why: 'sums the balances that are not zero, from their index: those of one project', reads: 20_000 },
};

export const entries: Entries = {
  walls: {
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
      // who owns a project makes no second one
      verdicts: { Owner: 409, Foreign: 409, ForeignByName: 409 },
    },
    [`GET ${P}`]: {},
    [`PATCH ${P}`]: { body: () => ({ project: { minimum_order: '1' } }) },
    [`PUT ${P}/pause`]: { body: () => ({ until: kyivDate(new Date()) }) },
    [`DELETE ${P}/pause`]: {},
    [`GET ${P}/deletion`]: {},
    [`DELETE ${P}`]: { query: ({ mark }) => ({ title: mark }), passes: [409] },
    'GET users/me/deleted_projects': {},
    'POST users/me/deleted_projects/:id/restore': { params: ({ project }) => ({ id: project.id }), passes: [404] },
    [`GET ${P}/users`]: {},
    [`GET ${P}/users/counts`]: {},
    [`PATCH ${P}/users/:id/update_role`]: { body: () => ({ role: 'Producer' }) },
    [`GET ${P}/users/:id/belongings`]: {},
    [`GET ${P}/user_invitations`]: {},
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
    // the own account, by its id: anybody else is not there
    'GET users/:id': { params: self, only: ['Owner'] },
    'PATCH users/:id': { params: self, only: ['Owner'], body: () => ({ about: 'Я' }) },
    'GET users/me': {},
    'PATCH users/me': { body: () => ({ about: 'Я' }) },
    'PUT users/me/photo': { body: () => ({ image: Buffer.from('no picture').toString('base64') }), passes: [422] },
    'DELETE users/me/photo': {},
  },
  growth: {
    reads: {
      [`GET ${P}`]: one(),
      [`GET ${P}/deletion`]: { known: BALANCES },
      [`GET ${P}/users`]: {
        known: TEAM,
        queries: [
          { q: 'Людина 7' },
          ...each('role', 'Manager', 'Client', 'Owner,Administrator,Manager'),
          ...sorted('created_at', 'name', 'email'),
        ],
      },
      [`GET ${P}/users/counts`]: { known: TEAM, queries: [{ q: 'Людина 7' }] },
      [`GET ${P}/users/:id/belongings`]: { params: { id: '$manager' } },
      [`GET ${P}/user_invitations`]: {},
      [`GET ${P}/payment_details`]: {},
      [`GET ${P}/address`]: one(),
      'GET users/me': 'of one user or visitor, by key',
      'GET users/:id': 'of one user or visitor, by key',
      'GET projects': 'of one user or visitor, by key',
      'GET users/me/deleted_projects': 'of one user or visitor, by key',
      'GET invitations/:token': 'of one user or visitor, by key',
    },
  },
  fuzz: { undone: [`DELETE ${P}`, `PATCH ${P}/users/:id/update_role`] },
};
