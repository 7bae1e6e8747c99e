import { type ChangeReader, MOST_BEHIND } from '@lanka/domain/changes/contract';
import { listReaders } from '../api_keys';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseAtSuppliers, rolesOf } from '../projects';
import { countBehind, readNumbers, type Standing } from './changes.store';
import { fromCursor, type Position } from './cursor';
import { type Hearing, listenerOf } from './read';

type Reader = Awaited<ReturnType<typeof listReaders>>[number];
/** As whom a key reads a project; null: it reads it no more. */
type ReadsAs = (reader: Reader, projectId: string) => Parameters<typeof listenerOf>[1] | null;

/** Keys of this project that read `changes`: each hears of what its maker may see, as far as its scopes go. */
export async function listOwnReaders(tx: Tx, app: Services, scope: ProjectScope): Promise<ChangeReader[]> {
  const { id } = scope.project;
  const readers = await listReaders(tx, id);
  const makers = await rolesOf(tx, id, [...new Set(readers.map(({ user_id }) => user_id))]);
  return standingOf(tx, app, readers, [id], (reader, projectId) => {
    // who has left is refused; what his program misses is counted as the key would tell it
    const role = makers.get(reader.user_id) ?? 'Owner';
    return projectId === id ? { ...asKey(reader, role), project: scope.project, counterparty_id: null } : null;
  });
}

/** Those of a dropshipper, each with all his suppliers. */
export async function listMyReaders(tx: Tx, app: Services, scope: DropshippingScope): Promise<ChangeReader[]> {
  const ids = scope.suppliers.map(({ project_id }) => project_id);
  const scopes = await authoriseAtSuppliers(tx, scope, ids, 'changes.read');
  return standingOf(tx, app, await listReaders(tx, scope.user.id), ids, (reader, projectId) => {
    const at = scopes.get(projectId);
    return at ? { ...asKey(reader, at.role), project: at.project, counterparty_id: at.counterparty_id } : null;
  });
}

const asKey = ({ scopes }: Reader, role: Hearing['role']): Hearing => ({ role, api_key: { scopes } });

/** How far each has come stands in the cursor that it was given last. */
async function standingOf(
  tx: Tx,
  app: Services,
  readers: readonly Reader[],
  projectIds: readonly string[],
  readsAs: ReadsAs,
): Promise<ChangeReader[]> {
  const numbers = await readNumbers(tx, projectIds);
  const old = new Set<Reader>();
  const standings: (Standing & { readonly reader: Reader })[] = [];
  for (const reader of readers)
    for (const [id, { number: after }] of positionOf(reader.after)) {
      const known = numbers.get(id);
      const as = readsAs(reader, id);
      // of a supplier who is none any more nothing is missing
      if (!known || !as) continue;
      if (after < known.forgotten || after > known.last) old.add(reader);
      standings.push({ ...listenerOf(app, as, reader.kinds ?? undefined), after, reader });
    }
  const counts = await countBehind(tx, standings, MOST_BEHIND);
  return readers.map((reader) => {
    const behind = counts.reduce((sum, count, nth) => (standings[nth]?.reader === reader ? sum + count : sum), 0);
    const { key, at } = reader;
    return { key, at, behind: Math.min(behind, MOST_BEHIND), too_old: old.has(reader) };
  });
}

function positionOf(after: string): Position {
  try {
    return fromCursor(after);
  } catch {
    // of an older version
    return new Map();
  }
}
