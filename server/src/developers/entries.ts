import type { Entries } from '../../test/entries';

export const entries: Entries = {
  walls: {
    'GET public/openapi.json': {},
    'GET developers': {},
    'GET developers/:language/:page': { params: () => ({ language: 'ua', page: 'start' }) },
  },
  growth: {
    reads: {
      'GET public/openapi.json': 'asks nothing of the database',
      'GET developers': 'asks nothing of the database',
      'GET developers/:language/:page': 'asks nothing of the database',
    },
  },
};
