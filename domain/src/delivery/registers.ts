import { z } from 'zod';
import { Actor, Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { InProject, OneInProject, route } from '../kit/route';
import { carrierErrors, deliveryErrors } from './errors';
import { MAX_AT_ONCE, Said } from './waybills';

/**
 * asked, changing, removing: the carrier is being told; made: it stands at the carrier’s as here; empty: nothing is in it;
 * removed.
 */
export const REGISTER_STATES = ['asked', 'changing', 'removing', 'made', 'empty', 'removed'] as const;
export type RegisterState = (typeof REGISTER_STATES)[number];

/** Parcels that are handed over together, on one paper of the carrier. */
export const Register = z.object({
  id: Id,
  /** As the carrier numbers it: `105-00003134`. */
  number: z.string().nullable(),
  state: z.enum(REGISTER_STATES),
  /** Waybills in it, those among them that the carrier is still to be told of. */
  count: z.int(),
  waiting: z.int(),
  /** Why the carrier has not done what was asked for last. */
  error: Said.nullable(),
  /** Waybills that he has not taken into it. */
  refused: z.array(z.object({ ttn: z.string(), message: z.string() })),
  created_by: Actor,
  created_at: Instant,
});
export type Register = z.infer<typeof Register>;

const registers = 'projects/:project_id/delivery/registers';
export const listRegisters = route({
  method: 'GET',
  path: registers,
  summary: 'Registers of parcels that are handed over together, the newest first',
  auth: 'delivery.read',
  shows: ['waybill'],
  params: InProject,
  query: listQuery(['-created_at'], {}),
  returns: page(Register),
});
export const readRegister = route({
  method: 'GET',
  path: `${registers}/:id`,
  summary: 'A register; its waybills are those of the list with `register`',
  auth: 'delivery.read',
  shows: ['waybill'],
  params: OneInProject,
  returns: Register,
  errors: [deliveryErrors.no_register],
});
const RegisterBody = z.object({ waybill_ids: z.array(Id).min(1).max(MAX_AT_ONCE) });
export const createRegister = route({
  method: 'POST',
  path: registers,
  summary: 'Put waybills that are not handed over into a new register of the carrier; those that cannot are left out',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['waybill'],
  answers: readRegister,
  params: InProject,
  status: 201,
  body: RegisterBody,
  returns: Register,
  errors: [deliveryErrors.nothing_to_register, deliveryErrors.not_connected, deliveryErrors.owner_gone],
});
const registerErrors = [
  deliveryErrors.no_register,
  deliveryErrors.nothing_to_register,
  deliveryErrors.register_gone,
  deliveryErrors.not_connected,
  deliveryErrors.owner_gone,
];
export const addToRegister = route({
  method: 'POST',
  path: `${registers}/:id/add`,
  summary: 'Put further waybills into a register; those that cannot are left out',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['waybill'],
  answers: readRegister,
  params: OneInProject,
  status: 200,
  body: RegisterBody,
  returns: Register,
  errors: registerErrors,
});
export const takeFromRegister = route({
  method: 'POST',
  path: `${registers}/:id/take`,
  summary: 'Take waybills out of a register as long as they are not handed over',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['waybill'],
  answers: readRegister,
  params: OneInProject,
  status: 200,
  body: RegisterBody,
  returns: Register,
  errors: registerErrors,
});
export const removeRegister = route({
  method: 'DELETE',
  path: `${registers}/:id`,
  summary: 'Delete a register at the carrier’s; its waybills stay, in no register',
  auth: 'delivery.make',
  whileRestricted: true,
  changes: ['waybill'],
  params: OneInProject,
  errors: [
    deliveryErrors.no_register,
    deliveryErrors.register_gone,
    deliveryErrors.handed_over,
    deliveryErrors.not_connected,
    deliveryErrors.owner_gone,
  ],
});
export const printRegister = route({
  method: 'GET',
  path: `${registers}/:id/print`,
  summary: 'The register as the carrier prints it, a PDF: signed when the parcels are handed over',
  auth: 'delivery.make',
  params: OneInProject,
  raw: 'application/pdf',
  errors: [
    deliveryErrors.no_register,
    deliveryErrors.nothing_to_print,
    deliveryErrors.not_connected,
    deliveryErrors.owner_gone,
    deliveryErrors.no_label,
    ...carrierErrors,
  ],
});
