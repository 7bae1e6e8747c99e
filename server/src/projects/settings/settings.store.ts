import type { Address, PaymentDetails } from '@lanka/domain/projects/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { ProjectScope } from '../../kit/auth/scope';
import type { Tx } from '../../kit/db/db';
import { newId } from '../../kit/db/ids';
import { addresses, paymentDetails } from '../tables';

type DetailsRow = typeof paymentDetails.$inferSelect;

const asDetails = ({ project_id: _p, created_at: _c, ...row }: DetailsRow): PaymentDetails => row;

export async function listPaymentDetails(tx: Tx, scope: ProjectScope, onlyMain: boolean): Promise<PaymentDetails[]> {
  const rows = await tx
    .select()
    .from(paymentDetails)
    .where(and(eq(paymentDetails.project_id, scope.project.id), onlyMain ? eq(paymentDetails.main, true) : undefined))
    .orderBy(asc(paymentDetails.created_at), asc(paymentDetails.id));
  return rows.map(asDetails);
}

const oneDetails = (scope: ProjectScope, id: string) =>
  and(eq(paymentDetails.project_id, scope.project.id), eq(paymentDetails.id, id));

export async function lockPaymentDetails(tx: Tx, scope: ProjectScope, id: string): Promise<PaymentDetails | null> {
  const [row] = await tx.select().from(paymentDetails).where(oneDetails(scope, id)).for('update');
  return row ? asDetails(row) : null;
}

export async function insertPaymentDetails(
  tx: Tx,
  scope: ProjectScope,
  values: Partial<DetailsRow> & { recipient_name: string },
): Promise<PaymentDetails> {
  const [row] = await tx
    .insert(paymentDetails)
    .values({ ...values, project_id: scope.project.id, id: newId() })
    .returning();
  if (!row) throw new Error('insert returns its row');
  return asDetails(row);
}

export async function updatePaymentDetails(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  changes: Partial<DetailsRow>,
): Promise<PaymentDetails> {
  const [row] = await tx
    .update(paymentDetails)
    .set({ ...changes, version: sql`${paymentDetails.version} + 1` })
    .where(oneDetails(scope, id))
    .returning();
  if (!row) throw new Error('the row was locked before');
  return asDetails(row);
}

export async function deletePaymentDetails(tx: Tx, scope: ProjectScope, id: string): Promise<boolean> {
  const rows = await tx.delete(paymentDetails).where(oneDetails(scope, id)).returning({ id: paymentDetails.id });
  return rows.length > 0;
}

const NO_ADDRESS: Address = {
  country: '',
  region: '',
  city: '',
  address_line1: '',
  address_line2: '',
  zip_code: '',
  version: 1,
};

/** The address; an empty one of version 1 while the project has none. */
export async function readAddress(tx: Tx, scope: ProjectScope): Promise<Address> {
  const [row] = await tx.select().from(addresses).where(eq(addresses.project_id, scope.project.id));
  if (!row) return NO_ADDRESS;
  const { project_id: _, ...address } = row;
  return address;
}

/** Writes the changed fields; the caller has locked the project. */
export async function saveAddress(
  tx: Tx,
  scope: ProjectScope,
  changes: Partial<Omit<Address, 'version'>>,
): Promise<Address> {
  await tx
    .insert(addresses)
    .values({ ...changes, project_id: scope.project.id, version: 2 })
    .onConflictDoUpdate({
      target: addresses.project_id,
      set: { ...changes, version: sql`${addresses.version} + 1` },
    });
  return readAddress(tx, scope);
}
