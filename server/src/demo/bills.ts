import { issueMonths } from '../billing';
import type { Stage } from './stage';

/** The months that are over are paid for; the next invoice comes on the 1st, as to everybody. */
export async function addBills(stage: Stage, projects: readonly string[], people: readonly string[]): Promise<void> {
  const now = new Date(stage.now);
  const payers = [
    ...projects.map((id) => ({ audience: 'manufacturer', id }) as const),
    ...people.map((id) => ({ audience: 'dropshipper', id }) as const),
  ];
  for (const ref of payers) await issueMonths(stage.tx, stage.app, ref, now, { isPaid: true });
}
