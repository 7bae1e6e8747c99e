import { permissions, STAFF } from '../kit/roles';

export const feeds = permissions('goods', {
  'imports.run': { roles: STAFF, ua: 'Імпортувати та експортувати дані', en: 'Import and export data' },
});
