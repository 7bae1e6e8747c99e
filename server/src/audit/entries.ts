import { type Entries, P } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`GET ${P}/audit`]: {},
    [`POST ${P}/audit`]: {},
  },
  growth: {
    reads: {
      [`GET ${P}/audit`]: 'the self-check is to look at everything; it runs at night',
    },
  },
};
