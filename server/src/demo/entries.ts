import type { Entries } from '../../test/entries';

export const entries: Entries = {
  walls: {
    'GET demo': {},
    'GET demo/mails': { passes: [404] },
    'GET demo/mails/:id': { params: () => ({ id: crypto.randomUUID() }), passes: [404] },
    'GET demo/letters': { passes: [404] },
  },
  growth: {
    reads: {
      'GET demo': 'of one user or visitor, by key',
      'GET demo/mails': 'of one user or visitor, by key',
      'GET demo/mails/:id': 'of one user or visitor, by key',
      'GET demo/letters': 'of one user or visitor, by key',
    },
  },
};
