import { z } from 'zod';
import { Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { route } from '../kit/route';
import { Service } from './contract';

/** Services of others across all projects: how many have them, how many are in trouble, and which. */
const Figures = z.object({
  service: Service,
  /** Tasks that wait, those of paused queues left out. */
  waiting: z.int(),
  waiting_since: Instant.nullable(),
  /** Tasks that were given up, or that the service refused. */
  given_up: z.int(),
  last_success_at: Instant.nullable(),
  last_failure_at: Instant.nullable(),
  /** Of the last call that failed, in the words that the project reads. */
  last_error: z.string().nullable(),
  /** When all this was looked at: once a minute. */
  measured_at: Instant,
});

/** Each connected project is one of these. */
export const OperatorService = Figures.extend({
  working: z.int(),
  /** The service has failed several times one behind another. */
  failing: z.int(),
  /** It answers, but tasks have waited for more than a quarter of an hour. */
  late: z.int(),
  paused: z.int(),
});
export type OperatorService = z.infer<typeof OperatorService>;

/** `given_up`: it works, but there are tasks that somebody of the project has to look at. */
export const Trouble = z.enum(['failing', 'late', 'given_up']);
export type Trouble = z.infer<typeof Trouble>;

export const ServiceTrouble = Figures.extend({
  project: z.object({ id: Id, title: z.string() }),
  trouble: Trouble,
  /** Since when it is so. */
  since: Instant,
});
export type ServiceTrouble = z.infer<typeof ServiceTrouble>;

export const listOperatorServices = route({
  method: 'GET',
  path: 'operator/services',
  summary: 'How each service is across all projects, as of the last minute',
  auth: 'staff',
  returns: page(OperatorService),
});

export const listServiceTroubles = route({
  method: 'GET',
  path: 'operator/service_troubles',
  summary: 'Projects whose services are in trouble',
  auth: 'staff',
  query: listQuery(['-since'], {
    service: Service.optional(),
    trouble: Trouble.optional(),
    project_id: Id.optional(),
  }),
  returns: page(ServiceTrouble),
});
