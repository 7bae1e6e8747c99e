import { createClient, createMyClient } from '@lanka/domain/clients/contract';
import type { Person } from './caller';
import { CUSTOMERS } from './people';
import type { Stage } from './stage';

/** What is kept of some of the people whom orders name. */
const CARDS = [
  { discount: 500, comment: 'Просить дзвонити після 18:00' },
  { discount: 0, comment: '' },
  { discount: 1_000, comment: 'Бере на подарунки, пакувати окремо' },
  { discount: 0, comment: 'Завжди уточнює колір перед відправленням' },
  { discount: 300, comment: '' },
] as const;

/** Clients of the supplier's own sales and of the dropshipper, who share some customers and not what is said of them. */
export async function addClients(stage: Stage, staff: Person, dropshipper: Person, project_id: string): Promise<void> {
  for (const [nth, card] of CARDS.entries()) {
    const [name = '', phone = ''] = CUSTOMERS[nth] ?? [];
    await stage.call(staff, createClient, { params: { project_id }, body: { name, phone, ...card } });
    const [his = '', hisPhone = ''] = CUSTOMERS[nth + 3] ?? [];
    await stage.call(dropshipper, createMyClient, { body: { name: his, phone: hisPhone, ...card } });
  }
}
