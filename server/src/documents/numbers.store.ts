import { documentErrors } from '@lanka/domain/documents/contract';
import { type NextNumbers, NUMBERED } from '@lanka/domain/documents/numbers';
import { sequenceKey } from '@lanka/domain/documents/rules';
import { kyivDate } from '@lanka/domain/kit/time';
import { sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';

type Numbered = (typeof NUMBERED)[number];

/** The counter that a number is drawn from, those of papers for the year of this day. */
function counterOf(what: Numbered, date: string): string {
  if (what === 'order') return 'order';
  return `documents:${sequenceKey({ issuer: 'manufacturer', counterparty_id: null, type: what, date })}`;
}

export async function readNextNumbers(tx: Tx, { project }: ProjectScope): Promise<NextNumbers> {
  const date = kyivDate(new Date());
  const names = NUMBERED.map((what) => counterOf(what, date));
  const found = await tx.rows<{ name: string; value: number }>(sql`
    select name, value from counters where project_id = ${project.id} and name = any(${textArray(names)})`);
  const last = new Map(found.map(({ name, value }) => [name, value]));
  const next = (what: Numbered) => (last.get(counterOf(what, date)) ?? 0) + 1;
  return {
    order: next('order'),
    invoice: next('invoice'),
    delivery_note: next('delivery_note'),
    return_note: next('return_note'),
    credit_note: next('credit_note'),
  };
}

/**
 * Lets the counters go on from these numbers. Whoever draws a number holds the same row, so that none is given twice: a
 * number that is behind the counter by then is refused.
 * @throws documents.number_used
 */
export async function saveNextNumbers(tx: Tx, scope: ProjectScope, wanted: Partial<NextNumbers>): Promise<void> {
  const date = kyivDate(new Date());
  for (const what of NUMBERED) {
    const next = wanted[what];
    if (next === undefined) continue;
    const moved = await tx.rows(sql`
      insert into counters as c (project_id, name, value) values (${scope.project.id}, ${counterOf(what, date)}, ${next - 1})
      on conflict (project_id, name) do update set value = excluded.value where c.value <= excluded.value
      returning value`);
    if (moved.length === 0) {
      const first = (await readNextNumbers(tx, scope))[what];
      const { code, text } = documentErrors.number_used;
      const message = text[scope.locale].replace('{next}', String(first));
      throw documentErrors.number_used({ path: what, code, next: first, message });
    }
  }
}
