import { z } from 'zod';
import { CalendarDate } from '../kit/ids';
import { Kopecks } from '../kit/money';
import { InProject, route } from '../kit/route';
import { CarrierRef } from '../orders/entities';
import { deliveryErrors } from './errors';

export const City = z.object({
  ref: CarrierRef,
  name: z.string(),
  /** The region, and the district where several towns have one name. */
  area: z.string(),
  kind: z.string(),
  branches: z.int(),
});
export type City = z.infer<typeof City>;
const READS = 'orders.read';
export const listCities = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/cities',
  summary: 'Towns of Nova Poshta whose name begins so, those with more branches first',
  auth: READS,
  params: InProject,
  query: z.object({ q: z.string().trim().max(60).default(''), ref: CarrierRef.optional() }),
  returns: z.object({ items: z.array(City) }),
});

export const Branch = z.object({
  ref: CarrierRef,
  city_ref: CarrierRef,
  number: z.int(),
  name: z.string(),
  address: z.string(),
  kind: z.enum(['branch', 'locker']),
  /** Kilograms; 0: no limit. */
  max_weight: z.int(),
});
export type Branch = z.infer<typeof Branch>;
export const listBranches = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/warehouses',
  summary: 'Branches and lockers of a town that work, by number or by words of the address',
  auth: READS,
  params: InProject,
  query: z.object({
    city: CarrierRef,
    q: z.string().trim().max(80).default(''),
    kind: z.enum(['branch', 'locker']).optional(),
    /** Grams: those that take no parcel so heavy are left out. */
    weight: z.coerce.number().int().min(0).max(1_000_000).optional(),
    ref: CarrierRef.optional(),
  }),
  returns: z.object({ items: z.array(Branch) }),
});

export const Street = z.object({ ref: CarrierRef, name: z.string() });
export type Street = z.infer<typeof Street>;
export const listStreets = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/streets',
  summary: 'Streets of a town that a courier goes to, by two letters of the name or more',
  auth: READS,
  params: InProject,
  query: z.object({ city: CarrierRef, q: z.string().trim().max(60).default('') }),
  returns: z.object({ items: z.array(Street) }),
});

const Quote = z.object({
  /** Of the delivery, and of bringing the money; null: the carrier has not said it. */
  cost: Kopecks.nullable(),
  cod_cost: Kopecks.nullable(),
  /** When it arrives; null: the carrier does not say. */
  date: CalendarDate.nullable(),
  /** Why he has not said it: a waybill can be made all the same. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Quote = z.infer<typeof Quote>;
export const readPrice = route({
  method: 'GET',
  path: 'projects/:project_id/delivery/price',
  summary: 'What the delivery costs and when it arrives, as the carrier says it now',
  auth: READS,
  params: InProject,
  query: z.object({
    city: CarrierRef,
    branch: CarrierRef.optional(),
    /** By courier to the door. */
    door: z.enum(['true']).optional(),
    /** Grams. */
    weight: z.coerce.number().int().min(1).max(1_000_000),
    seats: z.coerce.number().int().min(1).max(100).default(1),
    declared: z.coerce.number().int().min(0).max(100_000_000_00),
    cod: z.coerce.number().int().min(0).max(100_000_000_00).default(0),
  }),
  returns: Quote,
  errors: [
    deliveryErrors.not_connected,
    deliveryErrors.own_off,
    deliveryErrors.own_not_connected,
    deliveryErrors.not_ready,
  ],
});
