import { permissions, STAFF } from '../kit/roles';

export const documents = permissions('sales', {
  'documents.issue': {
    roles: [...STAFF, 'Client'],
    ua: 'Виписувати рахунки та накладні',
    en: 'Issue invoices and delivery notes',
  },
});
