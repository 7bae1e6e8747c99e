import { permissions, STAFF } from '../kit/roles';

export const files = permissions('service', {
  'files.upload': { roles: [...STAFF, 'Stockman', 'Client'], ua: 'Додавати файли', en: 'Add files' },
});
