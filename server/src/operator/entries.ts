import { type Entries, each, type Known, sorted, wholly } from '../../test/entries';

/** Every job of this world succeeds. */
const noJob = () => ({ id: '01a1fd26-be8e-7398-b327-5a46a9f85075' });
/** Where words have an index of their parts, what is rare is found by it and sorted, what is frequent by walking. */
const BY_PARTS: Known = { why: 'a search reads what it found', sorts: 1_001 };
const EACH_STATUS: Known = { why: 'counts for each status among all that fit, up to 10,000', reads: 36_000 };
const BY_ROLE = wholly('roles stand with the projects: each person is looked up until the page is full', 'users');
/** Where a project's counts stop, and how many of them one statement has. */
const COUNTS: Known = { why: 'counts up to 10,000 of each, from its index', reads: 70_000 };
const QUEUE = wholly('the table of the queue', 'job_common');
const MEMBERS: Known = { why: 'the first 200 of the members of one project, 3,000 here', sorts: 3_100 };
const CARDS: Known = { why: 'counts up to 1,000 of each of four in each project of the page', reads: 25_000 };

/** A page of those of the days that have a first order, or none. */
const OF_DAYS: Known = {
  why: 'puts the accounts or projects of the days in their order',
  reads: 60_000,
  sorts: 20_000,
};
/** Over the accounts and projects of the days. */
const FIRST_ORDERS: Readonly<Record<string, Known>> = {
  'from users x where': { why: 'reads the accounts of the days', reads: 60_000, sorts: 2_000, whole: ['users'] },
  'from projects x where': { why: 'reads the projects of the days', reads: 60_000, whole: ['projects'] },
  'memberships_of(x.id)': {
    why: 'looks where the accounts of the days are',
    reads: 120_000,
    sorts: 20_000,
    whole: ['users', 'projects'],
  },
  'exists (select 1 from orders': {
    why: 'looks for one order in each new project, and of each new account',
    ...{ reads: 120_000, sorts: 20_000, whole: ['projects', 'memberships'] },
  },
};

export const entries: Entries = {
  walls: {
    'GET operator/overview': {},
    'GET operator/visits': {},
    'GET operator/visits/days': { query: () => ({ event: 'visit' }) },
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
  },
  growth: {
    reads: {
      // the queue of jobs is not ours; what was given up is few
      'GET operator/overview': {
        known: {
          ...{ 'as pending_requests': COUNTS, 'as complaints': COUNTS, 'from pgboss.job': QUEUE },
          service_figures: wholly('one row for each service', 'service_figures'),
        },
      },
      'GET operator/visits': {
        known: {
          site_days: wholly('each kind of page of the days', 'site_days'),
          'from access_requests': { why: 'counts the requests of the days', reads: 60_000, whole: ['access_requests'] },
          ...FIRST_ORDERS,
        },
        queries: each('by', 'day', 'month'),
      },
      'GET operator/visits/days': {
        known: { site_days: wholly('each kind of page of the days', 'site_days') },
        always: { event: 'click' },
        queries: [{ page: '/' }, { page: '/', label: 'open:access' }],
      },
      'GET operator/access_requests': {
        known: { '.id = any(array(': BY_PARTS },
        queries: [
          ...each('q', 'asker77', 'asker7777', 'example', 'немає такого'),
          ...each('status', 'pending', 'approved', 'rejected'),
          ...each('audience', 'manufacturer', 'dropshipper'),
          { from: '2026-01-01', to: '2026-01-31' },
          ...sorted('created_at', 'name', 'email'),
        ],
      },
      'GET operator/access_requests/counts': {
        known: { 'with hits as': EACH_STATUS },
        queries: each('q', 'asker77', 'example'),
      },
      'GET operator/access_requests/:id': { params: { id: '$request' } },
      'GET operator/users': {
        known: { 'and m.role = ': BY_ROLE, '.id = any(array(': BY_PARTS, ...FIRST_ORDERS, ' u.id = any($': OF_DAYS },
        queries: [
          ...each('q', 'large77', 'large7777', 'людина 7', 'example', '067100', '0671000777', 'немає такого'),
          ...sorted('created_at', 'name', 'email', 'last_sign_in_at'),
          ...each('role', 'Staff', 'Client'),
          ...each('blocked', 'true', 'false'),
          { from: '2026-01-01', to: '2026-01-31' },
          ...each('ordered', 'true', 'false'),
        ],
      },
      'GET operator/users/:id': { params: { id: '$manager' } },
      'GET operator/projects': {
        known: { '.id = any(array(': BY_PARTS, 'as owner_id': CARDS, ...FIRST_ORDERS, ' p.id = any($': OF_DAYS },
        queries: [
          { from: '2026-01-01', to: '2026-01-31' },
          ...each('ordered', 'true', 'false'),
          ...each('q', 'large-77', 'large-7777', 'фабрика', 'немає такого'),
          ...sorted('created_at', 'title'),
          ...each('status', 'active', 'deleted'),
          ...each('subscription_plan', 'manufacturer-basic-monthly', 'manufacturer-premium-monthly'),
        ],
      },
      'GET operator/projects/:id': {
        known: { 'as owner_id': CARDS, 'x.role = ': MEMBERS },
        params: { id: '$project' },
      },
      'GET operator/messages': {
        known: { '.id = any(array(': BY_PARTS },
        queries: [
          ...each('q', 'звернення 77', 'звернення 7777', 'звернення', 'немає такого'),
          ...each('status', 'new', 'done'),
          ...each('kind', 'feedback', 'contact'),
          ...sorted('created_at'),
        ],
      },
      'GET operator/messages/counts': {
        known: { 'with hits as': EACH_STATUS },
        queries: each('q', 'звернення 77', 'звернення'),
      },
      'GET operator/messages/:id': { params: { id: '$message' } },
      'GET operator/actions': {
        known: { '.id = any(array(': BY_PARTS },
        queries: [
          ...each('q', 'людина 77', 'людина 7777', 'людина', 'немає такого'),
          ...each('deed', 'user_blocked', 'maintenance_on'),
          { subject_id: '$manager' },
          ...sorted('created_at'),
        ],
      },
      'GET operator/maintenance': 'the queue of jobs and the switch are not tables of ours',
      'GET operator/dead_letters': 'the queue of jobs and the switch are not tables of ours',
      'GET operator/dead_letters/counts': 'the queue of jobs and the switch are not tables of ours',
      'GET operator/dead_letters/:id': 'the queue of jobs and the switch are not tables of ours',
    },
  },
  fuzz: { undone: ['PATCH operator/users/:id', 'PUT operator/maintenance'] },
};
