import { can, type Permission } from '@lanka/domain/kit/permissions';
import type { Role } from '@lanka/domain/kit/roles';
import type { Tx } from '../db/db';
import type { Change } from './live';

/** Whose each of these is: the counterparty by the id of what changed. */
export type OwnersOf = (tx: Tx, projectId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A kind of thing that live updates tell of, and who hears it. */
export interface Topic {
  readonly kind: string;
  /** Who may read such a thing hears that one has changed. */
  readonly permission: Permission;
  /** Set where a Client hears only of his own; left out where each of them is his to see. */
  readonly ownersOf?: OwnersOf;
}

export interface Listener {
  readonly role: Role;
  readonly counterparty_id: string | null;
  /** He hears of what is his, and not of what each Client sees. */
  readonly ownOnly: boolean;
  tell(change: Change): void;
}

/**
 * Tells the listeners of one project what each may hear. Whose a thing is gets asked once for all of them, and only
 * when a Client listens; what is asked for meanwhile goes together.
 * @param owners asks in a transaction that has entered the project
 */
export function openDispatch(
  topics: readonly Topic[],
  listeners: ReadonlySet<Listener>,
  owners: (ownersOf: OwnersOf, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): (change: Change) => void {
  const byKind = new Map(topics.map((topic) => [topic.kind, topic]));
  const waiting = new Map<string, Set<string>>();

  const tellOwners = async (kind: string, ownersOf: OwnersOf): Promise<void> => {
    const ids = [...(waiting.get(kind) ?? [])];
    waiting.delete(kind);
    const found = await owners(ownersOf, ids);
    for (const id of ids) {
      const owner = found.get(id);
      for (const listener of listeners)
        if (listener.role === 'Client' && owner !== undefined && owner === listener.counterparty_id)
          listener.tell({ kind, id });
    }
  };

  return (change) => {
    const topic = byKind.get(change.kind);
    if (!topic) return;
    const { permission, ownersOf, kind } = topic;
    const may = [...listeners].filter(({ role, ownOnly }) => can(role, permission) && (ownersOf || !ownOnly));
    const own = may.filter(({ role }) => ownersOf !== undefined && role === 'Client');
    for (const listener of may) if (!own.includes(listener)) listener.tell(change);
    if (!ownersOf || own.length === 0) return;
    const gathered = waiting.get(kind);
    if (gathered) {
      gathered.add(change.id);
      return;
    }
    waiting.set(kind, new Set([change.id]));
    setImmediate(() => void tellOwners(kind, ownersOf));
  };
}
