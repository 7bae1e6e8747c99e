import { slice } from '../kit/slice';

export const attachments = slice({ name: 'attachments', level: 2 });
