import { isReceipt, RECEIPT_TYPES } from '@lanka/domain/files/receipts';
import { MAX_PAYMENT_FILES, paymentErrors } from '@lanka/domain/payments/contract';
import * as contract from '@lanka/domain/payments/files';
import { attach, detach, filesOf, showFile } from '../attachments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { findPayment, type LockedPayment, lockPayment } from './payments.store';
import { paymentFiles } from './tables';

const { paymentFileErrors: errors } = contract;
const files = filesOf(paymentFiles, 'payment_id');

type Stored = Parameters<typeof showFile>[1] & { readonly added_later: boolean };
const isKept = (file: Stored, status: LockedPayment['status']): boolean => status !== 'pending' && !file.added_later;
const show = async (app: Services, file: Stored, status: LockedPayment['status']): Promise<contract.PaymentFile> => ({
  ...(await showFile(app, file)),
  kept: isKept(file, status),
});

async function add(
  app: Services,
  tx: Tx,
  scope: ProjectScope,
  payment_id: string,
  { file_name, path, later }: { file_name: string; path: string; later: boolean },
): Promise<string> {
  const file = await attach(app, tx, scope, file_name);
  if (!isReceipt(file.name)) throw errors.not_a_receipt({ path, allowed: RECEIPT_TYPES.join(', ') });
  return files.insert(tx, scope, payment_id, { ...file, added_later: later });
}

/** What a new payment comes with. @throws files.not_found, payments.not_a_receipt, plans.storage_limit */
export async function attachReceipts(
  app: Services,
  tx: Tx,
  scope: ProjectScope,
  payment_id: string,
  names: readonly string[],
): Promise<void> {
  for (const [index, file_name] of [...new Set(names)].entries())
    await add(app, tx, scope, payment_id, { file_name, path: `files.${index}`, later: false });
}

/** Behind the lock of whoever decides; a Client has his own only. @throws payments.not_found */
async function lockOwn(tx: Tx, scope: ProjectScope, id: string): Promise<LockedPayment> {
  const payment = await lockPayment(tx, scope, id);
  if (!payment || (scope.role === 'Client' && payment.counterparty_id !== scope.counterparty_id))
    throw paymentErrors.not_found();
  return payment;
}

export const fileRoutes: Served[] = [
  serve(contract.listPaymentFiles, async ({ tx, scope, params, app }) => {
    const payment = await findPayment(tx, scope, params.payment_id);
    if (!payment) throw paymentErrors.not_found();
    const found = await files.list(tx, scope, payment.id);
    return wholePage(await Promise.all(found.map((file) => show(app, file, payment.status))));
  }),

  serve(contract.addPaymentFile, async ({ tx, scope, params: { payment_id }, body, app, changed }) => {
    const { status } = await lockOwn(tx, scope, payment_id);
    const limit = MAX_PAYMENT_FILES;
    if ((await files.count(tx, scope, payment_id)) >= limit) throw errors.too_many_files({ limit });
    const later = status !== 'pending';
    const id = await add(app, tx, scope, payment_id, { file_name: body.file_name, path: 'file_name', later });
    changed('payment', payment_id);
    const file = await files.read(tx, scope, payment_id, id);
    if (!file) throw new Error('the file was inserted');
    return show(app, file, status);
  }),

  serve(contract.deletePaymentFile, async (asked) => {
    const { tx, scope, params, changed } = asked;
    const { status } = await lockOwn(tx, scope, params.payment_id);
    const file = await files.read(tx, scope, params.payment_id, params.id);
    if (!file) throw errors.no_file();
    if (isKept(file, status)) throw errors.file_kept();
    await files.remove(tx, scope, params.payment_id, params.id);
    await detach(asked, file.file_name);
    changed('payment', params.payment_id);
  }),
];
