import { kyivDate } from '@lanka/domain/kit/time';
import { listCounterpartyNames } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/reconciliations/contract';
import type { Person } from './caller';
import { DAY, type Stage } from './stage';

interface Cast {
  readonly supplier: Person;
  readonly manager: Person;
  readonly shoemaker: Person;
  readonly dropshipper: Person;
}

/** Acts in each state, of days that are over; told last, because an act freezes the days that the story gave. */
export async function addActs(stage: Stage, cast: Cast, textile: string, shoes: string): Promise<void> {
  const day = (daysAgo: number): string => kyivDate(new Date(stage.now - daysAgo * DAY));
  const build = async (by: Person, project_id: string, q: string, first: number, last: number) => {
    const params = { project_id };
    const found = await stage.call(by, listCounterpartyNames, { params, query: { q, limit: 1 } });
    const body = { counterparty_id: found.items[0]?.id ?? '', from: day(first), to: day(last) };
    return (await stage.call(by, contract.createReconciliation, { params, body })).id;
  };
  const send = (by: Person, project_id: string, id: string) =>
    stage.call(by, contract.sendReconciliation, { params: { project_id, id }, body: {} });
  const { supplier, manager, shoemaker, dropshipper } = cast;

  const agreed = await build(manager, textile, 'Оксана Шевчук', 32, 17);
  await send(manager, textile, agreed);
  await stage.call(dropshipper, contract.agreeReconciliation, {
    params: { project_id: textile, id: agreed },
    body: {},
  });

  const disputed = await build(manager, textile, 'Оксана Шевчук', 16, 8);
  const { lines } = await send(manager, textile, disputed);
  const params = { project_id: textile, id: disputed };
  const line = lines.find(({ purpose }) => purpose === 'charge')?.id;
  const comment = 'Одну посилку з цього замовлення повернули, перевірте, будь ласка';
  if (line)
    await stage.call(dropshipper, contract.disputeReconciliationLine, {
      params: { ...params, line },
      body: { comment },
    });
  const text = 'Дякуємо, дивимося на складі';
  await stage.call(manager, contract.commentReconciliation, { params, body: { text, line_id: line ?? null } });

  await send(supplier, textile, await build(supplier, textile, 'Домашній затишок', 32, 8));
  await build(manager, textile, 'Готель', 32, 8);
  const gone = await build(manager, textile, 'Магазин', 32, 8);
  await send(manager, textile, gone);
  await stage.call(manager, contract.withdrawReconciliation, { params: { project_id: textile, id: gone } });
  await send(shoemaker, shoes, await build(shoemaker, shoes, 'Оксана', 32, 8));
}
