import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/offsets/contract';
import { mostOf } from '@lanka/domain/offsets/rules';
import { listCounterpartyNames } from '@lanka/domain/partners/contract';
import type { Person } from './caller';
import type { Stage } from './stage';

interface Cast {
  readonly supplier: Person;
  readonly manager: Person;
  readonly dropshipper: Person;
}

/** Acts of offset with those who buy and supply: set off in part, one that waits, one refused. */
export async function addOffsets(
  stage: Stage,
  { supplier, manager, dropshipper }: Cast,
  project_id: string,
): Promise<void> {
  const params = { project_id };
  const day = kyivDate(new Date(stage.now));
  const found = await stage.call(supplier, listCounterpartyNames, { params, query: { q: 'Ринок', limit: 1 } });
  const counterparty_id = found.items[0]?.id ?? '';
  const debts = await stage.call(supplier, contract.readOffsetClaims, { params, query: { counterparty_id, day } });
  const part = Math.floor(mostOf(debts) / 300) * 100;
  const build = (by: Person, body: Partial<contract.CreateOffsetBody>) =>
    stage.call(by, contract.createOffset, { params, body: { day, grounds: 'Договір поставки № 14', ...body } });
  const first = await build(manager, { counterparty_id, amount: part });
  await stage.call(manager, contract.agreeOffset, {
    params: { project_id, id: first.id },
    body: { note: 'Підписано на папері' },
  });
  await build(supplier, { counterparty_id, amount: part });
  const refused = await build(dropshipper, { grounds: 'Накладна за пакування' });
  await stage.call(manager, contract.refuseOffset, {
    params: { project_id, id: refused.id },
    body: { comment: 'Ще не звірили накладну, складіть акт знову наступного тижня' },
  });
}
