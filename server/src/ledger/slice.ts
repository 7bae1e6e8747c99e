import { slice } from '../kit/slice';

export const ledger = slice({ name: 'ledger', level: 4 });
