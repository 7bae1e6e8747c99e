import type { Entries } from '../../test/entries';

const wrongToken = () => ({ token: 'x'.repeat(43) });
const PASSWORD = 'a long enough password';

export const entries: Entries = {
  walls: {
    'GET auth/provider': { passes: [404] },
    'GET auth/provider/callback': { passes: [404] },
    'GET auth/provider/sign_out': { passes: [404] },
    'GET auth/options': {},
    'POST auth/token': { body: ({ people }) => ({ email: people.Owner.email, password: PASSWORD }), remembers: true },
    'POST auth/refresh': { passes: [401] },
    'POST auth/sign_out': {},
    'POST auth/password_reset': { body: () => ({ email: 'nobody@example.com' }) },
    'POST auth/password': { body: () => ({ ...wrongToken(), password: PASSWORD }), passes: [404] },
    'GET auth/sign_up_invitations/:token': { params: wrongToken, passes: [404] },
    'POST auth/sign_up_invitations/:token': {
      params: wrongToken,
      body: () => ({ name: 'Оля', password: PASSWORD }),
      passes: [404],
    },
    'POST auth/sign_up': {
      body: () => ({ name: 'Оля', email: 'olia@example.com', password: PASSWORD }),
      passes: [403],
    },
    'POST auth/resend_confirmation': { body: () => ({ email: 'nobody@example.com' }) },
    'POST auth/confirm_email': { body: wrongToken, passes: [404] },
    'POST users/me/email': {
      body: () => ({ email: 'olia@example.com', password: 'not the password' }),
      passes: [422],
      remembers: true,
    },
    'GET users/me/second_factor': {},
    'POST users/me/second_factor': { remembers: true, body: () => ({ password: PASSWORD }) },
    'POST users/me/second_factor/confirm': { remembers: true, body: () => ({ otp: '123456' }), passes: [409] },
    'POST users/me/second_factor/recovery_codes': {
      remembers: true,
      body: () => ({ password: PASSWORD, otp: '123456' }),
      passes: [409],
    },
    'POST users/me/second_factor/disable': {
      remembers: true,
      body: () => ({ password: PASSWORD, otp: '123456' }),
      passes: [409],
    },
    'GET users/me/sessions': {},
    'DELETE users/me/sessions/:id': { only: ['Manager'] },
    'POST users/me/sessions/end_others': {},
  },
  growth: {
    reads: {
      'GET auth/provider': 'of one user or visitor, by key',
      'GET auth/provider/callback': 'of one user or visitor, by key',
      'GET auth/provider/sign_out': 'of one user or visitor, by key',
      'GET auth/options': 'of one user or visitor, by key',
      'GET auth/sign_up_invitations/:token': 'of one user or visitor, by key',
      'GET users/me/second_factor': 'of one user or visitor, by key',
      'GET users/me/sessions': 'of one user or visitor, by key',
    },
  },
  fuzz: {
    undone: [
      'POST auth/sign_out',
      'POST auth/password',
      'POST users/me/email',
      'POST users/me/second_factor',
      'POST users/me/second_factor/confirm',
      'POST users/me/second_factor/recovery_codes',
      'POST users/me/second_factor/disable',
      'DELETE users/me/sessions/:id',
      'POST users/me/sessions/end_others',
    ],
  },
};
