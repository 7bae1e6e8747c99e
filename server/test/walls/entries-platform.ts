import type { Entry } from './entry';

const wrongToken = () => ({ token: 'x'.repeat(43) });
/** Every job of this world succeeds. */
const noJob = () => ({ id: '01a1fd26-be8e-7398-b327-5a46a9f85075' });
const PASSWORD = 'a long enough password';
const inquiry = { name: 'Оля', email_phone: 'olia@example.com' };

/** Accounts, the public pages, the operator, the demo. */
export const platformEntries: Readonly<Record<string, Entry>> = {
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
  'POST auth/sign_up': { body: () => ({ name: 'Оля', email: 'olia@example.com', password: PASSWORD }), passes: [403] },
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
  'GET users/me': {},
  'PATCH users/me': { body: () => ({ about: 'Я' }) },
  'PUT users/me/photo': { body: () => ({ image: Buffer.from('no picture').toString('base64') }), passes: [422] },
  'DELETE users/me/photo': {},

  'GET site/options': {},
  'POST site/contact_messages': { body: () => ({ ...inquiry, kind: 'contact' }) },
  'POST request_forms': { body: () => ({ request_form: { name: 'Оля', email: 'olia@example.com' } }) },
  'POST site/access_requests': { body: () => ({ name: 'Оля', email: 'olia@example.com', audience: 'dropshipper' }) },
  'POST feedback': { body: () => ({ comment: 'Дякую' }) },
  'POST support_messages': { body: () => ({ email: 'olia@example.com', message: 'Що це', consent: true }) },

  'GET operator/overview': {},
  'GET operator/access_requests': {},
  'GET operator/access_requests/counts': {},
  'GET operator/access_requests/:id': {},
  'POST operator/access_requests/:id/approve': {},
  'POST operator/access_requests/:id/reject': { body: () => ({}) },
  'POST operator/access_requests/:id/resend': { passes: [409] },
  'GET operator/users': {},
  'GET operator/users/:id': {},
  'PATCH operator/users/:id': { body: () => ({ blocked: true, reason: 'Спам' }) },
  'POST operator/users/:id/remove_second_factor': { body: () => ({ reason: 'Загублений телефон' }), passes: [409] },
  'GET operator/projects': {},
  'GET operator/projects/:id': { params: ({ project }) => ({ id: project.id }) },
  'GET operator/messages': {},
  'GET operator/messages/counts': {},
  'GET operator/messages/:id': {},
  'PATCH operator/messages/:id': { body: () => ({ status: 'done' }) },
  'GET operator/maintenance': {},
  'PUT operator/maintenance': { body: () => ({ on: false }) },
  'GET operator/actions': {},
  'GET operator/dead_letters': {},
  'GET operator/dead_letters/counts': {},
  'GET operator/dead_letters/:id': { params: noJob, passes: [404] },
  'POST operator/dead_letters/replay': { body: () => ({}) },
  'POST operator/dead_letters/:id/replay': { params: noJob, passes: [404] },
  'POST operator/dead_letters/:id/discard': { params: noJob, body: () => ({ reason: 'Застаріло' }), passes: [404] },

  'GET demo': {},
  'GET demo/mails': { passes: [404] },
  'GET demo/mails/:id': { params: () => ({ id: crypto.randomUUID() }), passes: [404] },
  'GET demo/letters': { passes: [404] },
};
