import { type Entries, one, P } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`GET ${P}/sandbox`]: {},
    // in this world there is none
    [`POST ${P}/sandbox`]: { body: () => ({ replaces: '019ac000-0000-7000-8000-000000000000' }), passes: [409] },
    [`POST ${P}/sandbox/key`]: { passes: [404] },
    [`DELETE ${P}/sandbox`]: { passes: [404] },
  },
  growth: { reads: { [`GET ${P}/sandbox`]: one() } },
  // each one fills a project, and leaves a key and a job behind
  fuzz: { undone: [`POST ${P}/sandbox`] },
};
