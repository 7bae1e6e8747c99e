import { type Entries, P } from '../../test/entries';

export const entries: Entries = {
  walls: {
    [`POST ${P}/uploads`]: { body: () => ({ file_name: 'a.png' }) },
  },
};
