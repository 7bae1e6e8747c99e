import { sql } from 'drizzle-orm';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import { idArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { enterProjects } from '../projects';

/** The counterparty's own project, and which counterparty this project is there. */
export interface Partner {
  readonly project_id: string;
  readonly title: string;
  readonly counterparty_id: string;
}

/** Where the asker himself is an owner or a Client, besides this project. */
const ownProjects = (tx: Tx, scope: ProjectScope): Promise<{ project_id: string }[]> =>
  tx.rows(sql`
    select m.project_id from memberships m join projects p on p.id = m.project_id and p.deleted_at is null
    where m.user_id = ${scope.user.id} and m.role in ('Owner', 'Client') and m.ended_at is null
      and m.project_id <> ${scope.project.id}`);

/** This project, what a Client keeps for himself, and these others, for the rest of the transaction. */
const enterAlso = (tx: Tx, scope: ProjectScope, others: readonly string[]): Promise<void> =>
  enterProjects(tx, [scope.project.id, ...(scope.role === 'Client' ? [scope.user.id] : []), ...others]);

/**
 * Enters the other project beside this one. False unless the asker himself is its owner or a Client there: nobody comes
 * to see a project where he is nobody.
 */
export async function enterPartner(tx: Tx, scope: ProjectScope, projectId: string): Promise<boolean> {
  const own = await ownProjects(tx, scope);
  if (!own.some(({ project_id }) => project_id === projectId)) return false;
  await enterAlso(tx, scope, [projectId]);
  return true;
}

/**
 * Projects of whoever has access as this counterparty, where the owner of this one is a Client in turn. Asked for by one
 * of the two owners; they are entered then.
 */
export async function findPartners(tx: Tx, scope: ProjectScope, counterpartyId: string): Promise<Partner[]> {
  const own = (await ownProjects(tx, scope)).map(({ project_id }) => project_id);
  if (own.length === 0) return [];
  await enterAlso(tx, scope, own);
  return tx.rows<Partner & Record<string, unknown>>(sql`
    select p.id as project_id, p.title, back.counterparty_id
    from memberships client
    join memberships owner on owner.project_id = client.project_id and owner.role = 'Owner' and owner.ended_at is null
    join memberships theirs on theirs.user_id = client.user_id and theirs.role = 'Owner' and theirs.ended_at is null
      and theirs.project_id = any(${idArray(own)})
    join memberships back on back.project_id = theirs.project_id and back.user_id = owner.user_id and back.role = 'Client'
      and back.ended_at is null and back.counterparty_id is not null
    join projects p on p.id = theirs.project_id
    where client.project_id = ${scope.project.id} and client.counterparty_id = ${counterpartyId} and client.ended_at is null
    order by p.title, p.id`);
}

export interface MutualBalance {
  /** The supplier's. */
  readonly project_id: string;
  readonly own_project: { readonly project_id: string; readonly title: string };
  readonly their_balance: number;
  readonly our_balance: number;
}

/** Of all suppliers those who buy in the asker's own projects in turn, with both balances of what is sold. */
export async function listMyMutual(tx: Tx, scope: DropshippingScope): Promise<MutualBalance[]> {
  const own = await tx.rows<{ project_id: string }>(sql`
    select m.project_id from memberships m join projects p on p.id = m.project_id and p.deleted_at is null
    where m.user_id = ${scope.user.id} and m.role = 'Owner' and m.ended_at is null`);
  if (own.length === 0 || scope.suppliers.length === 0) return [];
  const mine = own.map(({ project_id }) => project_id);
  await enterProjects(tx, [scope.user.id, ...scope.suppliers.map(({ project_id }) => project_id), ...mine]);
  const rows = await tx.rows<Record<string, unknown>>(sql`
    select s.project_id, p.id as own_id, p.title, here.balance - here.purchases_balance as their_balance,
      there.balance - there.purchases_balance as our_balance
    from jsonb_to_recordset(${JSON.stringify(scope.suppliers)}::jsonb) as s(project_id uuid, counterparty_id uuid)
    join memberships owner on owner.project_id = s.project_id and owner.role = 'Owner' and owner.ended_at is null
    join memberships back on back.user_id = owner.user_id and back.role = 'Client' and back.ended_at is null
      and back.project_id = any(${idArray(mine)})
    join projects p on p.id = back.project_id
    join counterparty_accounts here on here.project_id = s.project_id and here.counterparty_id = s.counterparty_id
    join counterparty_accounts there on there.project_id = back.project_id and there.counterparty_id = back.counterparty_id
    order by p.title, p.id`);
  return rows.map((row) => ({
    project_id: String(row.project_id),
    own_project: { project_id: String(row.own_id), title: String(row.title) },
    their_balance: Number(row.their_balance),
    our_balance: Number(row.our_balance),
  }));
}
