import cluster from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import { counter, gauge, registry } from '../observe/meters';
import { type Channel, openChannel } from './channel';

/**
 * What a process of the product does (decision 0024): `all` when there is one (WORKERS=1). Otherwise a `primary`
 * holds the data and minds the others, `http` ones answer requests, and one does the `jobs`.
 */
export type Part = 'all' | 'primary' | 'http' | 'jobs';

export const PART_VARIABLE = 'LANKA_PART';

/** Null in the primary, and where there is one process. */
export const primary: Channel | null = cluster.isWorker ? openChannel(process) : null;

export const part = (): Exclude<Part, 'primary'> =>
  primary ? (process.env[PART_VARIABLE] === 'jobs' ? 'jobs' : 'http') : 'all';

const processes = gauge('lanka_processes', 'Processes of the product, by what they do: all, primary, http, jobs', [
  'part',
]);

export const replaced = counter('lanka_processes_replaced_total', 'Processes that died and were started again', [
  'part',
]);

export type Figures = MetricObjectWithValues<MetricValue<string>>[];

export async function ownFigures(what: Part): Promise<Figures> {
  processes.set({ part: what }, 1);
  return (await registry.getMetricsAsJSON()) as Figures;
}

/** A process that does not answer in this time is left out of the figures; it asks the database for some of them. */
export const FIGURES_PATIENCE_MS = 3_000;

primary?.answer('figures', () => ownFigures(part()));

/** The figures of all processes as one text for Prometheus: added up, or as the figure's `aggregator` says. */
export async function allFigures(): Promise<string> {
  if (!primary) {
    // read once only: reading starts the figures of the event loop anew
    processes.set({ part: part() }, 1);
    return registry.metrics();
  }
  const own = await ownFigures(part());
  const others = await primary.ask<Figures[]>('all_figures', undefined, 2 * FIGURES_PATIENCE_MS).catch(() => []);
  return AggregatorRegistry.aggregate([own, ...others]).metrics();
}
