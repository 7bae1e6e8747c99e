import { isReceipt, RECEIPT_TYPES } from '@lanka/domain/files/receipts';
import { DomainError } from '@lanka/domain/kit/errors';
import { orderErrors } from '@lanka/domain/orders/contract';
import { attach } from '../attachments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';

type Attached = Awaited<ReturnType<typeof attach>>;

/** A picture or a PDF with which a customer shows that he paid. @throws files.not_found, orders.not_a_receipt */
export async function attachReceipt(tx: Tx, app: Services, scope: ProjectScope, file_name: string): Promise<Attached> {
  const file = await attach(app, tx, scope, file_name);
  if (isReceipt(file.name)) return file;
  throw orderErrors.not_a_receipt({ path: 'file_name', allowed: RECEIPT_TYPES.join(', ') });
}

/** Those that come with a new order; each is told by its place. */
export async function attachReceipts(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  names: readonly string[],
): Promise<Attached[]> {
  const attached: Attached[] = [];
  for (const name of new Set(names))
    try {
      attached.push(await attachReceipt(tx, app, scope, name));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const path = `receipts.${names.indexOf(name)}`;
      throw new DomainError(
        error.code,
        error.text,
        error.details.map((detail) => ({ ...detail, path })),
      );
    }
  return attached;
}
