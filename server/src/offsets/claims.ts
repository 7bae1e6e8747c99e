import { kyivDate } from '@lanka/domain/kit/time';
import { type OffsetClaims, offsetErrors } from '@lanka/domain/offsets/contract';
import { type Debts, debtsOfAccount, debtsOfProjects, refuseDay } from '@lanka/domain/offsets/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { inOneStatement } from '../kit/db/one-statement';
import { lockSides, readSides } from '../ledger';
import { mustBeParty, partyForOrder } from '../partners';
import { findPartners, type Partner } from './mutual.store';
import type { Reader } from './offsets.store';

/** An account of one project that an act is about. */
export interface Book {
  readonly project_id: string;
  readonly counterparty_id: string;
}

export const inProject = ({ project_id }: Pick<Book, 'project_id'>): Reader => ({ project: { id: project_id } });

/** The counterparty's account here, and of dealings between two projects this project's account there. */
export const booksOf = (
  scope: ProjectScope,
  counterparty_id: string,
  partner: Pick<Partner, 'project_id' | 'counterparty_id'> | null,
): [Book, ...Book[]] => [{ project_id: scope.project.id, counterparty_id }, ...(partner ? [partner] : [])];

/** Each of two debts as the books of whoever is owed have it at the end of the day. */
export async function debtsAt(tx: Tx, [here, there]: readonly [Book, ...Book[]], day: string): Promise<Debts> {
  const { sides } = await readSides(tx, inProject(here), here.counterparty_id, day);
  if (!there) return debtsOfAccount(sides);
  const other = await readSides(tx, inProject(there), there.counterparty_id, day);
  return debtsOfProjects(sides.sales, other.sides.sales);
}

/** Locks the accounts in the order of their projects, and says what both owe now and what each book has for supplies. */
export async function lockDebts(
  tx: Tx,
  books: readonly [Book, ...Book[]],
): Promise<{ now: Debts; supplies: ReadonlyMap<string, number> }> {
  const locked = new Map<string, Awaited<ReturnType<typeof lockSides>>['sides']>();
  const inOrder = [...books].sort((a, b) => (a.project_id < b.project_id ? -1 : 1));
  for (const book of inOrder)
    locked.set(book.project_id, (await lockSides(tx, inProject(book), book.counterparty_id)).sides);
  const [here, there] = books.map(({ project_id }) => locked.get(project_id));
  if (!here) throw new Error('what was locked is there');
  const now = there ? debtsOfProjects(here.sales, there.sales) : debtsOfAccount(here);
  return { now, supplies: new Map([...locked].map(([id, { purchases }]) => [id, purchases])) };
}

/** Who only looks locks nothing. @throws offsets.counterparty_required, partners.unknown */
export async function partyFor(
  tx: Tx,
  scope: ProjectScope,
  counterparty_id: string | undefined,
  how: { hold?: boolean } = {},
) {
  if (scope.role !== 'Client' && counterparty_id === undefined)
    throw offsetErrors.counterparty_required({ path: 'counterparty_id' });
  const [found] = await inOneStatement(tx, [partyForOrder(scope, counterparty_id, how)]);
  return mustBeParty(tx, scope, counterparty_id, found, how);
}

/** What an act of this day would show. The owners of two projects also see what stands between these. */
export async function readClaims(
  tx: Tx,
  scope: ProjectScope,
  { counterparty_id, day = kyivDate(new Date()) }: { counterparty_id?: string | undefined; day?: string | undefined },
): Promise<OffsetClaims> {
  const refused = refuseDay(day, kyivDate(new Date()));
  if (refused) throw refused;
  const party = await partyFor(tx, scope, counterparty_id, { hold: false });
  const { sides, closed_until } = await readSides(tx, scope, party.id, day);
  const partners: OffsetClaims['partners'] = [];
  if (scope.role === 'Owner' || scope.role === 'Client')
    for (const { project_id, title, counterparty_id: there } of await findPartners(tx, scope, party.id)) {
      const other = await readSides(tx, inProject({ project_id }), there, day);
      const [their_balance, our_balance] = [sides.sales, other.sides.sales];
      partners.push({ project_id, title, their_balance, our_balance, ...debtsOfProjects(their_balance, our_balance) });
    }
  return {
    counterparty_id: party.id,
    counterparty_name: party.name,
    day,
    closed_until,
    ...debtsOfAccount(sides),
    partners,
  };
}
