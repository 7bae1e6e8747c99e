import { slice } from '../kit/slice';

export const ledger = slice({ name: 'ledger' });
