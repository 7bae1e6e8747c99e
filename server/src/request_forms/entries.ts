import { createRequestForm, saveSiteForm } from '@lanka/domain/request_forms/contract';
import { type Entries, each, type Known, one, P, sorted, wholly } from '../../test/entries';

const SENT = { name: 'Олена Пчілка', phone: '0931112233', comment: 'Чи є льон сірого кольору?' };
const ORIGIN = 'https://shop.example.com';
const FORM = { enabled: true, origins: [ORIGIN], locale: 'ua' as const, title: '', notice: '', thanks: '' };
/** Each tenth has the name. */
const FOUND: Known = { why: 'sorts what a search found, where that is all', sorts: 2_000 };

export const entries: Entries = {
  walls: {
    [`GET ${P}/request_forms`]: {},
    [`GET ${P}/request_forms/counts`]: {},
    [`GET ${P}/request_forms/:id`]: {},
    [`POST ${P}/request_forms`]: { body: () => SENT },
    [`PATCH ${P}/request_forms/:id`]: { body: () => ({ status: 'done', note: 'Відповіли' }) },
    [`DELETE ${P}/request_forms/:id`]: {},
    [`GET ${P}/site_form`]: {},
    [`PUT ${P}/site_form`]: { body: () => FORM },
    'GET site_forms/:project/form.js': {
      params: ({ project }) => ({ project: project.id }),
      // what stands on the form is for everybody
      open: true,
    },
    'GET site_forms/:project/ticket': {
      params: ({ project }) => ({ project: project.id }),
      headers: () => ({ origin: ORIGIN }),
    },
    'POST site_forms/:project': {
      params: ({ project }) => ({ project: project.id }),
      headers: () => ({ origin: ORIGIN }),
      body: () => ({ ...SENT, ticket: 'made up' }),
      // nobody has a ticket here
      passes: [422],
    },
  },
  async world(app, { project, mark }) {
    const params = { project_id: project.id };
    const { token } = project.owner;
    const made = await app.call(createRequestForm, { params, token, body: { ...SENT, name: mark } });
    await app.call(saveSiteForm, { params, token, body: { ...FORM, title: mark } });
    return { request_forms: made.body.id };
  },
  growth: {
    reads: {
      [`GET ${P}/request_forms`]: {
        known: { 'with matched': FOUND },
        queries: [
          ...sorted('created_at'),
          ...each('status', 'new', 'done'),
          ...each('q', 'шевчук', 'шевчук марта', '0930007469', 'немає такого'),
          { q: 'шевчук', status: 'new' },
        ],
      },
      [`GET ${P}/request_forms/counts`]: {},
      [`GET ${P}/request_forms/:id`]: one({ id: '$requestForm' }),
      [`GET ${P}/site_form`]: 'one thing by its key',
      'GET site_forms/:project/form.js': 'one thing by its key',
      'GET site_forms/:project/ticket': 'one thing by its key',
    },
    writes: {
      [`POST ${P}/request_forms`]: [{ body: SENT }],
      [`PATCH ${P}/request_forms/:id`]: [{ params: { id: '$requestForm' }, body: { status: 'done' } }],
      [`DELETE ${P}/request_forms/:id`]: [
        {
          params: { id: '$requestForm' },
          known: {
            notice_events: wholly('what waits to be told', 'notice_events'),
            'from webhooks': wholly('ten of a project at most', 'webhooks'),
          },
        },
      ],
      [`PUT ${P}/site_form`]: [{ body: FORM, known: { '': wholly('one for each project', 'site_forms') } }],
    },
    rows: [
      `insert into request_forms (project_id, id, status, name, phone, comment, source, search_text, created_at)
         select :project:, pg_temp.key('request form' || n), case when n % 9 = 0 then 'new' else 'done' end, name,
           380930000000 + n * 97, 'Питання ' || n, 'site', lower(name) || chr(10) || 380930000000 + n * 97,
           now() - n * interval '10 minutes'
         from generate_series(1, 20000) n, lateral (select
           (array['Шевчук','Бойко','Коваль','Ткач','Мороз','Лисенко','Савчук','Руденко','Поліщук','Кравець'])[1 + n % 10]
           || ' ' || (array['Марта','Олег','Ірина','Степан','Одарка','Юрій','Леся'])[1 + n % 7] || ' ' || n as name) named`,
      `insert into search_pending (project_id, kind, id)
         select project_id, 'request_forms', id from request_forms where project_id = :project: on conflict do nothing`,
    ],
    ids: { requestForm: 'request_forms where project_id = :project:' },
  },
};
