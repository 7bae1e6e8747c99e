import type { Entries } from '../../test/entries';

export const entries: Entries = {
  walls: { 'GET public/openapi.json': { passes: [200] } },
  growth: { reads: { 'GET public/openapi.json': 'asks nothing of the database' } },
};
