import { createSource } from '@lanka/domain/feeds/sources';
import { addRuns } from '../feeds';
import type { Person } from './caller';
import { HOUR, type Stage } from './stage';

/** Hours ago, and how many rows of the file were other ones; none: the file was the same. */
const RUNS: readonly (readonly [ago: number, changed: number])[] = [
  [76, 12],
  [52, 0],
  [28, 5],
  [4, 3],
];

/** The warehouse program of a factory, whose file is read once a day. The site is nobody's: the next run is tomorrow. */
export async function addSource(stage: Stage, supplier: Person, project_id: string): Promise<void> {
  const made = await stage.call(supplier, createSource, {
    params: { project_id },
    body: {
      ...{ name: 'Складська програма', url: 'https://sklad.tekstyl-plius.example/prom.xml' },
      ...{ every_hours: 24, vanished: 'hide', active: false },
    },
  });
  const hours = (n: number) => new Date(stage.now + n * HOUR).toISOString();
  const runs = RUNS.map(([ago, changed]) => ({
    ...{ at: hours(-ago), changed },
    ...(changed === 0 ? { unmodified: true as const } : {}),
  }));
  const of = { project_id, source_id: made.id, user_id: supplier.user_id };
  await addRuns(stage.tx, of, runs, hours(20));
}
