import { z } from 'zod';
import { CalendarDate, Id, Instant } from '../kit/ids';
import { InProject, route } from '../kit/route';
import { OrderStatus } from '../orders/entities';
import { newest, periodRefusals } from './contract';

const days = { from: CalendarDate, to: CalendarDate };
const period = { from: CalendarDate.optional(), to: CalendarDate.optional() };

export const StatusMoves = z.object({
  status: OrderStatus,
  /** How often an order came to this status in the period, and how often one left it. */
  entered: z.int(),
  left: z.int(),
  /** How long those that left had stood in it, on average, in minutes. Null: none left. */
  minutes: z.int().nullable(),
  /** Where they went, the most frequent first. */
  next: z.array(z.object({ status: OrderStatus, moves: z.int() })),
});
export type StatusMoves = z.infer<typeof StatusMoves>;

export const StatisticsFunnel = z.object({
  ...days,
  /** In the order in which orders go through them; only those where something moved. */
  statuses: z.array(StatusMoves),
});
export type StatisticsFunnel = z.infer<typeof StatisticsFunnel>;

export const readStatisticsFunnel = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/funnel',
  summary: 'How orders went from status to status in a period, and how long they stood in each',
  auth: 'statistics.read',
  shows: ['order'],
  params: InProject,
  query: z.object(period),
  returns: StatisticsFunnel,
  errors: periodRefusals,
});

export const StatusMove = z.object({
  id: Id,
  order_id: Id,
  prefix: z.string(),
  number: z.int(),
  counterparty_id: Id,
  counterparty_name: z.string(),
  from: OrderStatus,
  to: OrderStatus,
  at: Instant,
  /** How long it had stood in `from`. */
  minutes: z.int(),
});
export type StatusMove = z.infer<typeof StatusMove>;

export const listStatusMoves = route({
  method: 'GET',
  path: 'projects/:project_id/statistics/moves',
  summary: 'The moves that the funnel is made of, the newest first',
  auth: 'statistics.read',
  shows: ['order', 'counterparty'],
  params: InProject,
  query: z.object({
    ...period,
    status: OrderStatus.optional(),
    /** Whether they came to this status or left it. */
    side: z.enum(['entered', 'left']).default('entered'),
    ...newest,
  }),
  returns: z.object({ ...days, items: z.array(StatusMove), next_cursor: z.string().nullable() }),
  errors: periodRefusals,
});
