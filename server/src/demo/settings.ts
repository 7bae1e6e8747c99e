import { type MainInfoBody, updateMainInfo } from '@lanka/domain/templates/main_info';
import type { Person } from './caller';
import type { Stage } from './stage';

/** General settings of a workshop that prices in whole hryvnias. */
export async function addSettings(stage: Stage, owner: Person, project_id: string): Promise<void> {
  const body = {
    units: ['шт', 'пара', 'комплект', 'м'],
    prefixes: { order: '', invoice: 'ТП-', delivery_note: 'ТП-', return_note: 'ПВ-', credit_note: 'КР-' },
    price_step: 100,
    cod_payer: 'sender',
    own_waybills: true,
    paper_terms: 'Обмін і повернення протягом 14 днів.',
    paper_footer: 'Дякуємо, що шиєте з нами!',
  } satisfies MainInfoBody;
  await stage.call(owner, updateMainInfo, { params: { project_id }, body });
}
