import { type Entries, wholly } from '../../test/entries';

const inquiry = { name: 'Оля', email_phone: 'olia@example.com' };

export const entries: Entries = {
  walls: {
    'GET site/options': {},
    'GET site/plan_prices': {},
    'POST site/events': { body: () => ({ event: 'page_view', page: '/price' }) },
    'POST site/contact_messages': { body: () => ({ ...inquiry, kind: 'contact' }) },
    'POST request_forms': { body: () => ({ request_form: { name: 'Оля', email: 'olia@example.com' } }) },
    'POST site/access_requests': { body: () => ({ name: 'Оля', email: 'olia@example.com', audience: 'dropshipper' }) },
    'POST feedback': { body: () => ({ comment: 'Дякую' }) },
    'POST support_messages': { body: () => ({ email: 'olia@example.com', message: 'Що це', consent: true }) },
  },
  growth: {
    reads: {
      'GET site/options': 'of one user or visitor, by key',
      'GET site/plan_prices': {
        known: { plan_prices: wholly('the price list: a row for each plan and time', 'plan_prices') },
      },
    },
  },
};
