import { type ChangeReader, MOST_BEHIND } from '@lanka/domain/changes/contract';
import { listReaders } from '../api_keys';
import type { Tx } from '../kit/db/db';
import { countBehind, readNumbers } from './changes.store';
import { fromCursor, type Position } from './cursor';

/**
 * Keys of this tenant that read `changes`. How far each has come stands in the cursor with which it asked last: whoever
 * asks again and again is behind by what has changed since.
 * @param suppliers of a dropshipper, whose cursor has a number for each; of a project none
 */
export async function listOwnReaders(tx: Tx, tenant: string, suppliers: readonly string[]): Promise<ChangeReader[]> {
  const readers = await listReaders(tx, tenant);
  const numbers = await readNumbers(tx, suppliers.length > 0 ? suppliers : [tenant]);
  const told: ChangeReader[] = [];
  for (const { after, ...reader } of readers) {
    let behind = 0;
    let too_old = false;
    for (const [id, { number }] of positionOf(after)) {
      const known = numbers.get(id);
      // of a supplier who is none any more nothing is missing
      if (!known) continue;
      too_old ||= number < known.forgotten || number > known.last;
      if (behind < MOST_BEHIND) behind += await countBehind(tx, id, number, MOST_BEHIND);
    }
    told.push({ ...reader, behind: Math.min(behind, MOST_BEHIND), too_old });
  }
  return told;
}

function positionOf(after: string): Position {
  try {
    return fromCursor(after);
  } catch {
    // of an older version
    return new Map();
  }
}
