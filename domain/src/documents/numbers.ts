import { z } from 'zod';
import { InProject, route } from '../kit/route';
import { documentErrors } from './contract';

const Next = z.int().min(1).max(999_999_999);

/** The numbers that come next: of orders, and of the manufacturer's own papers of this year (Kyiv). */
export const NextNumbers = z.object({
  order: Next,
  invoice: Next,
  delivery_note: Next,
  return_note: Next,
  credit_note: Next,
});
export type NextNumbers = z.infer<typeof NextNumbers>;
export const NUMBERED = [
  'order',
  'invoice',
  'delivery_note',
  'return_note',
  'credit_note',
] as const satisfies (keyof NextNumbers)[];

const path = 'projects/:project_id/next_numbers';

export const readNextNumbers = route({
  method: 'GET',
  path,
  summary: 'Which numbers the next order, invoice, delivery note, return note and credit note of the manufacturer get',
  auth: 'templates.edit',
  params: InProject,
  returns: NextNumbers,
});

export const saveNextNumbers = route({
  method: 'PATCH',
  path,
  summary: 'Let them go on from a higher number; a number that may have been given already is refused',
  auth: 'templates.edit',
  changes: ['next_number'],
  params: InProject,
  body: NextNumbers.partial(),
  returns: NextNumbers,
  errors: [documentErrors.number_used],
});
