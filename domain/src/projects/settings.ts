/** What documents of the project carry: payment details and the address. */
import { z } from 'zod';
import { Iban } from '../kit/iban';
import { Id, requiredText, text, Version } from '../kit/ids';
import { page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { TaxCode } from '../kit/tax_code';
import { Mfo, VatNumber } from '../kit/vat';

export const PaymentDetails = z.object({
  id: Id,
  recipient_name: z.string(),
  account_number: z.string(),
  edrpou: z.string(),
  ipn: z.string(),
  mfo: z.string(),
  certificate_number: z.string(),
  bank_name: z.string(),
  comment: z.string(),
  main: z.boolean(),
  version: Version,
});
export type PaymentDetails = z.infer<typeof PaymentDetails>;

const PaymentDetailsFields = z.object({
  recipient_name: requiredText(200),
  account_number: Iban.or(z.literal('')),
  edrpou: TaxCode.or(z.literal('')),
  ipn: VatNumber.or(z.literal('')),
  mfo: Mfo.or(z.literal('')),
  certificate_number: text(40),
  bank_name: text(200),
  comment: text(1000),
  /** Lets dropshippers choose it when generating documents. */
  main: z.boolean(),
});

export const listPaymentDetails = route({
  method: 'GET',
  path: 'projects/:project_id/payment_details',
  summary: 'Payment details; a Client sees only those marked main',
  auth: 'payment_details.read',
  shows: ['project'],
  params: InProject,
  returns: page(PaymentDetails),
});

export const createPaymentDetails = route({
  method: 'POST',
  path: 'projects/:project_id/payment_details',
  summary: 'Add payment details',
  auth: 'payment_details.edit',
  changes: ['payment_detail'],
  params: InProject,
  status: 201,
  body: PaymentDetailsFields.partial().required({ recipient_name: true }),
  returns: PaymentDetails,
});

export const updatePaymentDetails = route({
  method: 'PATCH',
  path: 'projects/:project_id/payment_details/:id',
  summary: 'Change payment details',
  auth: 'payment_details.edit',
  changes: ['payment_detail'],
  params: OneInProject,
  body: PaymentDetailsFields.partial(),
  returns: PaymentDetails,
});

export const deletePaymentDetails = route({
  method: 'DELETE',
  path: 'projects/:project_id/payment_details/:id',
  summary: 'Delete payment details; documents already issued keep theirs',
  auth: 'payment_details.edit',
  changes: ['payment_detail'],
  params: OneInProject,
});

/** Specification §3, Address. A project that never gave one has an empty address of version 1. */
export const Address = z.object({
  country: z.string(),
  region: z.string(),
  city: z.string(),
  /** The street. */
  address_line1: z.string(),
  /** The building, the office. */
  address_line2: z.string(),
  zip_code: z.string(),
  version: Version,
});
export type Address = z.infer<typeof Address>;

export const readAddress = route({
  method: 'GET',
  path: 'projects/:project_id/address',
  summary: 'The address of the project',
  auth: 'project.read',
  shows: ['project'],
  params: InProject,
  returns: Address,
});

export const updateAddress = route({
  method: 'PATCH',
  path: 'projects/:project_id/address',
  summary: 'Change the address of the project',
  auth: 'project.edit',
  changes: ['address'],
  params: InProject,
  body: z
    .object({
      country: text(100),
      region: text(100),
      city: text(100),
      address_line1: text(200),
      address_line2: text(100),
      /** Of Ukraine: five digits. */
      zip_code: text(12).regex(/^(\d{5})?$/, { error: 'zip_code.format' }),
    })
    .partial(),
  returns: Address,
});
