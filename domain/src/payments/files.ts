import { z } from 'zod';
import { AttachedFile } from '../files/attached';
import { fileErrors } from '../files/contract';
import { errors } from '../kit/errors';
import { requiredText } from '../kit/ids';
import { page } from '../kit/lists';
import { InProject, route } from '../kit/route';
import { MAX_PAYMENT_FILES, paymentErrors } from './contract';

export const paymentFileErrors = errors('payments', {
  too_many_files: {
    status: 409,
    ua: 'До платежу вже додано {limit} файлів, більше не можна',
    en: 'The payment has {limit} files already, which is as many as there may be',
  },
  not_a_receipt: {
    status: 422,
    ua: 'Квитанція має бути зображенням або PDF',
    en: 'A receipt is a picture or a PDF',
  },
  no_file: { status: 404, ua: 'Файл не знайдено', en: 'No such file' },
  file_kept: {
    status: 409,
    ua: 'За цим файлом платіж підтверджено або відхилено, тож він лишається',
    en: 'The payment was decided by this file, so it stays',
  },
});

/** A picture or PDF of the bank's receipt. */
export const PaymentFile = AttachedFile.extend({
  /** It was there when the payment was decided: nobody takes it away. */
  kept: z.boolean(),
});
export type PaymentFile = z.infer<typeof PaymentFile>;

const FILES = 'projects/:project_id/payments/:payment_id/files';
const OfPayment = InProject.extend({ payment_id: z.uuid() });

export const listPaymentFiles = route({
  method: 'GET',
  path: FILES,
  summary: 'Receipts of a payment; a Client reads those of his own payments',
  auth: 'payments.read',
  params: OfPayment,
  returns: page(PaymentFile),
  errors: [paymentErrors.not_found],
});

export const addPaymentFile = route({
  method: 'POST',
  path: FILES,
  summary: `Attach an upload, a picture or a PDF, to a payment: at most ${MAX_PAYMENT_FILES}`,
  auth: 'payments.report',
  changes: ['payment'],
  params: OfPayment,
  status: 201,
  body: z.object({ file_name: requiredText(300) }),
  returns: PaymentFile,
  errors: [
    paymentErrors.not_found,
    paymentFileErrors.too_many_files,
    paymentFileErrors.not_a_receipt,
    fileErrors.not_found,
  ],
});

export const deletePaymentFile = route({
  method: 'DELETE',
  path: `${FILES}/:id`,
  summary: 'Remove a receipt that the payment was not decided by',
  auth: 'payments.report',
  changes: ['payment'],
  params: OfPayment.extend({ id: z.uuid() }),
  errors: [paymentErrors.not_found, paymentFileErrors.no_file, paymentFileErrors.file_kept],
});
