import type { ChangeKindName } from '@lanka/domain/kit/change_kinds';
import { type SQL, sql } from 'drizzle-orm';
import { NIL_ID } from '../db/tables';

/** What is said of a thing that changed; `terms` are those of a dropshipper, under the id of the project. */
export type RecordedKind = ChangeKindName | 'terms';
/** `shown`: dropshippers see from now on what only the project's own people saw. */
export type Recorded = 'created' | 'shown' | 'changed' | 'deleted';

/** What is made or gone says more than that it is shown, and that more than that it is another. */
const WEIGHT: Readonly<Record<Recorded, number>> = { changed: 0, shown: 1, created: 2, deleted: 2 };

interface Mark {
  readonly project_id: string;
  readonly kind: RecordedKind;
  readonly entity_id: string;
  /** Nil: whoever may see it. A counterparty, or the project for all dropshippers: for them it is gone. */
  readonly told_to: string;
  readonly what: Recorded;
}

/**
 * What a transaction has changed, gathered while it works: each thing once, however often it was written. It leaves as
 * one statement right before the commit (docs/decisions/0115-changes-numbered-by-readers.md).
 */
export class ChangeMarks {
  private readonly marks = new Map<string, Mark>();

  add(mark: Mark): void {
    const key = `${mark.project_id} ${mark.kind} ${mark.entity_id} ${mark.told_to}`;
    const known = this.marks.get(key);
    // what was made and changed in one transaction is new; what was deleted at last is gone
    if (known && WEIGHT[known.what] > WEIGHT[mark.what]) return;
    this.marks.set(key, mark);
  }

  get projects(): readonly string[] {
    return [...new Set([...this.marks.values()].map(({ project_id }) => project_id))];
  }

  /** One for each project, nearly always one: the tenant stands outside of the data, so that a cluster sees whose it is. */
  statements(): SQL[] {
    const marks = [...this.marks.values()];
    return this.projects.map((id) => {
      const own = marks.filter(({ project_id }) => project_id === id);
      return sql`
        insert into change_queue (project_id, kind, entity_id, told_to, what)
        select ${id}::uuid, kind, entity_id, told_to, what
        from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as m(kind text, entity_id uuid, told_to uuid, what text)`;
    });
  }
}

interface Marking {
  readonly changes: ChangeMarks;
}
interface Place {
  readonly project: { readonly id: string };
}

/**
 * These were made, changed or deleted by this transaction, and readers of `changes` are to hear of it. Costs nothing by
 * itself; in a transaction that is rolled back it never was.
 */
export function markChanged(
  { changes }: Marking,
  { project }: Place,
  kind: RecordedKind,
  ids: Iterable<string>,
  what: Recorded = 'changed',
): void {
  for (const entity_id of ids) changes.add({ project_id: project.id, kind, entity_id, told_to: NIL_ID, what });
}

/** These are gone for dropshippers who could see them: for one counterparty, or for all of them. */
export function markGone(
  { changes }: Marking,
  { project }: Place,
  kind: RecordedKind,
  ids: Iterable<string>,
  counterpartyId?: string,
): void {
  const told_to = counterpartyId ?? project.id;
  for (const entity_id of ids) changes.add({ project_id: project.id, kind, entity_id, told_to, what: 'deleted' });
}
